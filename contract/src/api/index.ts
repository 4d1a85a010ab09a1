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
import { alarmCalls } from './operator/alarms.ts';
import { apiKeyCalls } from './operator/apiKeys.ts';
import { approvalCalls } from './operator/approvals.ts';
import { auditCalls } from './operator/audit.ts';
import { caseCalls } from './operator/cases.ts';
import { changeRequestCalls } from './operator/changeRequests.ts';
import { operatorChatCalls } from './operator/chat.ts';
import { clientMoneyCalls } from './operator/clientMoney.ts';
import { connectionCalls } from './operator/connections.ts';
import { operatorContentCalls } from './operator/content.ts';
import { operatorDepositCalls } from './operator/deposits.ts';
import { feedCalls } from './operator/feeds.ts';
import { findCalls } from './operator/find.ts';
import { gamingReportCalls } from './operator/gamingReport.ts';
import { operatorIdentityCalls } from './operator/identity.ts';
import { inboxCalls } from './operator/inbox.ts';
import { incidentCalls } from './operator/incidents.ts';
import { memberHistoryCalls } from './operator/memberHistory.ts';
import { memberListCalls } from './operator/memberList.ts';
import { memberMergeCalls } from './operator/memberMerge.ts';
import { memberRestrictionCalls } from './operator/memberRestrictions.ts';
import { operatorMemberCalls } from './operator/members.ts';
import { operatorCalls } from './operator/operators.ts';
import { payoutBatchCalls } from './operator/payoutBatches.ts';
import { payoutProofCalls } from './operator/payoutProofs.ts';
import { operatorPayoutCalls } from './operator/payouts.ts';
import { operatorDataCalls } from './operator/personalData.ts';
import { preflightCalls } from './operator/preflight.ts';
import { queueCalls } from './operator/queues.ts';
import { reconciliationCalls } from './operator/reconciliation.ts';
import { registerCalls } from './operator/registers.ts';
import { reportCalls } from './operator/reports.ts';
import { rewardGrantCalls } from './operator/rewardGrants.ts';
import { roleCalls } from './operator/roles.ts';
import { segmentCalls } from './operator/segments.ts';
import { shiftCalls } from './operator/shifts.ts';
import { webhookCalls } from './operator/webhooks.ts';
import { outcomeCalls } from './outcome.ts';
import { personalDataCalls } from './personalData.ts';
import { proofCalls } from './proof.ts';
import { breakCalls } from './protection/breaks.ts';
import { limitCalls } from './protection/limits.ts';
import { qrcodeCalls } from './qrcode.ts';
import { readingCalls } from './reading.ts';
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
  ...proofCalls,
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
  ...readingCalls,
  ...operatorCalls,
  ...roleCalls,
  ...auditCalls,
  ...queueCalls,
  ...inboxCalls,
  ...findCalls,
  ...approvalCalls,
  ...operatorMemberCalls,
  ...memberListCalls,
  ...segmentCalls,
  ...rewardGrantCalls,
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
  ...incidentCalls,
  ...ownAccountCalls,
  ...payoutProofCalls,
  ...clientMoneyCalls,
  ...reportCalls,
  ...registerCalls,
  ...shiftCalls,
  ...gamingReportCalls,
  ...reconciliationCalls,
  ...operatorContentCalls,
  ...operatorChatCalls,
  ...connectionCalls,
  ...webhookCalls,
  ...alarmCalls,
  ...apiKeyCalls,
  ...preflightCalls,
  ...feedCalls,
} satisfies Record<string, Endpoint>;

export type Contract = typeof contract;

/** The key of a call: `POST /api/login`. */
export type CallKey = keyof Contract;
