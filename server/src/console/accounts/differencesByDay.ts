import { DIFFERENCE_DAYS_MAX } from '@krapao/contract/api/operator/accounts';
import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { bucketsOf, type Period, readPeriod } from '../reports/period.ts';
import { accountBooks, type Days, houseBooks, type PlaceBooks } from './placeBooks.ts';
import { listPlaces, type Place } from './places.ts';

/** What a place told, in hundredths of its currency. */
interface Told {
  place: string;
  /** Empty: before the period. */
  day: string;
  at: Date;
  balance: bigint;
  source: 'FILE' | 'BANK' | 'OPERATOR';
}

interface Explanation {
  place: string;
  day: string;
  difference: bigint;
  operator: string;
  reason: string;
  at: Date;
}

/**
 * All places, and each day of a period, newest first, with each place that has anything to do with it: our books, what it
 * told, and why they differ. What a place told is compared with the books of that very moment
 * (docs/decisions/292-differences-by-day.md).
 * @param trx one snapshot
 * @param gateways titles by code
 * @throws AppError INVALID_REQUEST for an invalid or too long period
 */
export async function differencesByDay(
  trx: Trx,
  asked: { from: string; to: string },
  gateways: ReadonlyMap<string, string>,
) {
  const period = readPeriod(asked);
  if (period.days > DIFFERENCE_DAYS_MAX)
    throw new AppError('INVALID_REQUEST', `a period of 1 to ${DIFFERENCE_DAYS_MAX} days`);
  const days = daysOf(period);
  const places = await listPlaces(trx, gateways);
  const told = Map.groupBy(await toldIn(trx, places, days), ({ place }) => place);
  const explained = await explanationsOf(trx, period);
  const booksOf = await readerOfBooks(trx, days);
  const rows: DayOfPlace[] = [];
  for (const place of places) {
    const tellings = told.get(place.id) ?? [];
    const books = await booksOf(place, tellings);
    if (place.account?.is_active !== true && isEmpty(books) && tellings.length === 0) continue;
    rows.push(...daysAt(place.id, { days, books, tellings }));
  }
  return {
    places: places.map(({ id, kind, title, currency }) => ({ id, kind, title, currency })),
    days: rows
      .map((row) => present(row, explained))
      // The sort is stable: places keep their order.
      .toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1)),
  };
}

/** What one place told on one day differs by, in hundredths; null where it told nothing. */
export async function differenceOn(trx: Trx, place: Place, day: string): Promise<bigint | null> {
  const days = daysOf(readPeriod({ from: day, to: day }));
  const tellings = await toldIn(trx, [place], days);
  const books = await (await readerOfBooks(trx, days))(place, tellings);
  return daysAt(place.id, { days, books, tellings })[0]?.told?.difference ?? null;
}

const daysOf = (period: Period): Days => ({
  start: period.start,
  end: period.end,
  // A single day's buckets are its hours.
  names: period.days === 1 ? [period.from] : bucketsOf(period),
});

/** What reads the books of a place: at the end of each day, and at the moments at which it told something. */
async function readerOfBooks(trx: Trx, days: Days) {
  const houses = await houseBooks(trx, days);
  return ({ id, account }: Place, tellings: readonly Told[]): Promise<PlaceBooks> => {
    const moments = tellings.map(({ at }) => at);
    return account === null ? houses(id, moments) : accountBooks(trx, account.id, days, moments);
  };
}

const isEmpty = ({ ends }: PlaceBooks): boolean => [...ends.values()].every((held) => held === 0n);

interface DayOfPlace {
  place: string;
  day: string;
  books: bigint;
  told: (Told & { expected: bigint; difference: bigint; isNew: boolean }) | null;
}

interface OfPlace {
  days: Days;
  books: PlaceBooks;
  tellings: readonly Told[];
}

function daysAt(place: string, { days, books, tellings }: OfPlace): DayOfPlace[] {
  const expectedAt = ({ at }: Told) => books.moments.get(at.getTime()) ?? 0n;
  const byDay = Map.groupBy(tellings, ({ day }) => day);
  /** Of several balances told of one moment, the one that our books know: banks' notices tell no order within it. */
  const lastOf = (told: readonly Told[] = []): Told | undefined =>
    told.toSorted((a, b) => distance(a, expectedAt(a)) - distance(b, expectedAt(b)))[0];
  const before = lastOf(byDay.get(''));
  let last = before === undefined ? 0n : before.balance - expectedAt(before);
  return days.names.map((day) => {
    const told = lastOf(byDay.get(day));
    const held = books.ends.get(day) ?? 0n;
    if (told === undefined) return { place, day, books: held, told: null };
    const expected = expectedAt(told);
    const difference = told.balance - expected;
    const isNew = difference !== last;
    last = difference;
    return { place, day, books: held, told: { ...told, expected, difference, isNew } };
  });
}

const distance = ({ balance }: Told, expected: bigint): number => Math.abs(Number(balance - expected));

/** What each place told last on each day of the period, and the last time before it; several, if of one moment. */
async function toldIn(trx: Trx, places: readonly Place[], { start, end }: Days): Promise<Told[]> {
  const last = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`
    cross join lateral (select b.at, b.balance, b.source from account_balance b
      where b.place = p.place and b.at >= ${from} and b.at < ${until}
      order by b.at desc fetch first 1 row with ties) t`;
  const ids = places.map(({ id }) => id);
  const { rows } = await sql<Told>`
    select p.place, to_char(d.at at time zone 'Asia/Bangkok', 'YYYY-MM-DD') as day, t.at, t.balance, t.source
    from unnest(${ids}::text[]) p (place)
    cross join generate_series(${start}::timestamptz, ${end}::timestamptz - interval '1 day', interval '1 day') d (at)
    ${last(sql`d.at`, sql`d.at + interval '1 day'`)}
    union all
    select p.place, '', t.at, t.balance, t.source from unnest(${ids}::text[]) p (place)
    ${last(sql`'-infinity'::timestamptz`, sql`${start}::timestamptz`)}`.execute(trx);
  return rows;
}

async function explanationsOf(trx: Trx, { from, to }: Period): Promise<Map<string, Explanation>> {
  const { rows } = await sql<Explanation>`
    select e.place, to_char(e.day, 'YYYY-MM-DD') as day, e.difference, o.name as operator, e.decided_because as reason,
      e.decided_at as at
    from explained_difference e join operator o on o.id = e.decided_by
    where e.day between ${from}::date and ${to}::date`.execute(trx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

const keyOf = ({ place, day, difference }: { place: string; day: string; difference: bigint }): string =>
  `${place} ${day} ${difference}`;

function present({ place, day, books, told }: DayOfPlace, explained: ReadonlyMap<string, Explanation>) {
  const why = told === null ? undefined : explained.get(keyOf({ place, day, difference: told.difference }));
  return {
    day,
    place,
    books: bahtFromSatang(books),
    told: told && {
      balance: bahtFromSatang(told.balance),
      at: told.at.toISOString(),
      source: told.source,
      expected: bahtFromSatang(told.expected),
      difference: bahtFromSatang(told.difference),
      isNew: told.isNew,
    },
    explanation: why ? { operator: why.operator, reason: why.reason, at: why.at.toISOString() } : null,
  };
}
