import { switchSetting } from './switchSetting.ts';
import type { TestServer } from './testServer.ts';

const ENOUGH_SATANG = 1_000_000_000_00;

/** For tests of what one operator decides, whatever it is worth: no decision needs a second person. */
export function liftOwnMoneyLimits(server: Pick<TestServer, 'owner' | 'settings'>): Promise<void> {
  return switchSetting(server, 'ownMoney', {
    decisionSatang: ENOUGH_SATANG,
    operatorDaySatang: ENOUGH_SATANG,
    memberDaySatang: ENOUGH_SATANG,
    payoutSatang: ENOUGH_SATANG,
  });
}
