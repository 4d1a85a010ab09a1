import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';
import { serverNow } from '../../lib/serverClock.ts';

export type Limits = ResponseOf<Contract['GET /api/protection/limits']>;
export type Limit = Limits['limits'][number];
export type PauseView = ResponseOf<Contract['GET /api/protection/pause']>;
export type Pause = NonNullable<PauseView['pause']>;
export type Activity = ResponseOf<Contract['GET /api/protection/activity']>;

/** The member's limits, and what is used of them. */
export const limitsQuery = queryOptions({
  queryKey: ['protection', 'limits'],
  queryFn: () => client('GET /api/protection/limits'),
});

/** The break or exclusion that holds, what may be chosen, and the reminders that wait. */
export const pauseQuery = queryOptions({
  queryKey: ['protection', 'pause'],
  queryFn: () => client('GET /api/protection/pause'),
});

export const activityQuery = queryOptions({
  queryKey: ['protection', 'activity'],
  queryFn: () => client('GET /api/protection/activity'),
});

const LONGEST_MS = 60_000;
const SHORTEST_MS = 5_000;

/** Since when the member plays, and whether play waits for an answer; asked again when that is due, and on each return. */
export const realityQuery = queryOptions({
  queryKey: ['protection', 'realityCheck'],
  queryFn: () => client('GET /api/protection/realityCheck'),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => {
    if (!data?.dueAt) return LONGEST_MS;
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Date.parse(data.dueAt) - serverNow()));
  },
});
