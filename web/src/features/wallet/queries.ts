import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { writeLastSync } from './lastSync.ts';

export type Wallet = ResponseOf<Contract['GET /api/wallet']>;

/** The wallet with all game accounts as the server knows them last. */
export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: () => client('GET /api/wallet'),
});

/** The refresh of all balances among what is being changed. */
export const REFRESH_KEY = ['wallet', 'refresh'];

/**
 * Asks every provider for its balance (HOM-08). It changes state at the server, so it is a mutation: never repeated by
 * itself. `pause` (milliseconds) waits before asking (HOM-09).
 */
export function useRefreshBalances() {
  const queryClient = useQueryClient();
  const stateOf = () => queryClient.getQueryState(walletQuery.queryKey);
  return useMutation({
    mutationKey: REFRESH_KEY,
    mutationFn: async ({ pause }: { pause: number }) => {
      await new Promise((resolve) => setTimeout(resolve, pause));
      const asksBefore = stateOf()?.dataUpdateCount;
      const wallet = await client('GET /api/wallet/refresh/slot');
      const isOnlyWord = stateOf()?.dataUpdateCount === asksBefore && stateOf()?.fetchStatus !== 'fetching';
      return { wallet, isOnlyWord };
    },
    onSuccess: async ({ wallet, isOnlyWord }) => {
      writeLastSync(Date.now());
      if (isOnlyWord) queryClient.setQueryData(walletQuery.queryKey, wallet);
      // Where a GET was sent meanwhile, which of the two is newer is not known: the next one is.
      else await queryClient.invalidateQueries({ queryKey: walletQuery.queryKey, exact: true });
    },
  });
}
