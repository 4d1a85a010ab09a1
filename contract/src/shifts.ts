import type { PlainAction } from './auditActions.ts';

/** The actions of the audit log that a shift counts, in the order in which its report shows them. */
export const SHIFT_ACTIONS = [
  'slip.approve',
  'slip.reject',
  'slip.escalate',
  'incoming.credit',
  'incoming.dismiss',
  'gateway.credit',
  'gateway.dismiss',
  'notice.approve',
  'notice.reject',
  'gift.approve',
  'gift.reject',
  'withdrawal.pay',
  'withdrawal.reject',
  'withdrawal.allPaid',
  'withdrawal.answerPaid',
  'withdrawal.result',
  'withdrawal.takeBack',
  'transfer.settle',
  'balance.adjust',
  'reward.grant',
  'cash.enter',
  'cash.reverse',
  'approval.ask',
  'approval.approve',
  'approval.reject',
] as const satisfies readonly PlainAction[];
export type ShiftAction = (typeof SHIFT_ACTIONS)[number];
