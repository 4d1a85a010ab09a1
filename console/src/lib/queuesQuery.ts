import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

/** The number of items in each queue, and the operators at work. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: () => client('GET /api/console/queues'),
});

/** Of what lists several queues together: news of any of them concern it. */
export const inboxKey = ['inbox'] as const;
