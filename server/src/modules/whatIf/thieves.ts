import type { Satang } from '@krapao/contract/money';
import type { SettingValue } from '../../settings/schema.ts';
import { type DefinitionRow, termsFor } from '../bonus/bonusDefinition.ts';
import { isUsedUp } from '../bonus/claimRules.ts';
import { removedAtEnd, shareDown, type Terms, targetOf, turnoverOf, verdictOf } from '../bonus/terms.ts';
import type { Offer } from './bonusRuns.ts';
import { type Random, seeded } from './randomness.ts';

/** What a thief wins at most on average in the month, in satang, and the rule that stops them or would. */
export interface Thief {
  name:
    | 'withdrawAtOnce'
    | 'manyAccounts'
    | 'oppositeBets'
    | 'oneGame'
    | 'refundLoop'
    | 'couponFarm'
    | 'coinLoop';
  profit: number;
  rule: 'earlyEnd' | 'onePerson' | 'turnover' | 'houseMoney' | 'netDeposits' | 'target';
  /** The multiple of the base that leaves nothing to win; only of the rule `turnover`. */
  turnover: number | null;
}

const ACCOUNTS = 5;
const GAMES = 2_000;
const BETS_MOST = 200;
/** The smallest deposit of a thief where the offer asks for none. */
const SMALLEST: Satang = 100_00n;
const MULTIPLES = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 80];
const EVEN = 1;
const WHOLE = 10_000;

interface World {
  seed: string;
  refund: SettingValue<'refund'>;
  /** What the most generous game returned of a stake. */
  bestReturn: number;
}

/** The thieves of a bonus, each with the least deposit that the offer takes. */
export function bonusThieves(offer: Offer, { seed, refund, bestReturn }: World): Thief[] {
  const deposit =
    offer.condition === 'none' ? 0n : offer.minimum_deposit > 0n ? offer.minimum_deposit : SMALLEST;
  const terms = termsFor(offer as DefinitionRow, deposit);
  const atOnce = profitAtOnce(terms);
  const isLoose = atOnce > 0;
  // The whole person counts where no deposit is asked for again, or none at all.
  const isOfPerson = offer.condition !== 'deposit';
  let taken = 0;
  for (let account = 0; account < ACCOUNTS; account += 1)
    if (!isOfPerson || !isUsedUp(offer, { received: taken, others: account > 0 })) taken += 1;
  const play = (returns: number, multiple = terms.turnoverBps) =>
    meanProfit({ ...terms, turnoverBps: multiple }, returns, seeded(seed, 'thief', returns, multiple));
  const atBest = play(bestReturn);
  const stops = MULTIPLES.find((multiple) => play(bestReturn, multiple * WHOLE) <= 0) ?? null;
  return [
    { name: 'withdrawAtOnce', profit: atOnce, rule: isLoose ? 'target' : 'earlyEnd', turnover: null },
    {
      name: 'manyAccounts',
      profit: atOnce * taken,
      rule: isOfPerson ? 'onePerson' : isLoose ? 'target' : 'earlyEnd',
      turnover: null,
    },
    { name: 'oppositeBets', ...stoppedBy('earlyEnd', oppositeBets(terms), stops) },
    { name: 'oneGame', profit: atBest, rule: 'turnover', turnover: stops },
    { name: 'refundLoop', ...stoppedBy('houseMoney', refundLoop(terms, refund), stops) },
  ];
}

/** The thieves of a wheel. `cost`: the mean of a spin, satang; `coins`: of the smallest deposits that go round */
export function wheelThieves(
  coupon: SettingValue<'bonusCoupon'>,
  { cost, satangForCoin, couponAmount }: { cost: number; satangForCoin: number; couponAmount: Satang },
): Thief[] {
  const terms: Terms = {
    deposit: 0n,
    bonus: couponAmount,
    successBps: coupon.successBps,
    failBps: coupon.failBps,
    turnoverBps: 0,
    maximumPayout: null,
  };
  const coins = Number(SMALLEST) / satangForCoin;
  return [
    // The first round earns coins, as any deposit does; further rounds earn none.
    { name: 'coinLoop', profit: Math.floor(coins) * cost, rule: 'netDeposits', turnover: null },
    {
      name: 'couponFarm',
      profit: couponAmount === 0n ? 0 : profitAtOnce(terms),
      rule: 'earlyEnd',
      turnover: null,
    },
  ];
}

/** A rule stops it already; where none does, turnover would. */
const stoppedBy = (rule: Thief['rule'], profit: number, stops: number | null) =>
  profit > 0 ? ({ profit, rule: 'turnover', turnover: stops } as const) : { profit, rule, turnover: null };

/** Claims and ends the bonus at once. */
function profitAtOnce(terms: Terms): number {
  const { deposit: own } = terms;
  const now = own + terms.bonus;
  const verdict = verdictOf(terms, now, 0n);
  return Number(now - removedAtEnd(terms, verdict === 'active' ? 'cancelled' : verdict, { own, now }) - own);
}

/** Two accounts bet all on both sides of an even game; each ends as is best. */
function oppositeBets(terms: Terms): number {
  const own = terms.deposit;
  const end = (now: Satang) => {
    const verdict = verdictOf(terms, now, own + terms.bonus);
    return Number(now - removedAtEnd(terms, verdict === 'active' ? 'cancelled' : verdict, { own, now }));
  };
  return end(2n * (own + terms.bonus)) + end(0n) - 2 * Number(own);
}

/** Bets all once at an even game, and takes a refund of the own money if it is lost. */
function refundLoop(terms: Terms, refund: SettingValue<'refund'>): number {
  const own = terms.deposit;
  const now = 2n * (own + terms.bonus);
  const verdict = verdictOf(terms, now, own + terms.bonus);
  const won = Number(now - removedAtEnd(terms, verdict === 'active' ? 'cancelled' : verdict, { own, now }));
  const back = refund.isActive ? Number(shareDown(own, refund.shareBps)) : 0;
  return (won + back) / 2 - Number(own);
}

/** The mean of one who plays boldly for the target, then with small stakes for the turnover. */
function meanProfit(terms: Terms, returns: number, random: Random): number {
  const own = terms.deposit;
  const [target, turnover] = [Number(targetOf(terms)), Number(turnoverOf(terms))];
  let sum = 0;
  for (let game = 0; game < GAMES; game += 1) {
    let now = Number(own + terms.bonus);
    let staked = 0;
    let verdict = verdictOf(terms, BigInt(now), 0n);
    for (let bet = 0; bet < BETS_MOST && verdict === 'active' && now > 0; bet += 1) {
      const stake =
        now < target
          ? Math.min(now, target - now)
          : Math.min(now, Math.max(1, turnover - staked), Math.ceil(now / 10));
      staked += stake;
      now += random() < Math.min(returns, EVEN) / 2 ? stake : -stake;
      verdict = verdictOf(terms, BigInt(now), BigInt(staked));
    }
    const end = verdict === 'active' ? 'cancelled' : verdict;
    sum += now - Number(removedAtEnd(terms, end, { own, now: BigInt(now) })) - Number(own);
  }
  return sum / GAMES;
}
