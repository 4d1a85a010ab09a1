/** Actions that one operator requests and a second one approves, each named like its action in the audit log. */
export const APPROVAL_KINDS = [
  'balance.adjust',
  'reward.grant',
  'member.change',
  'member.separate',
  'member.merge',
  'member.exclude',
  'member.wrongEntry',
  'member.erase',
  'changeRequest.approve',
  'identity.approve',
  'finding.dismiss',
  'list.replace',
  'operator.add',
  'operator.change',
  'operator.reset',
  'role.change',
  'content.publish',
  'slip.approve',
  'notice.approve',
  'gift.approve',
  'gateway.credit',
  'incoming.credit',
  'incoming.dismiss',
  'transfer.settle',
  'withdrawal.pay',
  'withdrawal.reject',
  'withdrawal.takeBack',
  'withdrawal.allPaid',
  'withdrawal.answerPaid',
  'play.close',
  'statement.import',
  'cash.enter',
  'cash.reverse',
  'connection.add',
  'connection.change',
  'connection.remove',
  'feed.addPhone',
  'webhook.add',
  'webhook.change',
  'webhook.remove',
  'apiKey.add',
  'case.report',
  'case.close',
  'breach.close',
] as const;
export type ApprovalKindName = (typeof APPROVAL_KINDS)[number];

/**
 * Why one operator is not enough. `DECISION`: above the limit for one decision. `OPERATOR_DAY`, `MEMBER_DAY`: above the
 * limit for one operator, or for one member, on a day in Bangkok without a bank report. `TWO_PERSONS`: changes that
 * guard money or permissions always need two operators. `WORST_CASE`: above the limit for what one member could get
 * from the offers that one operator publishes on a day. `REFERENCE_USED`: the bank's reference proves another payout.
 */
export const APPROVAL_CAUSES = [
  'DECISION',
  'OPERATOR_DAY',
  'MEMBER_DAY',
  'TWO_PERSONS',
  'WORST_CASE',
  'REFERENCE_USED',
] as const;
export type ApprovalCause = (typeof APPROVAL_CAUSES)[number];
