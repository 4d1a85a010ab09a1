import { queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

/** What waits in each queue, and who is at work. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: () => client('GET /api/console/queues'),
});
