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
  return useMutation({
    mutationKey: REFRESH_KEY,
    mutationFn: async ({ pause }: { pause: number }) => {
      await new Promise((resolve) => setTimeout(resolve, pause));
      return client('GET /api/wallet/refresh/slot');
    },
    onSuccess: async (wallet) => {
      // A GET that started earlier must not overwrite the newer figures.
      await queryClient.cancelQueries({ queryKey: walletQuery.queryKey, exact: true });
      queryClient.setQueryData(walletQuery.queryKey, wallet);
      writeLastSync(Date.now());
    },
  });
}
