import { Type } from '@krapao/contract/endpoint';
import { SATANG_MAX } from './shapes.ts';

const Satang = (description: string) => Type.Integer({ minimum: 0, maximum: SATANG_MAX, description });
const Days = (maximum = 90) => Type.Integer({ minimum: 1, maximum });
const Count = (description: string) => Type.Integer({ minimum: 2, maximum: 1_000, description });
const Percent = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000, description });
const isOn = Type.Boolean();

/**
 * The rules against laundering as data (protection.md rows 35 and 37). What a rule finds becomes a case; no rule blocks
 * anything. Amounts are in satang.
 */
export const LAUNDERING_SETTINGS = {
  laundering: {
    schema: Type.Object({
      structuring: Type.Object({
        isOn,
        belowSatang: Satang('deposits below it that reach it together'),
        deposits: Count('so many of them'),
        days: Days(),
      }),
      littlePlay: Type.Object({
        isOn,
        depositsSatang: Satang('deposits of a member from which the rule looks'),
        playedPercent: Percent('stakes below this share of the deposits'),
        withdrawnPercent: Percent('withdrawals of at least this share of the deposits'),
        days: Days(),
      }),
      manySenders: Type.Object({ isOn, senders: Count('senders that pay one member'), days: Days() }),
      oneSender: Type.Object({ isOn, members: Count('members that one sender pays'), days: Days() }),
      accountChanged: Type.Object({
        isOn,
        days: Days(),
        withdrawalSatang: Satang('withdrawals from this sum, after another payout account'),
      }),
      unusualDeposit: Type.Object({
        isOn,
        times: Count('so many times the median of the 30 days before'),
        depositSatang: Satang('deposits from this sum'),
      }),
      sharedDevice: Type.Object({ isOn, members: Count('members on one device') }),
      sharedAccount: Type.Object({ isOn, members: Count('members that were paid to one bank account') }),
      bonusEnded: Type.Object({
        isOn,
        minutes: Type.Integer({ minimum: 1, maximum: 10_080 }),
        withdrawalSatang: Satang('withdrawals from this sum, so soon after a bonus ended'),
      }),
      reportedSum: Type.Object(
        {
          isOn,
          satang: Satang(
            'deposits, or withdrawals, of a member on a day in Bangkok that the law asks to report',
          ),
        },
        { description: 'sources contradict each other: ask a lawyer for the sum' },
      ),
    }),
    default: {
      structuring: { isOn: true, belowSatang: 50_000_00, deposits: 10, days: 2 },
      littlePlay: {
        isOn: true,
        depositsSatang: 50_000_00,
        playedPercent: 50,
        withdrawnPercent: 80,
        days: 7,
      },
      manySenders: { isOn: true, senders: 4, days: 30 },
      oneSender: { isOn: true, members: 3, days: 30 },
      accountChanged: { isOn: true, days: 3, withdrawalSatang: 20_000_00 },
      unusualDeposit: { isOn: true, times: 10, depositSatang: 20_000_00 },
      sharedDevice: { isOn: true, members: 4 },
      sharedAccount: { isOn: true, members: 2 },
      bonusEnded: { isOn: true, minutes: 10, withdrawalSatang: 10_000_00 },
      reportedSum: { isOn: false, satang: 2_000_000_00 },
    },
  },
};
