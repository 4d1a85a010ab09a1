import type { SimulationResult } from '@krapao/contract/api/operator/simulation';
import { bahtFromSatang } from '@krapao/contract/money';
import type { SettingValue } from '../../settings/schema.ts';
import { everyChance, meanTurnover, type Offer, playersOf, playMonth, STAKES_MOST } from './bonusRuns.ts';
import { MONTH_DAYS, type Month } from './month.ts';
import { seeded } from './randomness.ts';
import { scaledSpread, spreadOf } from './spread.ts';
import { bonusThieves, type Thief, wheelThieves } from './thieves.ts';
import { prizeOf, type Slice, SPINS_MOST, spinAll, spinsOfCoin } from './wheelRuns.ts';

/** What a run needs; it holds no name of a member. */
export interface Task {
  seed: string;
  month: Month;
  offer: { kind: 'bonus'; terms: Offer; claimed: number } | { kind: 'wheel'; slices: Slice[]; cost: number };
  settings: {
    bonus: SettingValue<'bonus'>;
    bonusCoupon: SettingValue<'bonusCoupon'>;
    refund: SettingValue<'refund'>;
    satangForCoin: number;
  };
}

const RUNS = { least: 20, most: 200 };
/** Stakes, and draws of the wheel, of all runs together: what bounds the time, the same on every machine. */
const WORK = 6_000_000;
const DRAWS = 400_000;

const baht = (satang: number) => bahtFromSatang(BigInt(Math.round(satang)));

/** Tries the offer on the month. The same task gives the same result. @param tell the share that is done, in percent */
export function simulate(task: Task, tell: (percent: number) => void): SimulationResult {
  const { month } = task;
  const shared = {
    members: month.population,
    sampled: month.members.length,
    from: new Date(month.from).toISOString(),
    to: new Date(month.to).toISOString(),
  };
  const { offer } = task;
  return offer.kind === 'bonus'
    ? { ...shared, ...simulateBonus(task, offer, tell) }
    : { ...shared, ...simulateWheel(task, offer, tell) };
}

type Own = Omit<SimulationResult, 'members' | 'sampled' | 'from' | 'to'>;

function simulateBonus(
  { seed, month, settings }: Task,
  { terms: offer, claimed }: Extract<Task['offer'], { kind: 'bonus' }>,
  tell: (percent: number) => void,
): Own {
  const all = playersOf(month, offer, settings.bonus);
  const pool = month.members.flatMap(({ days }) => days);
  const each = Math.max(1, workOf(all, pool.length));
  // A smaller part of the sample where the runs of all would take too long.
  const players = all.slice(0, Math.max(1, Math.floor((all.length * WORK) / RUNS.least / each)));
  const factor =
    (month.population / Math.max(month.members.length, 1)) * (all.length / Math.max(players.length, 1));
  const runs = runsFor(workOf(players, pool.length), WORK);
  const left = offer.quota === null ? Number.POSITIVE_INFINITY : Math.max(0, offer.quota - claimed);
  const most = Math.ceil(left / Math.max(factor, 1));
  const takeUp = month.takeUp ?? 1;
  const played = times(runs, tell, (run) =>
    playMonth(players, offer, { random: seeded(seed, run), takeUp, pool, from: month.from, most }),
  );
  const sum = (of: (run: (typeof played)[number]) => number) =>
    played.reduce((total, run) => total + of(run), 0);
  const claims = sum((run) => run.claims);
  const share = (part: number) => (claims === 0 ? 0 : Math.round((1_000 * part) / claims) / 10);
  const worst = Math.min(everyChance(players, offer) * factor, left * mostOf(players));
  return {
    runs,
    eligible: Math.round(players.length * factor),
    takeUpPercent: month.takeUp === null ? null : Math.round(takeUp * 1_000) / 10,
    claimants: scaledSpread(
      played.map((run) => run.claimants),
      factor,
      Math.round,
    ),
    claims: scaledSpread(
      played.map((run) => run.claims),
      factor,
      Math.round,
    ),
    aheadPercent: spreadOf(
      played.map((run) => (run.claims === 0 ? 0 : Math.round((1_000 * run.ahead) / run.claims) / 10)),
    ),
    cost: scaledSpread(
      played.map((run) => run.cost),
      factor,
      baht,
    ),
    granted: baht((sum((run) => run.granted) / runs) * factor),
    takenBack: baht((sum((run) => run.granted - run.cost) / runs) * factor),
    reachedPercent: share(sum((run) => run.reached)),
    failedPercent: share(sum((run) => run.failed)),
    turnover: baht(meanTurnover(players)),
    worst: baht(Number.isFinite(worst) ? worst : 0),
    spin: null,
    days: Array.from({ length: MONTH_DAYS }, (_, day) => ({
      claims: round1((sum((run) => run.days[day]?.claims ?? 0) / runs) * factor),
      cost: baht((sum((run) => run.days[day]?.cost ?? 0) / runs) * factor),
    })),
    thieves: bonusThieves(offer, { seed, refund: settings.refund, bestReturn: month.bestReturn ?? 1 }).map(
      presentThief,
    ),
  };
}

function simulateWheel(
  { seed, month, settings }: Task,
  { slices, cost }: Extract<Task['offer'], { kind: 'wheel' }>,
  tell: (percent: number) => void,
): Own {
  const held = month.members.map(({ coins }) => coins).filter((coins) => coins > 0);
  const spinsOf = (list: readonly number[]) =>
    list.reduce((sum, coins) => sum + Math.min(coins * spinsOfCoin(slices), SPINS_MOST), 0);
  const coins = held.slice(
    0,
    Math.max(1, Math.floor((held.length * DRAWS) / RUNS.least / Math.max(spinsOf(held), 1))),
  );
  const factor =
    (month.population / Math.max(month.members.length, 1)) * (held.length / Math.max(coins.length, 1));
  const runs = runsFor(spinsOf(coins), DRAWS);
  const spun = times(runs, tell, (run) => spinAll(coins, slices, { seed, run }));
  const highest = Math.max(
    0,
    ...slices.map(({ prize, amount }) => (prize === 'money' || prize === 'coupon' ? amount : 0)),
  );
  const { mean, deviation } = prizeOf(slices);
  const spins = scaledSpread(
    spun.map((run) => run.spins),
    factor,
    Math.round,
  );
  const spent = scaledSpread(
    spun.map((run) => run.cost),
    factor,
    baht,
  );
  const mostSpins = Math.max(0, ...spun.map((run) => run.spins)) * factor;
  const coupon = slices.reduce(
    (sum, { prize, amount }) => (prize === 'coupon' ? Math.max(sum, amount) : sum),
    0,
  );
  return {
    runs,
    eligible: Math.round(coins.length * factor),
    takeUpPercent: null,
    claimants: scaledSpread(
      spun.map((run) => run.spinners),
      factor,
      Math.round,
    ),
    claims: spins,
    aheadPercent: spreadOf(
      spun.map((run) => (run.spinners === 0 ? 0 : Math.round((1_000 * run.ahead) / run.spinners) / 10)),
    ),
    cost: spent,
    granted: spent.median,
    takenBack: 0,
    reachedPercent: 0,
    failedPercent: 0,
    turnover: 0,
    worst: baht(mostSpins * highest),
    spin: { mean: baht(mean), deviation: baht(deviation) },
    days: Array.from({ length: MONTH_DAYS }, () => ({
      claims: round1(spins.median / MONTH_DAYS),
      cost: Math.round((100 * spent.median) / MONTH_DAYS) / 100,
    })),
    thieves: wheelThieves(settings.bonusCoupon, {
      cost,
      satangForCoin: settings.satangForCoin,
      couponAmount: BigInt(coupon),
    }).map(presentThief),
  };
}

/** Stakes of one run at most. */
function workOf(players: ReturnType<typeof playersOf>, pool: number): number {
  return players.reduce(
    (sum, { chances, daysEach, days }) =>
      sum + chances.length * (days.length + pool > 0 ? Math.min(STAKES_MOST, daysEach * 8) : 1),
    0,
  );
}

const runsFor = (each: number, most: number) =>
  Math.min(RUNS.most, Math.max(RUNS.least, Math.floor(most / Math.max(each, 1))));

const mostOf = (players: ReturnType<typeof playersOf>) =>
  players.reduce(
    (most, { chances }) => chances.reduce((one, { terms }) => Math.max(one, Number(terms.bonus)), most),
    0,
  );

function times<T>(runs: number, tell: (percent: number) => void, play: (run: number) => T): T[] {
  return Array.from({ length: runs }, (_, run) => {
    const result = play(run);
    tell(Math.floor((100 * (run + 1)) / runs));
    return result;
  });
}

const round1 = (value: number) => Math.round(value * 10) / 10;
const presentThief = ({ profit, ...thief }: Thief) => ({ ...thief, profit: baht(profit) });
