import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { pageOf } from './pageOf.ts';

let world: VerbWorld;
let memberId: bigint;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterAll(() => world.close());

type Table = 'statement_entry' | 'slip';
const TABLES: readonly Table[] = ['statement_entry', 'slip'];

/** Adds rows, several of the same moment. */
async function add(table: Table, count: number, at: Date): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await (table === 'slip'
      ? sql`
          insert into slip (member_id, reference, file_key, step, status, note, finished_at, uploaded_at)
          values (${memberId}, ${randomUUID()}, ${randomUUID()}, 'DONE', 'FAILED', 'INVALID_SLIP', now(), ${at})`
      : sql`
          insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, created_at)
          values (${memberId}, ${randomUUID()}, 'deposit', 'SUCCESS', 'X', 'WALLET', ${n}, ${at})`
    ).execute(world.owner);
}

async function fill(table: Table): Promise<bigint[]> {
  memberId = (await world.newMember()).id;
  const start = Date.now() - 3_600_000;
  for (let group = 0; group < 6; group += 1) await add(table, 4, new Date(start + group * 1000));
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(table)} where member_id = ${memberId}
    order by ${sql.ref(table === 'slip' ? 'uploaded_at' : 'created_at')} desc, id desc`.execute(world.owner);
  return rows.map(({ id }) => id);
}

const ids = (rows: readonly { id: bigint }[]) => rows.map(({ id }) => id);

test.each(TABLES)(
  'STM-01 STM-04 every page size cuts %s at its edges without a row twice or none',
  async (table) => {
    const all = await fill(table);
    for (const limit of [1, 3, 4, 5, 8, 23, 24, 25, 100]) {
      const seen: bigint[] = [];
      for (let page = 1; ; page += 1) {
        const { total, rows } = await pageOf(world.db, table, memberId, { page, limit });
        expect(total).toBe(24);
        if (rows.length === 0) break;
        seen.push(...ids(rows));
      }
      expect([limit, seen]).toEqual([limit, all]);
    }
  },
);

test.each(TABLES)(
  'STM-01 STM-04 turning the pages of %s while rows come in shows each once',
  async (table) => {
    const all = await fill(table);
    const first = await pageOf(world.db, table, memberId, { page: 1, limit: 5 });
    const upTo = String(first.rows[0]?.id);
    const seen = ids(first.rows);
    for (let page = 2; ; page += 1) {
      // Between two pages: rows of now, and of the moment at the edge.
      await add(table, 3, new Date());
      await add(table, 1, new Date(Date.now() - 3_600_000));
      const { total, rows } = await pageOf(world.db, table, memberId, { page, limit: 5, upTo });
      expect(total).toBe(24);
      if (rows.length === 0) break;
      seen.push(...ids(rows));
    }
    expect(seen).toEqual(all);
    const { total } = await pageOf(world.db, table, memberId, { page: 1, limit: 5 });
    expect(total).toBeGreaterThan(24);
  },
);

test.each(TABLES)('STM-01 STM-04 the total and the rows of a page of %s are of one moment', async (table) => {
  await fill(table);
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await add(table, 2, new Date());
  })();
  for (let n = 0; n < 40; n += 1) {
    const { total, rows } = await pageOf(world.db, table, memberId, { page: 1, limit: 100_000 });
    expect(rows).toHaveLength(total);
  }
  isDone = true;
  await writing;
});
