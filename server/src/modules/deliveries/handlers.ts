import { takeGatewayNotice } from '../deposits/gateway/gatewayNotices.ts';
import { receiveFeed } from '../deposits/incoming/receiveFeed.ts';
import { verificationNotice } from '../identity/verification/verificationNotice.ts';
import { takeMessengerNews } from '../notifications/messenger/takeMessengerNews.ts';
import { payoutNotice } from '../withdrawals/payoutNotice.ts';
import type { DeliveryHandlers } from './deliveryHandler.ts';

/** What each capability does with what its makers deliver. */
export const DELIVERY_HANDLERS: DeliveryHandlers = {
  bankFeed: receiveFeed,
  gateway: takeGatewayNotice,
  notify: takeMessengerNews,
  payout: payoutNotice,
  verification: verificationNotice,
};
