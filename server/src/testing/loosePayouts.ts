import type { Db } from '../database/connect.ts';
import type { SettingValue } from '../settings/schema.ts';
import { writeSetting } from '../settings/settings.ts';

/** Rules that stop no payout: for tests of what comes after them. */
export const LOOSE_PAYOUTS: SettingValue<'payout'> = {
  maximumSatang: 1_000_000_000_00,
  memberDaySatang: 1_000_000_000_00,
  siteHourSatang: 1_000_000_000_00,
  memberAgeHours: 0,
  bankAccountAgeHours: 0,
  passwordAgeHours: 0,
  playedShareBps: 0,
  withoutPlaySatang: 0,
  usualDepositTimes: 0,
  bonusEndedMinutes: 0,
  stopsThirdPartyPayer: false,
  stopsSharedDevice: false,
  stopsSharedAddress: false,
  stopsSharedName: false,
  stopsInviter: false,
  asksAccountName: false,
};

/** Has a site pay everything out at once; before or after it starts. */
export async function loosenPayouts(owner: Db): Promise<void> {
  await owner.transaction().execute((trx) => writeSetting(trx, 'payout', LOOSE_PAYOUTS, 'test'));
}
