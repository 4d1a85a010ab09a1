import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from './database.ts';
import { until } from './moneyWorld.ts';
import { OWN_CLUSTER } from './ownCluster.ts';

test('a write that stays open in another worker’s PostgreSQL holds nothing back in this one', async () => {
  const ask = (worker: number) => fetch(`${inject('workerClusters')}/${worker}`).then((told) => told.text());
  // No worker has this number.
  const other = await ask(0);
  expect(await ask(0)).toBe(other);
  expect(await ask(Number(process.env.VITEST_POOL_ID))).toBe(OWN_CLUSTER);
  const here = await createTestDatabase(OWN_CLUSTER);
  const there = await createTestDatabase(other);
  const write = async (db: typeof here.owner) => {
    const { rows } = await sql<{ id: bigint }>`select pg_current_xact_id()::text::bigint as id`.execute(db);
    return rows[0]?.id ?? 0n;
  };
  try {
    await there.owner.transaction().execute(async (trx) => {
      await write(trx);
      const id = await write(here.owner);
      await until(async () => {
        const { rows } = await sql<{ oldest: bigint }>`
          select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest`.execute(here.owner);
        return (rows[0]?.oldest ?? 0n) > id;
      }, 10_000);
    });
  } finally {
    await Promise.all([here.close(), there.close()]);
  }
});
