import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectPatiently } from '../../database/connect.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { post } from '../../ledger/post.ts';
import { sealPostings } from '../../ledger/sealer.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { waitingBackends } from '../../testing/waitingBackends.ts';
import { reportJobs } from './countPostings.ts';

/** Runs `body` while a posting is sealed but not counted, and the totals are locked. */
async function whileTotalsWait({ owner }: Pick<TestServer, 'owner'>, body: () => Promise<void>) {
  await owner.transaction().execute(async (lock) => {
    await sql`lock table ledger.report_hour in share mode`.execute(lock);
    await owner.transaction().execute(async (trx) => {
      await post(trx, {
        key: randomUUID(),
        code: 'deposit',
        debit: await ensureHouseAccount(trx, 'bank', 'TEST'),
        credit: await ensureMemberAccount(trx, 1n, 'wallet'),
        amount: 100n,
        actor: 'system',
        cause: 'test',
      });
    });
    // Nothing is sealed while an older transaction runs, and other tests' run in the same cluster.
    await until(async () => {
      await sealPostings(owner);
      const { rows } = await sql`select from ledger.seal where postings > 0`.execute(owner);
      return rows.length > 0;
    });
    await body();
  });
}

/** The database backend that counts, and its start time. */
async function counting({ owner }: TestServer): Promise<unknown> {
  const { rows } = await sql`select pid, query_start from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%count_postings%'`.execute(
    owner,
  );
  return rows;
}

test('counting may take longer than calls may: it is not cut off and begun again', async () => {
  const server = await startTestServer(OWN_CLUSTER, { KRAPAO_DATABASE_TIMEOUT_MS: '1000' });
  try {
    await whileTotalsWait(server, async () => {
      await waitingBackends(server.owner);
      const before = await counting(server);
      expect(before).toHaveLength(1);
      // Four statement time-outs: longer than a client waits for its answer.
      for (let nth = 0; nth < 4; nth += 1)
        await expect(sql`select pg_sleep(60)`.execute(server.db)).rejects.toThrow(/statement timeout/);
      expect(await counting(server)).toEqual(before);
    });
    await until(async () => {
      const { rows } = await sql<{ open: bigint }>`
        select count(*) as open from ledger.posting where xid >= (select xid_to from ledger.report_stamp)`.execute(
        server.owner,
      );
      return rows[0]?.open === 0n;
    });
  } finally {
    await server.stop();
  }
});

test('a node that stops does not wait for a count that takes long', async () => {
  const database = await createTestDatabase(OWN_CLUSTER);
  const patientDb = connectPatiently(database.url);
  const stopping = new AbortController();
  try {
    await whileTotalsWait(database, async () => {
      const ran = reportJobs({ patientDb })[0]?.run(stopping.signal);
      await waitingBackends(database.owner);
      stopping.abort();
      expect(await ran).toBe(0);
    });
  } finally {
    await patientDb.destroy();
    await database.close();
  }
});
