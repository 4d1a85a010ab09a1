import { shownMs } from '@krapao/ui/shownMs.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement, useContext, useEffect, useRef } from 'react';
import { errorText } from './errorText.ts';
import { OpenItemContext } from './openItem.ts';
import { isQueueList, queuesQuery } from './queuesQuery.ts';
import { showMessage } from './showMessage.ts';
import { isHearing } from './useLive.ts';

/**
 * An operator's action: while it runs its button is busy, a failure is shown with the name of its item, and afterwards all
 * shown data is reloaded. It is never repeated automatically, nor by a double press.
 */
export function useAction<Input, Result>(
  perform: (input: Input) => Promise<Result>,
  { done, onDone }: { done?: string | ((result: Result) => string); onDone?: (result: Result) => void } = {},
) {
  const queries = useQueryClient();
  const item = useContext(OpenItemContext);
  const { mutate, ...state } = useMutation({
    mutationFn: perform,
    onSuccess: (result) => {
      if (item?.isDeciding.current) item.onDecided();
      const message = typeof done === 'function' ? done(result) : done;
      if (message !== undefined) showMessage({ message, color: 'teal' });
      onDone?.(result);
    },
    onError: (error) =>
      showMessage({
        ...(item !== undefined && { title: createElement('span', { translate: 'no' }, item.name) }),
        message: errorText(error),
        color: 'red',
        autoClose: shownMs(8_000),
      }),
    onSettled: (_, error) => {
      if (item !== undefined) item.isDeciding.current = false;
      if (item === undefined || error !== null || !isHearing()) return queries.invalidateQueries();
      // The stream tells of the queue and of the counts.
      return queries.invalidateQueries({
        predicate: ({ queryKey }) =>
          !isQueueList(queryKey, item.queue) && queryKey[0] !== queuesQuery.queryKey[0],
      });
    },
  });
  // The second press of a double one comes before the screen shows that the first one runs.
  const isUnseen = useRef(false);
  const { submittedAt } = state;
  useEffect(() => {
    if (submittedAt > 0) isUnseen.current = false;
  }, [submittedAt]);
  function start(input: Input): void {
    if (isUnseen.current) return;
    isUnseen.current = true;
    mutate(input);
  }
  return { ...state, mutate: start };
}
