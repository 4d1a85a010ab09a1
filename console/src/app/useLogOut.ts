import { client, queryClient } from '../lib/api.ts';
import { useAction } from '../lib/useAction.ts';

/** Ends the operator's session; the page shows the log-in. */
export function useLogOut() {
  return useAction(() => client('POST /api/console/logout'), {
    onDone: () => {
      queryClient.setQueryData(['me'], null);
      // What one operator saw is not there for the next one.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
  });
}
