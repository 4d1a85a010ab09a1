import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { bookOf } from '../../modules/cash/accountBook.ts';
import { BEGINNING, type HouseMovement, houseMovements } from '../reports/houseMoney.ts';
import { type Span, startOfDayOf } from '../reports/period.ts';
import { heldAt } from './places.ts';

/** Two readings of one place by our books, in hundredths of its currency. */
export interface PlaceBooks {
  /** At the end of each day of the period, by its name; days without a movement too. */
  ends: ReadonlyMap<string, bigint>;
  /** At each asked moment, that moment included, in milliseconds. */
  moments: ReadonlyMap<number, bigint>;
}

const DAY_MS = 86_400_000;

/** The days of a period with their ends. */
export interface Days {
  start: Date;
  end: Date;
  /** YYYY-MM-DD in Bangkok, oldest first. */
  names: readonly string[];
}

/** The book of an own account goes by the bank's times (docs/decisions/171-deposit-accounts.md). */
export async function accountBooks(
  trx: Trx,
  accountId: bigint,
  days: Days,
  moments: readonly Date[],
): Promise<PlaceBooks> {
  const first = new Date(Math.min(days.start.getTime(), ...moments.map((moment) => moment.getTime())));
  const { rows } = await sql<{ ends: bigint[]; moments: bigint[] | null }>`
    with book as materialized (
      select case when b.at < ${first} then '-infinity'::timestamptz else b.at end as at, sum(b.amount)::bigint as amount
      from (${bookOf(accountId)}) b where b.at < ${days.end} group by 1
    )
    select array(
        select coalesce((select sum(amount) from book where book.at < d.at + interval '1 day'), 0)::bigint
        from generate_series(${days.start}::timestamptz, ${new Date(days.end.getTime() - DAY_MS)}, interval '1 day') d (at)
        order by d.at) as ends,
      array(
        select coalesce((select sum(amount) from book where book.at <= m.at), 0)::bigint
        from unnest(${moments.map((moment) => moment.toISOString())}::timestamptz[]) with ordinality m (at, nth)
        order by m.nth) as moments`.execute(trx);
  const { ends = [], moments: then } = rows[0] ?? {};
  return {
    ends: new Map(days.names.map((name, nth) => [name, BigInt(ends[nth] ?? 0n)])),
    moments: new Map(moments.map((moment, nth) => [moment.getTime(), BigInt(then?.[nth] ?? 0n)])),
  };
}

/**
 * The books of gateways and games, read once for all of them: what members moved through them by the time of posting, from
 * the totals of full hours, and entries at the time that the operator said, as in the book of the own account.
 */
export async function houseBooks(trx: Trx, days: Days) {
  const before = await membersMoves(trx, { start: BEGINNING, end: days.start });
  const within = Map.groupBy(await membersMoves(trx, days, 'day'), ({ bucket }) => bucket ?? '');
  const entries = Map.groupBy(await entriesAtHouses(trx, days.end), ({ place }) => place);
  const read = new Map<number, readonly HouseMovement[]>();

  /** The movements of the day of a moment up to it; all movements, where it lies before the period. */
  async function movedUntil(moment: Date): Promise<readonly HouseMovement[]> {
    const key = moment.getTime();
    const start = moment < days.start ? BEGINNING : startOfDayOf(moment);
    const found = read.get(key) ?? (await membersMoves(trx, { start, end: new Date(key + 1) }));
    read.set(key, found);
    return found;
  }

  return async (id: string, moments: readonly Date[]): Promise<PlaceBooks> => {
    const entered = (until: number) =>
      (entries.get(id) ?? []).reduce(
        (sum, { at, amount }) => (at.getTime() < until ? sum + amount : sum),
        0n,
      );
    const atStart = heldAt(id, before);
    /** By members alone. */
    const held = new Map<string, bigint>();
    let last = atStart;
    for (const name of days.names) {
      last += heldAt(id, within.get(name) ?? []);
      held.set(name, last);
    }
    const then = new Map<number, bigint>();
    for (const moment of moments) {
      const dayBefore = moment < days.start ? 0n : (held.get(bangkokDay(moment, 1)) ?? atStart);
      const moved = heldAt(id, await movedUntil(moment));
      then.set(moment.getTime(), dayBefore + moved + entered(moment.getTime() + 1));
    }
    const ends = days.names.map((name, nth) => {
      const end = days.start.getTime() + (nth + 1) * DAY_MS;
      return [name, (held.get(name) ?? 0n) + entered(end)] as const;
    });
    return { ends: new Map(ends), moments: then };
  };
}

async function membersMoves(trx: Trx, span: Span, bucket?: 'day'): Promise<HouseMovement[]> {
  return (await houseMovements(trx, span, bucket)).filter(({ kind }) => kind !== 'cash_flow');
}

/** What operators entered between gateways or games and own accounts; below zero came from there. */
async function entriesAtHouses(trx: Trx, end: Date) {
  const { rows } = await sql<{ place: string; at: Date; amount: bigint }>`
    select place, at, amount from (${HOUSE_ENTRIES}) e where at < ${end}`.execute(trx);
  return rows;
}

/** Entries as rows of the book of a gateway or a game. */
export const HOUSE_ENTRIES = sql<{ place: string; at: Date; amount: bigint; kind: string; subject: string }>`
  select counterpart as place, moved_at as at, case kind when 'OUT' then amount else -amount end as amount, kind,
    'cashEntry:' || id as subject
  from cash_entry where counterpart is not null and state = 'APPLIED' and reversed_at is null`;
