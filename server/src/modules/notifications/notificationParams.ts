import type { NotificationParams } from '@krapao/contract/notifications';

/** Parameters as they are stored: satang are a number there. */
export function readParams(stored: unknown): NotificationParams {
  const { amount, ...named } = stored as { amount?: number } & Omit<NotificationParams, 'amount'>;
  return { ...named, ...(amount !== undefined && { amount: BigInt(amount) }) };
}

/** Parameters as notify_member stores them. */
export function writtenParams({ amount, ...named }: NotificationParams): string {
  return JSON.stringify({ ...named, ...(amount !== undefined && { amount: Number(amount) }) });
}
