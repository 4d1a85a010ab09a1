import type { Endpoint } from '../endpoint.ts';
import { accountCalls } from './account.ts';
import { accountSafetyCalls } from './accountSafety.ts';
import { bonusCalls } from './bonus.ts';
import { chatCalls } from './chat.ts';
import { gameCalls } from './game.ts';
import { identityCalls } from './identity.ts';
import { inviteCalls } from './invite.ts';
import { lookupCalls } from './lookup.ts';
import { messengerCalls } from './messenger.ts';
import { notificationCalls } from './notifications.ts';
import { ownAccountCalls } from './operator/accounts.ts';
import { approvalCalls } from './operator/approvals.ts';
import { auditCalls } from './operator/audit.ts';
import { caseCalls } from './operator/cases.ts';
import { changeRequestCalls } from './operator/changeRequests.ts';
import { operatorChatCalls } from './operator/chat.ts';
import { connectionCalls } from './operator/connections.ts';
import { operatorContentCalls } from './operator/content.ts';
import { operatorDepositCalls } from './operator/deposits.ts';
import { feedCalls } from './operator/feeds.ts';
import { operatorIdentityCalls } from './operator/identity.ts';
import { memberHistoryCalls } from './operator/memberHistory.ts';
import { memberMergeCalls } from './operator/memberMerge.ts';
import { memberRestrictionCalls } from './operator/memberRestrictions.ts';
import { operatorMemberCalls } from './operator/members.ts';
import { operatorCalls } from './operator/operators.ts';
import { payoutBatchCalls } from './operator/payoutBatches.ts';
import { operatorPayoutCalls } from './operator/payouts.ts';
import { operatorDataCalls } from './operator/personalData.ts';
import { preflightCalls } from './operator/preflight.ts';
import { queueCalls } from './operator/queues.ts';
import { reconciliationCalls } from './operator/reconciliation.ts';
import { reportCalls } from './operator/reports.ts';
import { outcomeCalls } from './outcome.ts';
import { personalDataCalls } from './personalData.ts';
import { breakCalls } from './protection/breaks.ts';
import { limitCalls } from './protection/limits.ts';
import { qrcodeCalls } from './qrcode.ts';
import { refundCalls } from './refund.ts';
import { securityCalls } from './security.ts';
import { spinwheelCalls } from './spinwheel.ts';
import { statementCalls } from './statement.ts';
import { walletCalls } from './wallet.ts';

/** Every call of the specification's section 7 and of the operators' console, keyed by method and path. */
export const contract = {
  ...lookupCalls,
  ...accountCalls,
  ...securityCalls,
  ...accountSafetyCalls,
  ...personalDataCalls,
  ...walletCalls,
  ...qrcodeCalls,
  ...inviteCalls,
  ...refundCalls,
  ...spinwheelCalls,
  ...gameCalls,
  ...bonusCalls,
  ...statementCalls,
  ...outcomeCalls,
  ...chatCalls,
  ...notificationCalls,
  ...messengerCalls,
  ...identityCalls,
  ...limitCalls,
  ...breakCalls,
  ...operatorCalls,
  ...auditCalls,
  ...queueCalls,
  ...approvalCalls,
  ...operatorMemberCalls,
  ...memberRestrictionCalls,
  ...memberMergeCalls,
  ...memberHistoryCalls,
  ...changeRequestCalls,
  ...caseCalls,
  ...operatorIdentityCalls,
  ...operatorDataCalls,
  ...operatorDepositCalls,
  ...operatorPayoutCalls,
  ...payoutBatchCalls,
  ...ownAccountCalls,
  ...reportCalls,
  ...reconciliationCalls,
  ...operatorContentCalls,
  ...operatorChatCalls,
  ...connectionCalls,
  ...preflightCalls,
  ...feedCalls,
} satisfies Record<string, Endpoint>;

export type Contract = typeof contract;

/** The key of a call: `POST /api/login`. */
export type CallKey = keyof Contract;
