import type { Permission } from './permissions.ts';

/**
 * The operators' queues in order, with the permission to decide their items. The server defines what waits in each
 * (server/src/queues.ts), the console which page shows it. Neither compiles if a queue is missing.
 */
export const QUEUE_PERMISSIONS = {
  slips: 'deposit.decide',
  incoming: 'deposit.decide',
  latePayments: 'deposit.decide',
  gifts: 'deposit.decide',
  transferClaims: 'deposit.decide',
  withdrawals: 'withdrawal.decide',
  transfers: 'transfer.decide',
  changeRequests: 'member.change',
  cases: 'case.decide',
  identityRequests: 'identity.decide',
  findings: 'identity.decide',
  approvals: 'approval.decide',
} as const satisfies Record<string, Permission>;

export type QueueName = keyof typeof QUEUE_PERMISSIONS;
export const QUEUE_NAMES = Object.keys(QUEUE_PERMISSIONS) as QueueName[];

/** What the counts cover: the claimable queues, and conversations, which are assigned instead. */
export type Counted = QueueName | 'chats';
