import { type DefaultError, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A mutation that cannot start again before it has ended: a double click arrives before React has disabled the button.
 * `mutate` keeps its identity.
 */
export function useSingleMutation<Data, Variables>(
  options: UseMutationOptions<Data, DefaultError, Variables>,
) {
  const { mutate, ...state } = useMutation(options);
  const isRunning = useRef(false);
  const start = useCallback(
    (variables: Variables) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(variables, {
        onSettled: () => {
          isRunning.current = false;
        },
      });
    },
    [mutate],
  );
  return { ...state, mutate: start };
}
