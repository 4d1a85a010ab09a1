import type { Satang } from '@krapao/contract/money';
import type { SettingValue } from '../../settings/schema.ts';
import { type DefinitionRow, termsFor } from '../bonus/bonusDefinition.ts';
import { isClear, isFirstDeposit, isUsedUp } from '../bonus/claimRules.ts';
import { removedAtEnd, type Terms, turnoverOf, verdictOf } from '../bonus/terms.ts';
import { MONTH_DAYS, type Month, type MonthDay, type MonthDeposit, type MonthMember } from './month.ts';
import type { Random } from './randomness.ts';

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const DAYS_TO_MONDAY = 3;
/** A claim's play ends after this many stakes, however far its target is. */
export const STAKES_MOST = 100;
/** Claims of one member that a run plays at most. */
const CLAIMS_MOST = 31;

/** The draft's rules, as its row will hold them. */
export type Offer = Omit<DefinitionRow, 'name' | 'description' | 'position' | 'claimed'>;

/** A moment at which a member could claim, with the terms that would be frozen. */
interface Chance {
  at: number;
  own: Satang;
  terms: Terms;
}

/** A sampled member, prepared once for all runs. */
export interface Player {
  chances: Chance[];
  received: number;
  days: MonthDay[];
  /** Days of play for one claim. */
  daysEach: number;
}

/** What one run came to, in satang. */
export interface BonusRun {
  claimants: number;
  claims: number;
  reached: number;
  failed: number;
  ahead: number;
  /** Bonuses less what their ends took back. */
  cost: number;
  granted: number;
  /** By the day of the month, from 0. */
  days: { claims: number; cost: number }[];
}

/** The sampled members who could claim the offer at some moment of the month. */
export function playersOf(month: Month, offer: Offer, rules: SettingValue<'bonus'>): Player[] {
  return month.members.flatMap((member) => {
    const chances = chancesOf(member, offer, rules, month.from);
    if (chances.length === 0) return [];
    const days = member.days;
    return [
      {
        chances,
        received: member.received,
        days,
        daysEach: Math.max(1, Math.ceil(days.length / chances.length)),
      },
    ];
  });
}

function chancesOf(member: MonthMember, offer: Offer, rules: SettingValue<'bonus'>, from: number): Chance[] {
  const chance = (at: number, deposit: Satang, held: Satang): Chance[] => {
    const terms = termsFor(offer as DefinitionRow, deposit);
    if (terms.bonus === 0n || !isClear({ posted: held, games: 0n }, deposit, rules)) return [];
    return [{ at, terms, own: held > deposit ? held : deposit }];
  };
  if (offer.condition === 'none') {
    // Any active day will do.
    const isActive = member.deposits.length > 0 || member.days.length > 0;
    if (!isActive) return [];
    const moments = offer.type === 'limit' ? 1 : offer.type === 'week' ? 5 : MONTH_DAYS;
    return Array.from({ length: Math.min(moments, Math.max(1, member.days.length)) }, (_, nth) =>
      chance(from + (nth * MONTH_DAYS * DAY_MS) / moments, 0n, 0n),
    ).flat();
  }
  return member.deposits.flatMap(({ amount, walletAfter, at }: MonthDeposit, nth) =>
    amount < offer.minimum_deposit ||
    (offer.condition === 'new_member' && !isFirstDeposit(member.depositsBefore + nth + 1))
      ? []
      : chance(at, amount, walletAfter),
  );
}

/** The most that the offer gives in the month when every chance is taken and nothing comes back; satang of the sample. */
export function everyChance(players: readonly Player[], offer: Offer): number {
  let sum = 0;
  for (const { chances, received } of players) {
    const given = new Map<string, number>();
    for (const { at, terms } of chances) {
      const period = periodOf(offer, at);
      const before = given.get(period) ?? (offer.type === 'limit' ? received : 0);
      if (isUsedUp(offer, { received: before, others: false })) continue;
      given.set(period, before + 1);
      sum += Number(terms.bonus);
    }
  }
  return sum;
}

/** Plays the month once. `pool` are days of play of all members, for those who have none. `most`: claims in all */
export function playMonth(
  players: readonly Player[],
  offer: Offer,
  {
    random,
    takeUp,
    pool,
    from,
    most,
  }: { random: Random; takeUp: number; pool: readonly MonthDay[]; from: number; most: number },
): BonusRun {
  const run: BonusRun = {
    claimants: 0,
    claims: 0,
    reached: 0,
    failed: 0,
    ahead: 0,
    cost: 0,
    granted: 0,
    days: Array.from({ length: MONTH_DAYS }, () => ({ claims: 0, cost: 0 })),
  };
  for (const player of players) {
    if (random() >= takeUp) continue;
    const given = new Map<string, number>();
    let claims = 0;
    for (const { at, own, terms } of player.chances) {
      const period = periodOf(offer, at);
      const received = given.get(period) ?? (offer.type === 'limit' ? player.received : 0);
      if (run.claims >= most || claims >= CLAIMS_MOST || isUsedUp(offer, { received, others: false }))
        continue;
      given.set(period, received + 1);
      claims += 1;
      run.claims += 1;
      const { verdict, now } = playClaim(terms, own, player, pool, random);
      const removed = removedAtEnd(terms, verdict, { own, now });
      const cost = Number(terms.bonus) - Math.min(Number(removed), Number(terms.bonus));
      run.granted += Number(terms.bonus);
      run.cost += cost;
      if (verdict === 'reached') run.reached += 1;
      if (verdict === 'failed') run.failed += 1;
      if (now - removed > own) run.ahead += 1;
      const day = run.days[Math.min(MONTH_DAYS - 1, Math.max(0, Math.floor((at - from) / DAY_MS)))];
      if (day) {
        day.claims += 1;
        day.cost += cost;
      }
    }
    if (claims > 0) run.claimants += 1;
  }
  return run;
}

/**
 * Plays one claim: days of the member's own play, drawn at random, with what they won and lost, until the bonus ends.
 * One that does not end is cancelled, as who wants to withdraw would.
 */
function playClaim(
  terms: Terms,
  own: Satang,
  { days, daysEach }: Player,
  pool: readonly MonthDay[],
  random: Random,
): { verdict: 'reached' | 'failed' | 'cancelled'; now: Satang } {
  let now = Number(own + terms.bonus);
  let staked = 0;
  const from = days.length > 0 ? days : pool;
  const judge = () => verdictOf(terms, BigInt(now), BigInt(staked));
  let verdict = judge();
  let stakes = 0;
  for (let nth = 0; nth < daysEach && verdict === 'active' && from.length > 0; nth += 1) {
    const day = from[Math.floor(random() * from.length)] as MonthDay;
    let left = day.stake;
    while (left > 0 && now > 0 && verdict === 'active' && stakes < STAKES_MOST) {
      const stake = Math.min(left, now);
      left -= stake;
      stakes += 1;
      now = Math.max(0, now - stake + Math.round((stake * day.win) / day.stake));
      staked += Math.round((stake * day.weighed) / day.stake);
      verdict = judge();
    }
  }
  return { verdict: verdict === 'active' ? 'cancelled' : verdict, now: BigInt(now) };
}

function periodOf({ type }: Pick<Offer, 'type'>, at: number): string {
  if (type === 'limit') return '';
  const day = Math.floor((at + BANGKOK_MS) / DAY_MS);
  return String(type === 'day' ? day : Math.floor((day + DAYS_TO_MONDAY) / 7));
}

/** The mean turnover that a claim needs, in satang. */
export function meanTurnover(players: readonly Player[]): number {
  const needed = players.flatMap(({ chances }) => chances.map(({ terms }) => Number(turnoverOf(terms))));
  return needed.length === 0 ? 0 : needed.reduce((sum, one) => sum + one, 0) / needed.length;
}
