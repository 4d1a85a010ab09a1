import type { Db } from '../database/connect.ts';
import type { SettingValue } from '../settings/schema.ts';
import { writeSetting } from '../settings/settings.ts';

/** Payout rules that stop no payout, for tests of later steps. */
export const LOOSE_PAYOUTS: SettingValue<'payout'> = {
  maximumSatang: 1_000_000_000_00,
  memberDaySatang: 1_000_000_000_00,
  siteHourSatang: 1_000_000_000_00,
  memberAgeHours: 0,
  bankAccountAgeHours: 0,
  passwordAgeHours: 0,
  freshAccessSatang: 0,
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

/** Makes a site pay out everything at once; callable before and after the site starts. */
export async function loosenPayouts(owner: Db): Promise<void> {
  await owner.transaction().execute((trx) => writeSetting(trx, 'payout', LOOSE_PAYOUTS, 'test'));
}
