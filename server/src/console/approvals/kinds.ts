import type { ApprovalKindName } from '@krapao/contract/approvals';
import { AppError } from '../../appError.ts';
import { cashEntryApproval, cashReversalApproval } from '../accounts/cashApprovals.ts';
import { apiKeyApproval } from '../apiKeys/apiKeys.ts';
import { closeCaseApproval, reportCaseApproval } from '../cases/caseApprovals.ts';
import {
  connectionAddApproval,
  connectionChangeApproval,
  connectionRemoveApproval,
} from '../connections/connectionApprovals.ts';
import { feedPhoneApproval } from '../connections/feedPhones.ts';
import { publishApproval } from '../content/publishContent.ts';
import { dismissApproval } from '../identity/dismissApproval.ts';
import { identityApproval } from '../identity/identityApproval.ts';
import { listApproval } from '../identity/lists.ts';
import { adjustmentApproval } from '../members/adjustBalance.ts';
import { memberChangeApproval } from '../members/changeMember.ts';
import { grantApproval } from '../members/grantReward.ts';
import { separateApproval } from '../members/memberLinks.ts';
import { mergeApproval } from '../members/mergeApproval.ts';
import { excludeApproval, wrongEntryApproval } from '../members/pauseApprovals.ts';
import { operatorAddApproval, operatorChangeApproval, operatorResetApproval } from '../operatorApprovals.ts';
import { allPaidApproval, answerPaidApproval, takeBackApproval } from '../payouts/batchApprovals.ts';
import { closeBreachApproval } from '../personalData/breachApproval.ts';
import { eraseApproval } from '../personalData/memberData.ts';
import { changeRequestApproval } from '../queues/changeRequestQueue.ts';
import {
  giftApproval,
  latePaymentApproval,
  slipApproval,
  transferClaimApproval,
} from '../queues/depositApprovals.ts';
import { dismissalApproval, incomingApproval } from '../queues/incomingApprovals.ts';
import { payApproval, refusalApproval } from '../queues/payoutApprovals.ts';
import { settleApproval } from '../queues/settleApproval.ts';
import { openDayApproval } from '../reports/openDays.ts';
import { statementApproval } from '../reports/statementApproval.ts';
import { roleChangeApproval } from '../roles/roleApproval.ts';
import {
  webhookAddApproval,
  webhookChangeApproval,
  webhookRemoveApproval,
} from '../webhooks/webhookApprovals.ts';
import type { ApprovalKind } from './approvalKind.ts';

/** Every kind of request; the requester's own code wrote its payload. */
const KINDS: Record<ApprovalKindName, ApprovalKind<never>> = {
  'balance.adjust': adjustmentApproval,
  'reward.grant': grantApproval,
  'member.change': memberChangeApproval,
  'member.separate': separateApproval,
  'member.merge': mergeApproval,
  'member.exclude': excludeApproval,
  'member.wrongEntry': wrongEntryApproval,
  'member.erase': eraseApproval,
  'changeRequest.approve': changeRequestApproval,
  'identity.approve': identityApproval,
  'finding.dismiss': dismissApproval,
  'list.replace': listApproval,
  'operator.add': operatorAddApproval,
  'operator.change': operatorChangeApproval,
  'operator.reset': operatorResetApproval,
  'role.change': roleChangeApproval,
  'content.publish': publishApproval,
  'slip.approve': slipApproval,
  'notice.approve': transferClaimApproval,
  'gift.approve': giftApproval,
  'gateway.credit': latePaymentApproval,
  'incoming.credit': incomingApproval,
  'incoming.dismiss': dismissalApproval,
  'transfer.settle': settleApproval,
  'withdrawal.pay': payApproval,
  'withdrawal.reject': refusalApproval,
  'withdrawal.takeBack': takeBackApproval,
  'withdrawal.allPaid': allPaidApproval,
  'withdrawal.answerPaid': answerPaidApproval,
  'play.close': openDayApproval,
  'statement.import': statementApproval,
  'cash.enter': cashEntryApproval,
  'cash.reverse': cashReversalApproval,
  'connection.add': connectionAddApproval,
  'connection.change': connectionChangeApproval,
  'connection.remove': connectionRemoveApproval,
  'feed.addPhone': feedPhoneApproval,
  'webhook.add': webhookAddApproval,
  'webhook.change': webhookChangeApproval,
  'webhook.remove': webhookRemoveApproval,
  'apiKey.add': apiKeyApproval,
  'case.report': reportCaseApproval,
  'case.close': closeCaseApproval,
  'breach.close': closeBreachApproval,
};

/** @throws AppError INTERNAL_SERVER_ERROR for an unknown or former kind */
export function kindOf(name: string): ApprovalKind<unknown> {
  if (!Object.hasOwn(KINDS, name)) throw new AppError('INTERNAL_SERVER_ERROR', `approvals of kind ${name}`);
  return KINDS[name as ApprovalKindName] as ApprovalKind<unknown>;
}
