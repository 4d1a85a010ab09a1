import { BANK_FEED_DRIVERS } from '../bankFeed/bankFeedDrivers.ts';
import { CHAT_BOT_DRIVERS } from '../chatBot/chatBotDrivers.ts';
import { GAME_DRIVERS } from '../game/gameDrivers.ts';
import { GATEWAY_DRIVERS } from '../gateway/gatewayDrivers.ts';
import { NOTIFY_DRIVERS } from '../notify/notifyDrivers.ts';
import { PAYOUT_DRIVERS } from '../payout/payoutDrivers.ts';
import { REGISTER_DRIVERS } from '../register/registerDrivers.ts';
import { SLIP_DRIVERS } from '../slip/slipDrivers.ts';
import { SMS_DRIVERS } from '../sms/smsDrivers.ts';
import { VERIFICATION_DRIVERS } from '../verification/verificationDrivers.ts';
import type { Driver } from './driver.ts';

/** What an operator can make a connection of. A new driver is its folder and its line in the list of its capability. */
export const DRIVERS = [
  ...SMS_DRIVERS,
  ...SLIP_DRIVERS,
  ...GATEWAY_DRIVERS,
  ...NOTIFY_DRIVERS,
  ...PAYOUT_DRIVERS,
  ...BANK_FEED_DRIVERS,
  ...GAME_DRIVERS,
  ...REGISTER_DRIVERS,
  ...VERIFICATION_DRIVERS,
  ...CHAT_BOT_DRIVERS,
] as readonly Driver[];

export function findDriver(capability: string, name: string): Driver | undefined {
  return DRIVERS.find((known) => known.capability === capability && known.driver === name);
}
