import { switchSetting } from './switchSetting.ts';
import type { TestServer } from './testServer.ts';

const ENOUGH_SATANG = 1_000_000_000_00;

/** Removes the limits of one operator for tests of decisions: none needs a second operator. */
export async function liftOwnMoneyLimits(server: Pick<TestServer, 'owner' | 'settings'>): Promise<void> {
  await switchSetting(server, 'paidByHand', { cashierSatang: ENOUGH_SATANG, managerSatang: ENOUGH_SATANG });
  await switchSetting(server, 'ownMoney', {
    decisionSatang: ENOUGH_SATANG,
    operatorDaySatang: ENOUGH_SATANG,
    memberDaySatang: ENOUGH_SATANG,
    payoutSatang: ENOUGH_SATANG,
  });
}
