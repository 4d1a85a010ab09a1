import { createHash } from 'node:crypto';
import { draw } from '../spinwheel/draw.ts';

/** A slice of the draft; a prize in satang for money and coupons, in coins for coins. */
export interface Slice {
  weight: number;
  prize: string;
  amount: number;
}

/** Spins of one member that a run draws at most: a wheel whose coins come back would not end. */
export const SPINS_MOST = 500;

/** What one run came to; satang. */
export interface WheelRun {
  spinners: number;
  spins: number;
  /** Members who won money or a coupon. */
  ahead: number;
  cost: number;
}

/** Spins all coins of all members once, by the draw that members get. Coupons count as claimed. */
export function spinAll(
  coins: readonly number[],
  slices: readonly Slice[],
  { seed, run }: { seed: string; run: number },
): WheelRun {
  const serverSeed = createHash('sha256').update(`${seed}:${run}`).digest();
  const weights = slices.map(({ weight }) => weight);
  const sum: WheelRun = { spinners: 0, spins: 0, ahead: 0, cost: 0 };
  coins.forEach((held, member) => {
    let left = held;
    let won = 0;
    let nonce = 0;
    for (; left > 0 && nonce < SPINS_MOST; left -= 1) {
      nonce += 1;
      const slice = slices[draw({ serverSeed, clientSeed: String(member), nonce }, weights)];
      if (slice?.prize === 'coins') left += slice.amount;
      if (slice?.prize === 'money' || slice?.prize === 'coupon') won += slice.amount;
    }
    sum.spins += nonce;
    sum.cost += won;
    if (held > 0) sum.spinners += 1;
    if (won > 0) sum.ahead += 1;
  });
  return sum;
}

/** The mean prize of one spin and its standard deviation, in satang, without the value of coins. */
export function prizeOf(slices: readonly Slice[]): { mean: number; deviation: number } {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0);
  const amounts = slices.map(({ prize, amount, weight }) => ({
    share: weight / total,
    amount: prize === 'money' || prize === 'coupon' ? amount : 0,
  }));
  const mean = amounts.reduce((sum, { share, amount }) => sum + share * amount, 0);
  const variance = amounts.reduce((sum, { share, amount }) => sum + share * (amount - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(variance) };
}

/** The mean number of spins that one coin gives, with the coins that it wins. */
export function spinsOfCoin(slices: readonly Slice[]): number {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0);
  const again = slices.reduce(
    (sum, { weight, prize, amount }) => sum + (prize === 'coins' ? weight * amount : 0),
    0,
  );
  return total / Math.max(total - again, 1);
}
