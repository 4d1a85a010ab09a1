import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { weighedStake } from '../bonus/turnoverWeights.ts';
import { coinsEarned } from '../deposits/creditDeposit.ts';

/** The days before now that an offer is tried on. */
export const MONTH_DAYS = 30;
/** Members that are read at most: more are sampled. */
export const SAMPLE = 4_000;
/** Deposits of one member that are read at most. */
const DEPOSITS_EACH = 200;

/** A credited deposit: satang, the wallet after it, and when, in ms. */
export interface MonthDeposit {
  amount: Satang;
  walletAfter: Satang;
  at: number;
}

/** A day of play: satang staked, won, and what of the stakes counts as turnover. */
export interface MonthDay {
  stake: number;
  win: number;
  weighed: number;
  rounds: number;
}

/** What a member did in the month. */
export interface MonthMember {
  deposits: MonthDeposit[];
  /** Credited before the month. */
  depositsBefore: number;
  days: MonthDay[];
  /** How often this offer was received before the month. */
  received: number;
  /** Coins of the wheel that the deposits earned, and when the first of them came. */
  coins: number;
}

/** The month of the sampled members, in the order of the sample. */
export interface Month {
  /** First moment, ms. */
  from: number;
  to: number;
  /** Members whose wallet ever moved. */
  population: number;
  members: MonthMember[];
  /** The share of depositors who took an offer; null if nobody took any. */
  takeUp: number | null;
  /** What players got back of their stakes at the most generous game; null without play. */
  bestReturn: number | null;
}

interface Asked {
  seed: string;
  /** Of the offer; empty for the wheel. */
  code: string;
  satangForCoin: number;
  turnoverPercent: unknown;
}

/** Reads the month on the transaction's snapshot. Which members are sampled depends on the seed alone. */
export async function readMonth(
  trx: Trx,
  { seed, code, satangForCoin, turnoverPercent }: Asked,
): Promise<Month> {
  const { rows: times } = await sql<{ from: Date; to: Date; population: bigint }>`
    select site.now() - make_interval(days => ${MONTH_DAYS}) as from, site.now() as to,
      (select count(*) from ledger.account w join member m on m.id = w.member_id
        where w.kind = 'wallet' and w.currency = 'THB' and w.version > 0 and m.status = 'active') as population`.execute(
    trx,
  );
  const [time] = times;
  if (time === undefined) throw new Error('no time');
  const { rows: sample } = await sql<{ account: bigint; member: bigint }>`
    select w.id as account, w.member_id as member from ledger.account w join member m on m.id = w.member_id
    where w.kind = 'wallet' and w.currency = 'THB' and w.version > 0 and m.status = 'active'
    order by hashtextextended(w.member_id || ${seed}, 0), w.member_id limit ${SAMPLE}`.execute(trx);
  const accounts = sample.map(({ account }) => account);
  const members = sample.map(({ member }) => member);
  const deposits = await readDeposits(trx, accounts, time.from);
  const { rows: counts } = await sql<{ account: bigint; count: bigint }>`
    select credit as account, count(*) as count from ledger.posting
    where credit = any(${accounts}::bigint[]) and code = 'deposit' and at <= ${time.from} group by credit`.execute(
    trx,
  );
  const { rows: days } = await sql<{
    member: bigint;
    stake: bigint;
    win: bigint;
    weighed: bigint;
    rounds: bigint;
  }>`
    select p.member_id as member, sum(p.stake)::bigint as stake, sum(p.win)::bigint as win,
      sum(${weighedStake(sql`${JSON.stringify(turnoverPercent)}::jsonb`)})::bigint as weighed, sum(p.rounds) as rounds
    from play_day p join game_provider g on g.code = p.provider
    where p.member_id = any(${members}::bigint[]) and p.day >= (${time.from}::timestamptz at time zone 'Asia/Bangkok')::date
      and p.stake > 0
    group by p.member_id, p.day order by p.member_id, p.day`.execute(trx);
  const { rows: offers } = await sql<{ member: bigint; before: bigint; taken: bigint }>`
    select member_id as member,
      count(*) filter (where code = ${code} and created_at <= ${time.from}) as before,
      count(*) filter (where source in ('bonus', 'promotion') and created_at > ${time.from}) as taken
    from member_bonus where member_id = any(${members}::bigint[]) group by member_id`.execute(trx);
  const { rows: games } = await sql<{ back: number | null }>`
    select max(back) as back from (
      select sum(win)::float8 / sum(stake)::float8 as back from play_day
      where day >= (${time.from}::timestamptz at time zone 'Asia/Bangkok')::date and stake > 0
        and member_id = any(${members}::bigint[])
      group by provider having sum(rounds) >= 1000) as each`.execute(trx);
  const coins = await readCoins(trx, members, time.from, satangForCoin);
  const before = new Map(counts.map(({ account, count }) => [account, Number(count)]));
  const taken = new Map(offers.map((row) => [row.member, row]));
  const daysOf = Map.groupBy(days, ({ member }) => member);
  const read = sample.map(({ account, member }) => ({
    deposits: deposits.get(account) ?? [],
    depositsBefore: before.get(account) ?? 0,
    days: (daysOf.get(member) ?? []).map(({ stake, win, weighed, rounds }) => ({
      stake: Number(stake),
      win: Number(win),
      weighed: Number(weighed),
      rounds: Number(rounds),
    })),
    received: Number(taken.get(member)?.before ?? 0n),
    coins: coins.get(member) ?? 0,
  }));
  const depositors = sample.filter(({ account }) => deposits.has(account));
  const takers = depositors.filter(({ member }) => (taken.get(member)?.taken ?? 0n) > 0n).length;
  return {
    from: time.from.getTime(),
    to: time.to.getTime(),
    population: Number(time.population),
    members: read,
    takeUp: takers === 0 ? null : takers / depositors.length,
    bestReturn: games[0]?.back ?? null,
  };
}

async function readDeposits(trx: Trx, accounts: bigint[], from: Date): Promise<Map<bigint, MonthDeposit[]>> {
  const { rows } = await sql<{ account: bigint; amount: bigint; after: bigint; at: Date }>`
    select credit as account, amount, after, at from (
      select p.credit, p.amount, coalesce(p.credit_after, p.amount) as after, p.at, p.id,
        row_number() over (partition by p.credit order by p.at, p.id) as nth
      from ledger.posting p
      where p.credit = any(${accounts}::bigint[]) and p.code = 'deposit' and p.at > ${from}
        and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)) as each
    where nth <= ${DEPOSITS_EACH} order by credit, nth`.execute(trx);
  const of = new Map<bigint, MonthDeposit[]>();
  for (const { account, amount, after, at } of rows) {
    const deposits = of.get(account) ?? [];
    deposits.push({ amount, walletAfter: after, at: at.getTime() });
    of.set(account, deposits);
  }
  return of;
}

/**
 * The coins that the month's deposits earn by today's price. What the highest net deposits were before the month is not
 * stored; those at its beginning stand for it, which gives rather more coins than fewer.
 */
async function readCoins(
  trx: Trx,
  members: bigint[],
  from: Date,
  satangForCoin: number,
): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ member: bigint; coins: bigint }>`
    with move as (
      select w.member_id, p.at, p.amount, true as is_in from ledger.posting p
      join ledger.account w on w.id = p.credit and w.kind = 'wallet' and w.currency = 'THB'
      where w.member_id = any(${members}::bigint[]) and p.code = 'deposit' and p.at > ${from}
      union all
      select member_id, created_at, -amount, false from withdrawal
      where member_id = any(${members}::bigint[]) and state <> 'REJECTED' and created_at > ${from}
    ),
    net as (
      select member_id, at, is_in, sum(amount) over (partition by member_id order by at) as net from move
    ),
    marked as (
      select member_id, net, is_in, greatest(0, max(net) filter (where is_in) over (
        partition by member_id order by at rows between unbounded preceding and 1 preceding)) as mark
      from net
    )
    select member_id as member, sum(${coinsEarned(sql`net::bigint`, sql`coalesce(mark, 0)::bigint`, satangForCoin)})::bigint as coins
    from marked where is_in group by member_id`.execute(trx);
  return new Map(rows.map(({ member, coins }) => [member, Number(coins)]));
}
