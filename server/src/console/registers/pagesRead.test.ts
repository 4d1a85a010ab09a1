import {
  REGISTER_NAMES,
  type RegisterFilter,
  type RegisterName,
} from '@krapao/contract/api/operator/registers';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transferFunds } from '../../modules/transfers/transferFunds.ts';
import { FakeGames } from '../../testing/fakeGames.ts';
import { FakePayouts } from '../../testing/fakePayouts.ts';
import { moneyMoves } from '../../testing/moneyMoves.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rowsRead } from '../../testing/rowsRead.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { addUpDays } from './addUpDays.ts';
import { conditionOf, isOfDays } from './filter.ts';
import { type Key, keysInOrder, rowsWithKeys, sumsByStateAndWay } from './registers.ts';

/** Of each table. */
const ROWS = 8_000;
const PAGE = 50;
const DAYS = 5;
const DAY = { from: '2026-01-05', to: '2026-01-05' };
/** Of one row in 40. */
const MINUTES = { from: '2026-01-05T05:33:20Z', to: '2026-01-05T05:50:00Z' };

let world: VerbWorld;
beforeAll(async () => {
  const games = new FakeGames();
  world = await openVerbWorld(OWN_CLUSTER, {
    payouts: new FakePayouts(),
    game: (code) => games.game(code),
  });
  const { id } = await world.newMember(['pg']);
  const moves = moneyMoves(world);
  await moves.deposit(id, 500_00n, { cause: 'qr' });
  await moves.askPayout(id, 100_00n);
  await transferFunds(world.context, id, { from: 'WALLET', to: 'pg', amount: 10 });
  await moves.reward(id, { source: 'refund', amount: 5_00n, hasCondition: true });
  await moves.win(id, { house: 'wheel', amount: 5_00n });
  for (const [table, change] of Object.entries(OTHERWISE)) await multiply(table, change);
  await sql`select recount_deposit_days()`.execute(world.owner);
  await addUpDays(world.db);
  await sql`vacuum analyze`.execute(world.owner);
});
afterAll(() => world.close());

/** What tells copies of a table's row from it. */
const OTHERWISE: Record<string, RawBuilder<unknown>> = {
  statement_entry: sql`'id', n, 'cause', split_part(t.cause, ':', 1) || ':9' || n`,
  withdrawal: sql`'id', gen_random_uuid(), 'hold_id', null, 'idempotency_key', null`,
  transfer_leg: sql`'id', gen_random_uuid()`,
  member_bonus: sql`'id', n, 'state', 'REACHED', 'ended_at', t.created_at, 'ended_with', 0, 'due_at', null`,
};

/** Copies the rows of a table until it has many, over some days of Bangkok. No trigger sees them, and nothing refuses them. */
async function multiply(table: string, change: RawBuilder<unknown>): Promise<void> {
  await world.owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into ${sql.table(table)} overriding system value
      select (jsonb_populate_record(t, jsonb_build_object(${change},
        'created_at', '2026-01-01T12:00:00+07'::timestamptz + (n / 20 % ${DAYS}::int) * interval '1 day'
          + n * interval '1 second'))).*
      from ${sql.table(table)} t cross join generate_series(1000, ${999 + ROWS}::int) n
      where n % (select count(*) from ${sql.table(table)}) =
        (select count(*) from ${sql.table(table)} earlier where earlier.ctid < t.ctid)`.execute(trx);
  });
}

const read = (query: RawBuilder<unknown>) => rowsRead(world.db, query);
const condition = (name: RegisterName, filter: RegisterFilter) =>
  conditionOf(world.db, name, filter, 'manager');

test.each(REGISTER_NAMES)(
  '%s: a page reads the rows before it, and no more of a large table',
  async (name) => {
    for (const filter of [{}, DAY])
      for (const [skip, isOldestFirst] of [
        [0, false],
        [0, true],
        [2 * PAGE, false],
      ] as const) {
        const keys = keysInOrder(name, await condition(name, filter), { skip, count: PAGE, isOldestFirst });
        const rows = await read(keys);
        // Each table that a register is made of is read as far; a little more where a row is looked at and left.
        expect(rows, JSON.stringify({ filter, skip, isOldestFirst })).toBeLessThanOrEqual(4 * (skip + PAGE));
        expect(rows).toBeGreaterThanOrEqual(PAGE);
      }
    const { rows } = await sql<Key>`
    select k.source, k.key::text as key from (${keysInOrder(name, await condition(name, {}), { count: PAGE })}) k`.execute(
      world.db,
    );
    expect(rows).toHaveLength(PAGE);
    expect(await read(rowsWithKeys(name, rows))).toBeLessThanOrEqual(3 * PAGE);
  },
);

test('the sums of deposits by days read the days, those of a few days the rows of these days', async () => {
  const sums = async (filter: RegisterFilter) =>
    read(sumsByStateAndWay('deposits', await condition('deposits', filter), isOfDays(filter)));
  expect(await sums({})).toBeLessThan(500);
  expect(await sums(DAY)).toBeLessThan(500);
  expect(await sums({ ...DAY, minimum: 1 })).toBeLessThan(ROWS / 10);
  // What asks for an amount in all time reads the rows.
  expect(await sums({ minimum: 1 })).toBeGreaterThan(ROWS / 10);
});

test.each(['withdrawals', 'transfers', 'bonuses'] as const)(
  '%s: sums of some minutes read their rows alone',
  async (name) => {
    const wanted = await condition(name, MINUTES);
    expect(await read(sumsByStateAndWay(name, wanted, isOfDays(MINUTES)))).toBeLessThan(ROWS / 10);
  },
);
