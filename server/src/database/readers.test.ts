import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePair, startPair } from '../cluster/databasePair.ts';
import { freePort } from '../testing/freePort.ts';
import { until } from '../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { deposit } from '../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { connect, connectAsOwner, type Db } from './connect.ts';
import { openReaders } from './readers.ts';

const WITHIN_MS = 120_000;

let pair: DatabasePair;
let server: TestServer;
let primary: Db;
let replica: Db;
let member: TestMember;
let operator: TestOperator;

beforeAll(async () => {
  pair = await startPair([await freePort(), await freePort()]);
  await pair.setSynchronous(0, false);
  primary = connectAsOwner(pair.urls[0]);
  replica = connectAsOwner(pair.urls[1]);
  server = await startTestServer(OWN_CLUSTER, {
    DATABASE_URL: pair.urls[0],
    KRAPAO_REPLICA_URL: pair.urls[1],
  });
  member = await makeMember({ ...server, owner: primary });
  operator = await makeOperator({ owner: primary, url: server.url }, 'administrator');
}, WITHIN_MS);
afterAll(async () => {
  await server.stop();
  await Promise.all([primary.destroy(), replica.destroy()]);
  await pair.stop();
});

/** The value of a metric of the node. */
async function metric(name: string): Promise<number> {
  const text = await fetch(`${server.url}/metrics`).then((response) => response.text());
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

const reads = (outcome: string) => metric(`krapao_replica_reads_total{outcome="${outcome}"}`);
const isUsed = () => until(async () => (await metric('krapao_replica_up')) === 1);
const statement = () => member.client('POST /api/statement', { body: { page: 1, limit: 10 } });

/** What a job or another node writes: no call of this node knows of it. */
const receive = (baht: number) => deposit(primary, member.id, BigInt(baht * 100));

test('statements, reports, exports and searches of the console are read on the replica', async () => {
  await receive(100);
  await isUsed();
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const id = String(member.id);
  const calls: [string, object][] = [
    ['POST /api/console/members/search', { text: member.phoneNumber }],
    [`POST /api/console/members/${id}/postings`, {}],
    [`POST /api/console/members/${id}/statement`, {}],
    [`POST /api/console/members/${id}/slips`, {}],
    [`POST /api/console/members/${id}/payments`, {}],
    [`POST /api/console/members/${id}/invitees`, {}],
    ['POST /api/console/reports/summary', { from: today, to: today }],
    ['POST /api/console/reports/accounts', { from: today, to: today }],
    ['POST /api/console/audit', { limit: 10 }],
  ];
  const before = await reads('replica');
  expect(await statement()).toMatchObject({ total: 1, statements: [{ amount: 100 }] });
  for (const [call, body] of calls)
    expect([call, (await operator.call(call, body)).status]).toEqual([call, 200]);
  expect(await reads('replica')).toBe(before + 1 + calls.length);
  expect(await reads('failed')).toBe(0);
});

test('a read stays on the connection whose replica had caught up, however many read at once', async () => {
  const timeoutMs = 10_000;
  const db = connect(pair.urls[0], timeoutMs);
  const outcomes: string[] = [];
  const readers = await openReaders(db, { url: pair.urls[1], timeoutMs }, (outcome) =>
    outcomes.push(outcome),
  );
  try {
    await until(async () => readers.replica()?.isUsable);
    const READERS = 6;
    let came = 0;
    const all = Promise.withResolvers<void>();
    const backend = async (from: Db) =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(from)).rows[0]?.pid;
    const both = await Promise.all(
      Array.from({ length: READERS }, () =>
        readers.read(async (from) => {
          const first = await backend(from);
          came += 1;
          if (came === READERS) all.resolve();
          await all.promise;
          return [first, await backend(from)];
        }),
      ),
    );
    for (const [first, second] of both) expect(second).toBe(first);
    expect(outcomes).toEqual(Array.from({ length: READERS }, () => 'replica'));
  } finally {
    await readers.close();
    await db.destroy();
  }
});

test('what decides about money reads the primary', async () => {
  await isUsed();
  const before = await reads('replica');
  await member.client('GET /api/wallet');
  await member.client('POST /api/wallet/withdraw', { body: { amount: 100 } });
  expect(await reads('replica')).toBe(before);
});

test('while the replica replays nothing, everybody sees at once what was written', async () => {
  await isUsed();
  await sql`select pg_wal_replay_pause()`.execute(replica);
  try {
    const { total } = await statement();
    const behind = await reads('behind');
    for (const nth of [1, 2, 3]) {
      await receive(200);
      expect((await statement()).total).toBe(total + nth);
    }
    expect(await reads('behind')).toBe(behind + 3);
    await until(async () => (await metric('krapao_replica_lag_bytes')) > 0);
  } finally {
    await sql`select pg_wal_replay_resume()`.execute(replica);
  }
  await until(async () => (await metric('krapao_replica_lag_bytes')) === 0);
  const before = await reads('replica');
  await statement();
  expect(await reads('replica')).toBe(before + 1);
});

test('a replica that dies is no error for anyone, and is read again when it is back', {
  timeout: WITHIN_MS,
}, async () => {
  await isUsed();
  const { total } = await statement();
  const asked = (async () => {
    for (let nth = 0; nth < 60; nth += 1) expect((await statement()).total).toBe(total);
  })();
  await pair.kill(1);
  await asked;
  await receive(50);
  expect((await statement()).total).toBe(total + 1);
  await until(async () => (await metric('krapao_replica_up')) === 0);
  await pair.start(1);
  await isUsed();
  const before = await reads('replica');
  expect((await statement()).total).toBe(total + 1);
  expect(await reads('replica')).toBe(before + 1);
});

test('a replica that became a primary of its own is not read', { timeout: WITHIN_MS }, async () => {
  await isUsed();
  const { total } = await statement();
  await sql`select pg_promote()`.execute(replica);
  await until(async () => (await metric('krapao_replica_up')) === 0);
  await receive(70);
  expect((await statement()).total).toBe(total + 1);

  // As a replica again it is further in a log of its own: what it has is not what the primary wrote.
  const { rows } = await sql<{ folder: string }>`
    select current_setting('data_directory') as folder,
      pg_logical_emit_message(true, 'test', repeat('x', 16000000)) as "until"`.execute(replica);
  await sql`alter system set primary_conninfo = ''`.execute(replica);
  await sql`checkpoint`.execute(replica);
  await pair.kill(1);
  await writeFile(join(rows[0]?.folder ?? '', 'standby.signal'), '');
  await pair.start(1);
  await until(async () => {
    const asked = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`
      .execute(replica)
      .catch(() => null);
    return asked?.rows[0]?.is;
  });
  const shown: number[] = [];
  const before = await reads('replica');
  // With the pauses between them longer than that between two looks at the replica.
  await until(async () => shown.push((await statement()).total) >= 30);
  expect(new Set(shown)).toEqual(new Set([total + 1]));
  expect(await reads('replica')).toBe(before);
});
