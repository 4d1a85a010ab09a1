import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

export type Bonus = ResponseOf<Contract['GET /api/bonus']>[number];
export type ActiveBonus = ResponseOf<Contract['GET /api/bonus/check/active']>;
export type Promotion = ResponseOf<Contract['GET /api/promotion/find/:code']>;

export const bonusesQuery = queryOptions({
  queryKey: ['bonus', 'list'],
  queryFn: () => client('GET /api/bonus'),
});

export const noticeQuery = queryOptions({
  queryKey: ['lookup', 'notice'],
  queryFn: () => client('GET /api/lookup/notice'),
  staleTime: 300_000,
});

/** Reloads everything that the start or the end of a bonus changes. */
export function useBonusChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['bonus'] }),
      queryClient.invalidateQueries({ queryKey: ['refund'] }),
      queryClient.invalidateQueries({ queryKey: ['wallet'], exact: true }),
      queryClient.invalidateQueries({ queryKey: ['statement'] }),
    ]);
}
