import { Type } from '@krapao/contract/endpoint';
import { SATANG_MAX, SHARE_MAX_BPS, YEAR } from './shapes.ts';

/** The rules of automatic payout, and what one operator may book as paid by hand. */
export const PAYOUT_SETTINGS = {
  payout: {
    schema: Type.Object({
      maximumSatang: Type.Integer({ minimum: 0, maximum: SATANG_MAX }),
      memberDaySatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'sum for one member within 24 hours',
      }),
      siteHourSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'sum for all members within an hour',
      }),
      memberAgeHours: Type.Integer({ minimum: 0, maximum: YEAR.hours, description: 'since registration' }),
      bankAccountAgeHours: Type.Integer({ minimum: 0, maximum: YEAR.hours }),
      passwordAgeHours: Type.Integer({
        minimum: 0,
        maximum: YEAR.hours,
        description: 'since the password, the phone number or another way in last changed',
      }),
      freshAccessSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'within those hours so much is paid nevertheless, in 24 hours together; 0: nothing',
      }),
      playedShareBps: Type.Integer({
        minimum: 0,
        maximum: SHARE_MAX_BPS,
        description: 'stakes for what was deposited; 10000 is once',
      }),
      withoutPlaySatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'so much is paid without play, once in 24 hours; 0: nothing',
      }),
      usualDepositTimes: Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description: 'a deposit of more than so many times the usual one; 0: any',
      }),
      bonusEndedMinutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
      stopsThirdPartyPayer: Type.Boolean(),
      stopsSharedDevice: Type.Boolean(),
      stopsSharedAddress: Type.Boolean(),
      stopsSharedName: Type.Boolean(),
      stopsInviter: Type.Boolean(),
      asksAccountName: Type.Boolean({ description: 'of the bank, before the first payout to an account' }),
    }),
    default: {
      maximumSatang: 10_000_00,
      memberDaySatang: 20_000_00,
      siteHourSatang: 200_000_00,
      memberAgeHours: 72,
      bankAccountAgeHours: 72,
      passwordAgeHours: 24,
      freshAccessSatang: 0,
      playedShareBps: 100_00,
      withoutPlaySatang: 0,
      usualDepositTimes: 5,
      bonusEndedMinutes: 60,
      stopsThirdPartyPayer: true,
      stopsSharedDevice: true,
      stopsSharedAddress: true,
      stopsSharedName: true,
      stopsInviter: true,
      asksAccountName: true,
    },
  },
  paidByHand: {
    schema: Type.Object({
      cashierSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'one payout that a cashier, or a role made here, books as paid by hand alone',
      }),
      managerSatang: Type.Integer({
        minimum: 0,
        maximum: SATANG_MAX,
        description: 'the same for managers and administrators',
      }),
    }),
    default: { cashierSatang: 1_000_00, managerSatang: 5_000_00 },
  },
};
