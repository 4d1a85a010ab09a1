import type { RegisterFilter } from '@krapao/contract/api/operator/registers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HISTORIES_TIMEOUT_MS, histories } from '../../testing/budget.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { addUpDays } from './addUpDays.ts';
import { readRegister } from './readRegister.ts';

let world: VerbWorld;
let memberId: bigint;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  memberId = (await world.newMember()).id;
});
afterAll(() => world.close());

/** Moments on both sides of two midnights in Bangkok. */
const MOMENTS = [
  '2026-05-01T16:59:59Z',
  '2026-05-01T17:00:00Z',
  '2026-05-02T12:00:00Z',
  '2026-05-02T17:00:00Z',
];
const COLUMNS = {
  cause: fc
    .constantFrom('qr', 'seen', 'incoming', 'manual')
    .map((way) => sql`${way} || ':' || gen_random_uuid()`),
  statement_type: fc.constantFrom('deposit', 'deposit', 'deposit', 'transfer').map((type) => sql`${type}`),
  status: fc.constantFrom('PENDING', 'SUCCESS', 'FAILED').map((status) => sql`${status}`),
  from_label: fc.constantFrom('KBANK', 'SCB', 'ADJUSTMENT').map((place) => sql`${place}`),
  amount: fc.bigInt(1n, 9_999_99n).map((amount) => sql`${amount}::bigint`),
  created_at: fc.constantFrom(...MOMENTS).map((at) => sql`${at}::timestamptz`),
};
const row = fc.record(COLUMNS);
const part = fc.oneof(
  ...Object.entries(COLUMNS).map(([column, values]) =>
    values.map((value) => sql`${sql.ref(column)} = ${value}`),
  ),
);
const op = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), row }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), nth: fc.nat(), part }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), nth: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('addUp' as const) }) },
);
/** Operations of one step run at once; what is undone leaves nothing. */
const step = fc.array(fc.record({ op, isUndone: fc.boolean() }), { minLength: 1, maxLength: 4 });
type Op = typeof op extends fc.Arbitrary<infer One> ? One : never;

const nthRow = (nth: number) => sql`
  select id from statement_entry order by id offset ${nth}::int % greatest((select count(*) from statement_entry), 1) limit 1`;

function statementOf(one: Exclude<Op, { do: 'addUp' }>) {
  switch (one.do) {
    case 'write':
      return sql`
        insert into statement_entry (member_id, to_label, ${sql.join(Object.keys(one.row).map((column) => sql.ref(column)))})
        values (${memberId}, 'WALLET', ${sql.join(Object.values(one.row))})`;
    case 'change':
      return sql`update statement_entry set ${one.part} where id in (${nthRow(one.nth)})`;
    case 'remove':
      return sql`delete from statement_entry where id in (${nthRow(one.nth)})`;
  }
}

async function execute(one: Op, isUndone: boolean): Promise<void> {
  if (one.do === 'addUp') return addUpDays(world.db);
  const undone = new Error('undone');
  await world
    .run(async (trx) => {
      await statementOf(one).execute(trx);
      if (isUndone) throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
}

const FILTERS: RegisterFilter[] = [
  {},
  { from: '2026-05-02', to: '2026-05-02' },
  { from: '2026-05-01T17:00:00Z' },
  { to: '2026-05-01', states: ['SUCCESS', 'FAILED'] },
  { ways: ['incoming', 'qr'], place: 'SCB' },
];

async function sumsOf(filter: RegisterFilter) {
  const { total, sums } = await readRegister(
    world.db,
    'deposits',
    { page: 1, limit: 1, ...filter },
    'manager',
  );
  return { total, sums };
}

test(
  'sums of days are those of the rows, whatever is written, changed, removed, undone and added up at once',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (history) => {
        for (const ops of history) await Promise.all(ops.map(({ op, isUndone }) => execute(op, isUndone)));
        // A condition that every row fits, and no day knows.
        for (const filter of FILTERS)
          expect(await sumsOf(filter), JSON.stringify(filter)).toEqual(
            await sumsOf({ ...filter, minimum: 0 }),
          );
      }),
      { numRuns: histories(4, 10) },
    );
    expect((await sumsOf({})).sums.length, 'the histories reach it').toBeGreaterThan(1);
    // What was written without triggers is counted by the owner.
    const before = await sumsOf({});
    await sql`delete from deposit_day`.execute(world.owner);
    expect(await sumsOf({})).not.toEqual(before);
    await sql`select recount_deposit_days()`.execute(world.owner);
    expect(await sumsOf({})).toEqual(before);
  },
  HISTORIES_TIMEOUT_MS,
);
