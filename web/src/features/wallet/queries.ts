import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { writeLastSync } from './lastSync.ts';

export type Wallet = ResponseOf<Contract['GET /api/wallet']>;

/** The wallet with all game accounts, with the last balances that the server knows. */
export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: () => client('GET /api/wallet'),
});

/** The mutation key of the refresh of all balances. */
export const REFRESH_KEY = ['wallet', 'refresh'];

/**
 * Refreshes the balances at every provider (HOM-08). It changes state at the server, so it is a mutation and is never
 * retried automatically. It waits `pause` (milliseconds) first (HOM-09).
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
      // When a GET ran at the same time, it is unknown which answer is newer, so the wallet is loaded again.
      else await queryClient.invalidateQueries({ queryKey: walletQuery.queryKey, exact: true });
    },
  });
}
