import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { client } from './api.ts';

export type Habits = ResponseOf<Contract['GET /api/account/habits']>;

/** What spares the member presses: how money went in last, and what happens when a game opens. */
export const habitsQuery = queryOptions({
  queryKey: ['habits'],
  queryFn: () => client('GET /api/account/habits'),
  staleTime: 60_000,
});

/** Stores a choice of the member. Throws when the server cannot be reached. */
export function useChangeHabits() {
  const queryClient = useQueryClient();
  return async (body: BodyOf<Contract['PUT /api/account/habits']>) => {
    const habits = await client('PUT /api/account/habits', { body });
    queryClient.setQueryData(habitsQuery.queryKey, habits);
  };
}
