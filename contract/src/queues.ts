import type { Permission } from './permissions.ts';

/**
 * The operators' queues in their order, and who may decide their items. The server says what waits in each
 * (server/src/queues.ts), the console which page shows it; both lack nothing, or they do not compile.
 */
export const QUEUE_PERMISSIONS = {
  slips: 'deposit.decide',
  incoming: 'deposit.decide',
  latePayments: 'deposit.decide',
  gifts: 'deposit.decide',
  transferClaims: 'deposit.decide',
  withdrawals: 'withdrawal.decide',
  transfers: 'transfer.decide',
  approvals: 'approval.decide',
} as const satisfies Record<string, Permission>;

export type QueueName = keyof typeof QUEUE_PERMISSIONS;
export const QUEUE_NAMES = Object.keys(QUEUE_PERMISSIONS) as QueueName[];

/** What is counted: the queues of claims, and conversations, which are assigned instead. */
export type Counted = QueueName | 'chats';
