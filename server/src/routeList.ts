import type { FastifyInstance } from 'fastify';
import { ownAccountRoutes } from './console/accounts/routes.ts';
import { alarmRoutes } from './console/alarms/routes.ts';
import { apiKeyRoutes } from './console/apiKeys/routes.ts';
import { approvalRoutes } from './console/approvals/routes.ts';
import { caseRoutes } from './console/cases/routes.ts';
import { operatorChatRoutes } from './console/chat/routes.ts';
import { clientMoneyRoutes } from './console/clientMoney/routes.ts';
import { feedRoutes } from './console/connections/feedRoutes.ts';
import { connectionRoutes } from './console/connections/routes.ts';
import { contentOutsideRoutes } from './console/content/outsideRoutes.ts';
import { operatorContentRoutes } from './console/content/routes.ts';
import { listRoutes } from './console/identity/lists.ts';
import { identityPictureRoutes } from './console/identity/lookAtPictures.ts';
import { operatorIdentityRoutes } from './console/identity/routes.ts';
import { incidentRoutes } from './console/incidents/routes.ts';
import { operatorPauseRoutes } from './console/members/pauseRoutes.ts';
import { operatorMemberRoutes } from './console/members/routes.ts';
import { segmentRoutes } from './console/members/segmentRoutes.ts';
import { operatorPayoutBatchRoutes } from './console/payouts/routes.ts';
import { operatorDataRoutes } from './console/personalData/routes.ts';
import { preflightRoutes } from './console/preflight/routes.ts';
import { operatorChangeRequestRoutes } from './console/queues/changeRequestRoutes.ts';
import { operatorDepositRoutes } from './console/queues/depositRoutes.ts';
import { liveRoutes } from './console/queues/liveRoutes.ts';
import { operatorPayoutRoutes } from './console/queues/payoutRoutes.ts';
import { queueRoutes } from './console/queues/routes.ts';
import { operatorSlipRoutes } from './console/queues/slipRoutes.ts';
import { registerRoutes } from './console/registers/routes.ts';
import { operatorReportRoutes } from './console/reports/routes.ts';
import { roleRoutes } from './console/roles/routes.ts';
import { operatorRoutes } from './console/routes.ts';
import { shiftRoutes } from './console/shifts/routes.ts';
import { webhookRoutes } from './console/webhooks/routes.ts';
import type { AppContext } from './context.ts';
import { accountRoutes } from './modules/account/routes.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { bonusRoutes } from './modules/bonus/routes.ts';
import { changeRequestRoutes } from './modules/changeRequests/routes.ts';
import { chatOutsideRoutes } from './modules/chat/outsideRoutes.ts';
import { chatRoutes } from './modules/chat/routes.ts';
import { deliveryRoutes } from './modules/deliveries/routes.ts';
import { depositOutsideRoutes } from './modules/deposits/outsideRoutes.ts';
import { depositRoutes } from './modules/deposits/routes.ts';
import { askAtDoor } from './modules/exclusionRegister/askAtDoor.ts';
import { freezeRoutes } from './modules/freeze/routes.ts';
import { gameRoutes } from './modules/games/routes.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { inviteRoutes } from './modules/invite/routes.ts';
import { moneyStreamRoutes } from './modules/live/routes.ts';
import { lookupRoutes } from './modules/lookup/routes.ts';
import { messengerRoutes } from './modules/notifications/messenger/messengerRoutes.ts';
import { notificationRoutes } from './modules/notifications/routes.ts';
import { otpRoutes } from './modules/otp/routes.ts';
import { outcomeRoutes } from './modules/outcome/routes.ts';
import { logOutOfGames } from './modules/pauses/logOutOfGames.ts';
import { pauseRoutes } from './modules/pauses/routes.ts';
import { copyOutsideRoutes } from './modules/personalData/copy/copyOutsideRoutes.ts';
import { personalDataRoutes } from './modules/personalData/routes.ts';
import { proofRoutes } from './modules/proof/routes.ts';
import { limitRoutes } from './modules/protection/limits/routes.ts';
import { readingRoutes } from './modules/reading/routes.ts';
import { realityCheckRoutes } from './modules/realityCheck/routes.ts';
import { refundRoutes } from './modules/refund/routes.ts';
import { registrationRoutes } from './modules/registration/routes.ts';
import { seamlessRoutes } from './modules/seamless/outsideRoutes.ts';
import { securityRoutes } from './modules/security/routes.ts';
import { spinwheelRoutes } from './modules/spinwheel/routes.ts';
import { statementRoutes } from './modules/statement/routes.ts';
import { transferRoutes } from './modules/transfers/routes.ts';
import { walletRoutes } from './modules/wallet/routes.ts';
import { withdrawalRoutes } from './modules/withdrawals/routes.ts';

/** The capabilities' routes, in the order of the specification's section 7. */
export const MODULES: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [
  lookupRoutes,
  registrationRoutes,
  accountRoutes,
  freezeRoutes,
  personalDataRoutes,
  changeRequestRoutes,
  identityRoutes,
  (app, context) =>
    authRoutes(app, context, {
      atDoor: (memberId) => askAtDoor(context, memberId),
      closePlay: (memberId) => logOutOfGames(context, memberId),
    }),
  (app, context) => securityRoutes(app, context, (memberId) => askAtDoor(context, memberId)),
  otpRoutes,
  walletRoutes,
  gameRoutes,
  transferRoutes,
  withdrawalRoutes,
  limitRoutes,
  depositRoutes,
  spinwheelRoutes,
  inviteRoutes,
  refundRoutes,
  bonusRoutes,
  statementRoutes,
  outcomeRoutes,
  proofRoutes,
  moneyStreamRoutes,
  chatRoutes,
  notificationRoutes,
  messengerRoutes,
  pauseRoutes,
  realityCheckRoutes,
];

/** The operators' calls; they answer even while the site is switched off. */
export const CONSOLE: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [
  operatorRoutes,
  roleRoutes,
  queueRoutes,
  operatorSlipRoutes,
  operatorChangeRequestRoutes,
  caseRoutes,
  operatorIdentityRoutes,
  listRoutes,
  operatorDepositRoutes,
  operatorPayoutRoutes,
  operatorPayoutBatchRoutes,
  incidentRoutes,
  approvalRoutes,
  operatorMemberRoutes,
  segmentRoutes,
  operatorPauseRoutes,
  operatorDataRoutes,
  ownAccountRoutes,
  clientMoneyRoutes,
  operatorReportRoutes,
  registerRoutes,
  shiftRoutes,
  operatorContentRoutes,
  operatorChatRoutes,
  connectionRoutes,
  preflightRoutes,
  feedRoutes,
  webhookRoutes,
  alarmRoutes,
  apiKeyRoutes,
];

/** Calls of systems outside with an API key. They answer even while the site is switched off. */
export const READING: typeof CONSOLE = [readingRoutes];

/** The console's event stream: a browser cannot add our header to it. */
export const CONSOLE_STREAMS: typeof CONSOLE = [liveRoutes, identityPictureRoutes];

/**
 * Routes outside /api that external callers use without the member's header and token, each with its own signature:
 * bank notices, signed links. They answer even while the site is switched off. A JSON body arrives as raw bytes.
 */
export const OUTSIDE: readonly ((app: FastifyInstance, context: AppContext) => void)[] = [
  depositOutsideRoutes,
  chatOutsideRoutes,
  copyOutsideRoutes,
  contentOutsideRoutes,
  deliveryRoutes,
  seamlessRoutes,
];
