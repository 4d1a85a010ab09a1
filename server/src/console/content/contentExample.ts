import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang, type Satang } from '@krapao/contract/money';
import { termsFor } from '../../modules/bonus/bonusDefinition.ts';
import { hasCondition } from '../../modules/bonus/creditReward.ts';
import {
  baseOf,
  earlyEndCostOf,
  excessOf,
  floorOf,
  shareDown,
  type Terms,
  targetOf,
  turnoverOf,
} from '../../modules/bonus/terms.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { type BonusDocument, rowOf } from './bonusContent.ts';
import type { ContentAddress } from './contentKinds.ts';
import { oddsOf, spinCost } from './spinCost.ts';
import type { WheelDocument } from './wheelContent.ts';

type Example = Omit<
  ResponseOf<Contract['POST /api/console/content/:kind/:item/example']>,
  'problems' | 'worstCase' | 'second' | 'needsSimulation'
>;
type Line = [name: string, amount: Satang];

/** The worked example of a document for this amount, by the same rules as for members. `value` matches its schema. */
export function contentExample({ kind, item }: ContentAddress, value: unknown, amount: Satang): Example {
  if (kind === 'wheel') return wheelExample(value as WheelDocument);
  return {
    lines: linesOf(kind === 'setting' ? item : kind, value, amount).map(([name, satang]) => ({
      name,
      baht: bahtFromSatang(satang),
    })),
    odds: [],
  };
}

function linesOf(subject: string, value: unknown, amount: Satang): Line[] {
  switch (subject) {
    case 'bonus':
      // The setting of this name has no example.
      return 'code' in (value as object) ? bonusLines(value as BonusDocument, amount) : [];
    case 'refund':
      return rewardLines('netLoss', value as SettingValue<'refund'>, amount);
    case 'invite':
      return rewardLines('friendsLoss', value as SettingValue<'invite'>, amount);
    case 'bonusCoupon': {
      const { successBps, failBps } = value as SettingValue<'bonusCoupon'>;
      return [['coupon', amount], ...termLines(conditionOf(amount, successBps, failBps))];
    }
    default:
      return [];
  }
}

function bonusLines(value: BonusDocument, amount: Satang): Line[] {
  // Only the terms are read of it.
  const terms = termsFor(
    { ...rowOf(value), position: 0, claimed: 0 } as unknown as Parameters<typeof termsFor>[0],
    value.condition === 'none' ? 0n : amount,
  );
  if (value.condition !== 'none' && amount < BigInt(value.minimumDepositSatang))
    return [
      ['deposit', amount],
      ['minimumDeposit', BigInt(value.minimumDepositSatang)],
      ['bonus', 0n],
    ];
  return [
    ...(value.condition === 'none' ? [] : ([['deposit', amount]] satisfies Line[])),
    ['bonus', terms.bonus],
    ...(terms.bonus > 0n ? termLines(terms) : []),
  ];
}

function rewardLines(
  from: string,
  rules: SettingValue<'refund'> | SettingValue<'invite'>,
  amount: Satang,
): Line[] {
  const reward = shareDown(amount, rules.shareBps);
  return [
    [from, amount],
    ['reward', reward],
    ...('minimumSatang' in rules && reward < BigInt(rules.minimumSatang)
      ? ([['notBefore', BigInt(rules.minimumSatang)]] satisfies Line[])
      : []),
    ...(reward > 0n && hasCondition(rules)
      ? termLines(conditionOf(reward, rules.successBps, rules.failBps))
      : []),
  ];
}

function conditionOf(bonus: Satang, successBps: number, failBps: number): Terms {
  return { deposit: 0n, bonus, successBps, failBps, turnoverBps: 0, maximumPayout: null };
}

function termLines(terms: Terms): Line[] {
  const target = targetOf(terms);
  const excess = excessOf(terms, target);
  return [
    ['base', baseOf(terms)],
    ['target', target],
    ['floor', floorOf(terms)],
    ...(terms.turnoverBps > 0 ? ([['turnover', turnoverOf(terms)]] satisfies Line[]) : []),
    ...(excess > 0n ? ([['excess', excess]] satisfies Line[]) : []),
    ['cancelAtOnce', earlyEndCostOf(terms.deposit, baseOf(terms))],
    ['cancelAtDouble', earlyEndCostOf(terms.deposit, baseOf(terms) * 2n)],
  ];
}

function wheelExample({ slices }: WheelDocument): Example {
  const cost = spinCost(slices);
  const percents = oddsOf(slices);
  return {
    lines: cost === undefined ? [] : [{ name: 'spinCost', baht: bahtFromSatang(cost) }],
    odds: slices.map(({ code }, index) => ({ code, percent: percents[index] ?? 0 })),
  };
}
