/** What one operator asks for and a second one approves, each named like the action that it becomes in the audit log. */
export const APPROVAL_KINDS = [
  'balance.adjust',
  'member.change',
  'member.separate',
  'operator.add',
  'operator.change',
  'operator.reset',
  'content.publish',
  'slip.approve',
  'notice.approve',
  'gift.approve',
  'gateway.credit',
  'incoming.credit',
  'transfer.settle',
  'withdrawal.reject',
  'withdrawal.takeBack',
  'statement.import',
] as const;
export type ApprovalKindName = (typeof APPROVAL_KINDS)[number];

/**
 * Why one person is not enough. `DECISION`: more than one decision may be worth; `OPERATOR_DAY`, `MEMBER_DAY`: more than
 * one operator may make, or one member may get, on a day in Bangkok without a report of the bank. `TWO_PERSONS`: what
 * guards money or rights takes two whatever it is worth. `WORST_CASE`: what one member could get of the offers that one
 * operator publishes on a day.
 */
export const APPROVAL_CAUSES = [
  'DECISION',
  'OPERATOR_DAY',
  'MEMBER_DAY',
  'TWO_PERSONS',
  'WORST_CASE',
] as const;
export type ApprovalCause = (typeof APPROVAL_CAUSES)[number];
