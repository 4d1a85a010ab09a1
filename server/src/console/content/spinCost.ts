import type { Satang } from '@krapao/contract/money';

interface Weighted {
  weight: number;
  prize: string;
  amountSatang: number;
  coins: number;
}

/**
 * The average cost of a spin, in satang rounded up: its prizes, and the value of the coins that it gives. With weights
 * w, prizes a and coins c that is Σwa / (Σw − Σwc). Undefined if a spin gives one coin or more on average: then playing
 * never ends.
 */
export function spinCost(slices: readonly Weighted[]): Satang | undefined {
  let weights = 0n;
  let paid = 0n;
  let again = 0n;
  for (const { weight, prize, amountSatang, coins } of slices) {
    weights += BigInt(weight);
    if (prize === 'money' || prize === 'coupon') paid += BigInt(weight) * BigInt(amountSatang);
    if (prize === 'coins') again += BigInt(weight) * BigInt(coins);
  }
  const left = weights - again;
  return left > 0n ? (paid + left - 1n) / left : undefined;
}

/** The chance of each slice in percent, to four decimals. */
export function oddsOf(slices: readonly Pick<Weighted, 'weight'>[]): number[] {
  const total = slices.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  return slices.map(({ weight }) => Number((BigInt(weight) * 1_000_000n + total / 2n) / total) / 10_000);
}
