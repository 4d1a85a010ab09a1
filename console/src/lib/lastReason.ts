import type { QueueName } from '@krapao/contract/queues';

/** By queue. They live as long as the operator's session in this tab. */
const reasons = new Map<QueueName, string>();

/** The reason of this operator's last decision in a queue. */
export const lastReason = (queue: QueueName): string | undefined => reasons.get(queue);

/** Keeps a reason that was given, for the next item of the queue. */
export function keepReason(queue: QueueName, reason: string): void {
  reasons.set(queue, reason.trim());
}

/** For the next operator. */
export function forgetReasons(): void {
  reasons.clear();
}
