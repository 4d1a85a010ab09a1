import { type DefaultError, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * A mutation that cannot be started again before it has ended: the second press of a double click comes before React has
 * disabled the button. `mutate` stays the same function.
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
