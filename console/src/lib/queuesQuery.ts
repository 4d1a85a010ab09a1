import type { QueueOrder } from '@krapao/contract/api/operator/common';
import type { QueueName } from '@krapao/contract/queues';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { client } from './api.ts';

/** The number of items in each queue, and the operators at work. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: () => client('GET /api/console/queues'),
});

/** Of what lists several queues together: news of any of them concern it. */
export const inboxKey = ['inbox'] as const;

/** The list of a queue in one order. */
export const queueListKey = (queue: QueueName, order: QueueOrder) => [queue, { order }] as const;

/** Whether a key is that of a queue's list, and not of one of its items. */
export function isQueueList([name, about]: QueryKey, queue: QueueName): boolean {
  return name === queue && typeof about === 'object';
}
