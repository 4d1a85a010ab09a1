import { AMOUNT_CEILING_BAHT } from '@krapao/contract/limits';
import type { Satang } from '@krapao/contract/money';
import { termsFor } from '../../modules/bonus/bonusDefinition.ts';
import { shareDown } from '../../modules/bonus/terms.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { type BonusDocument, rowOf } from './bonusContent.ts';
import type { ContentAddress } from './contentKinds.ts';
import { spinCost } from './spinCost.ts';
import type { WheelDocument } from './wheelContent.ts';

/** The largest deposit or loss of any call or day, in satang. */
const LARGEST: Satang = BigInt(AMOUNT_CEILING_BAHT) * 100n;
/** This many spins of one member count with their average cost, in addition to the highest prize. */
const SPINS = 100n;

/**
 * The most that one member can get from what a document offers, in satang: for a bonus, in the period of its limit; for
 * the wheel, its highest prize and a hundred spins; for refunds and invite shares, in the days of their maximum sum.
 * Conditions do not reduce it, because they may be met. Zero if it is switched off; null for a document that gives
 * nothing.
 */
export function worstCaseOf({ kind, item }: ContentAddress, value: unknown): Satang | null {
  if (kind === 'bonus') return bonusWorstCase(value as BonusDocument);
  if (kind === 'wheel') return wheelWorstCase(value as WheelDocument);
  if (kind === 'setting' && (item === 'refund' || item === 'invite'))
    return rewardWorstCase(value as SettingValue<'refund'> | SettingValue<'invite'>);
  return null;
}

function bonusWorstCase(value: BonusDocument): Satang {
  if (!value.isActive) return 0n;
  // Only the terms are read of it.
  const row = { ...rowOf(value), position: 0, claimed: 0 } as unknown as Parameters<typeof termsFor>[0];
  return termsFor(row, value.condition === 'none' ? 0n : LARGEST).bonus * BigInt(value.maxReceived);
}

function wheelWorstCase({ slices }: WheelDocument): Satang {
  const prizes = slices.map(({ prize, amountSatang }) =>
    prize === 'money' || prize === 'coupon' ? BigInt(amountSatang) : 0n,
  );
  const highest = prizes.toSorted((one, other) => Number(other - one))[0] ?? 0n;
  const average = spinCost(slices);
  return average === undefined ? LARGEST : highest + average * SPINS;
}

function rewardWorstCase(value: SettingValue<'refund'> | SettingValue<'invite'>): Satang {
  if (!value.isActive) return 0n;
  const share = shareDown(LARGEST, value.shareBps);
  const maximum = BigInt(value.maximumSatang);
  return share < maximum ? share : maximum;
}
