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
  clientMoney: 'cash.manage',
  approvals: 'approval.decide',
} as const satisfies Record<string, Permission>;

export type QueueName = keyof typeof QUEUE_PERMISSIONS;
export const QUEUE_NAMES = Object.keys(QUEUE_PERMISSIONS) as QueueName[];

/** What the counts cover: the claimable queues, and conversations, which are assigned instead. */
export type Counted = QueueName | 'chats';

/** What the site can promise a time for: the first answer of a chat, and the end of what waits with money. */
export const PROMISED = [
  'chats',
  'slips',
  'incoming',
  'latePayments',
  'gifts',
  'transferClaims',
  'withdrawals',
  'transfers',
] as const satisfies readonly Counted[];
export type Promised = (typeof PROMISED)[number];
