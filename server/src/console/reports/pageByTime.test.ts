import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Trx } from '../../database/connect.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import type { FigureRow } from './figures.ts';
import { orderOf } from './figures.ts';
import { pageByTime } from './pageByTime.ts';
import type { Span } from './period.ts';

const DAY_MS = 86_400_000;
const START = new Date('2026-01-01T00:00:00+07:00');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  // A row each ten minutes of a year, except in a month in which nothing moved.
  await sql`create table moved (id bigint, at timestamptz)`.execute(server.owner);
  await sql`
    insert into moved select nth, ${START}::timestamptz + nth * interval '10 minutes'
    from generate_series(0, 52559) nth where nth not between 10000 and 14320`.execute(server.owner);
  await sql`create index on moved (at)`.execute(server.owner);
});
afterAll(() => server.stop());

const days = (count: number): Span => ({ start: START, end: new Date(START.getTime() + count * DAY_MS) });

/** One page, and how many rows the pieces hold that were read for it. */
function read(span: Span, asked: { after?: string; limit: number }) {
  return server.owner.transaction().execute(async (trx: Trx) => {
    const pieces: Span[] = [];
    const rowsIn = (piece: Span) => {
      pieces.push(piece);
      return sql<FigureRow>`
        select ${orderOf(sql.ref('at'))} || '-' || id as key, at, 'adjustment' as what, 1::bigint as amount,
          null::bigint as member_id, '' as subject
        from moved where at >= ${piece.start} and at < ${piece.end}`;
    };
    const page = await pageByTime(trx, rowsIn, span, asked);
    let cost = 0;
    for (const { start, end } of pieces) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from moved where at >= ${start} and at < ${end}`.execute(trx);
      cost += rows[0]?.count ?? 0;
    }
    return { page, cost, pieces: pieces.length };
  });
}

test('a page of a year reads what a page of ten days reads, wherever it begins', async () => {
  const short = await read(days(10), { limit: 100 });
  const year = await read(days(365), { limit: 100 });
  expect(year).toEqual(short);
  expect(year.page.rows).toHaveLength(100);
  expect(year.cost).toBeLessThan(600);
  expect(year.page).toMatchObject({ count: null, sum: null });
  const later = await read(days(365), { limit: 100, after: `20261201000000000000-` });
  expect(later.page.rows).toHaveLength(100);
  expect(later.cost).toBeLessThan(600);
  // A month without a row costs a few pieces.
  const gap = await read(days(365), { limit: 100, after: '20260311100000000000-' });
  expect(gap.page.rows).toHaveLength(100);
  expect(gap.pieces).toBeLessThan(10);
});

test('page after page shows each row of the period once, in time, and none after it', async () => {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const { page } = await read(days(95), { limit: 1_000, ...(after !== undefined && { after }) });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  const { rows } = await sql<{ key: string }>`
    select ${orderOf(sql.ref('at'))} || '-' || id as key from moved
    where at < ${days(95).end} order by at`.execute(server.owner);
  expect(seen).toEqual(rows.map(({ key }) => key));
});

test.each(['x', '20261301000000000000-1', '2026'])('%s is no place in the rows', async (after) => {
  await expect(read(days(1), { limit: 10, after })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
