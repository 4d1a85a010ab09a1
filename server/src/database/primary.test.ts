import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePair, startPair } from '../cluster/databasePair.ts';
import { startFaultProxy } from '../fire/faultProxy.ts';
import { freePort } from '../testing/freePort.ts';
import { until } from '../testing/moneyWorld.ts';
import { checkDatabase, connectAsOwner, type Db } from './connect.ts';
import { withClient } from './databaseClient.ts';
import { follow } from './follow.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const WITHIN_MS = 120_000;
/** How often a node is refused after a promotion; each refusal means that it has asked all servers twice. */
const REFUSALS_MAX = 3;

let pair: DatabasePair;
let db: Db;
let heard: string[] = [];
let stopListening: () => Promise<void>;
beforeAll(async () => {
  pair = await startPair([await freePort(), await freePort()]);
  db = connectAsOwner(pair.url);
  await sql`create table kept (n int primary key)`.execute(db);
  stopListening = await follow(pair.url, 'news', (payload) => heard.push(payload ?? 'again'));
}, WITHIN_MS);
afterAll(async () => {
  await stopListening();
  await db.destroy();
  await pair.stop();
}, WITHIN_MS);

const portOf = (nth: number) => Number(new URL(pair.urls[nth] ?? '').port);

const whereItIs = (of: Db) =>
  sql<{ port: number }>`select inet_server_port() as port`.execute(of).then(({ rows }) => rows[0]?.port);

/** The answer of a process that starts now, and has seen no server before. */
async function freshNode(): Promise<{ port?: number; error?: string }> {
  const child = fork(new URL('../testing/connectChild.ts', import.meta.url), [pair.url]);
  const [answer] = (await once(child, 'message')) as [{ port?: number; error?: string }];
  await once(child, 'exit');
  return answer;
}

/** Promotes the standby. @returns how often the pool was refused before it used the new primary */
async function promoteAndFollow(): Promise<number> {
  await pair.promote();
  let refusals = 0;
  await until(async () => {
    const at = await whereItIs(db).catch(() => undefined);
    if (at === undefined) refusals += 1;
    return at === portOf(pair.primary());
  });
  return refusals;
}

test('a pool and a listener use the server that takes writes', async () => {
  await checkDatabase(pair.url);
  expect(await whereItIs(db)).toBe(portOf(0));
  expect((await freshNode()).port).toBe(portOf(0));
});

test('without its synchronous standby a primary acknowledges no commit, and a fresh node says so', {
  timeout: WITHIN_MS,
}, async () => {
  await pair.kill(1);
  const writing = sql`insert into kept values (1)`.execute(db);
  expect(await Promise.race([writing.then(() => 'acknowledged'), delay(1_500, 'waits')])).toBe('waits');
  // Who is connected goes on to read.
  expect(await whereItIs(db)).toBe(portOf(0));
  expect((await freshNode()).error).toContain('acknowledges no commit');
  // The operator decides that the site goes on with one server.
  await pair.setSynchronous(0, false);
  await writing;
  expect((await freshNode()).port).toBe(portOf(0));
  await pair.attachStandby();
});

test('a need that returns while one server is silent lets all be asked again', {
  timeout: WITHIN_MS,
}, async () => {
  const asked = new Set<Socket>();
  const silent = createServer((socket) => {
    asked.add(socket);
    socket.on('error', () => undefined).on('close', () => asked.delete(socket));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const proxy = await startFaultProxy(pair.urls[0]);
  const { port } = silent.address() as AddressInfo;
  const url = new URL(proxy.url);
  url.searchParams.set('host', '127.0.0.1,127.0.0.1');
  url.searchParams.set('port', `${port},${url.port}`);
  // Nobody needs the primary any more, and only the silent server still has to answer.
  await until(async () => {
    await withClient(url.href, (client) => client.query('select 1'));
    await until(async () => proxy.lines() === 0);
    return asked.size > 0;
  });
  await withClient(url.href, async () => {
    // The client's own connection, and the one that asks.
    await until(async () => proxy.lines() === 2);
  });
  silent.close();
  for (const socket of asked) socket.destroy();
  await proxy.stop();
});

test('after the primary died nothing is used until the promotion, and then at once', {
  timeout: WITHIN_MS,
}, async () => {
  heard = [];
  await pair.kill(0);
  const refused = await whereItIs(db).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  await delay(1_500);
  expect(isDatabaseUnavailable(await whereItIs(db).catch((error: unknown) => error))).toBe(true);
  expect(await promoteAndFollow()).toBeLessThanOrEqual(REFUSALS_MAX);
  await until(async () => heard.length > 0);
  await sql`select pg_notify('news', 'from the new one')`.execute(db);
  await until(async () => heard.includes('from the new one'));
  expect((await sql`select from kept`.execute(db)).rows).toHaveLength(1);
});

test('an old primary that accepts connections and acknowledges commits is used by nobody', {
  timeout: WITHIN_MS,
}, async () => {
  await pair.start(0);
  await pair.setSynchronous(0, false);
  await withClient(pair.urls[0], (client) => client.query('insert into kept values (2)'));
  for (let nth = 0; nth < 10; nth += 1) expect(await whereItIs(db)).toBe(portOf(1));
  // It is the first in the list of a node that starts now.
  expect((await freshNode()).port).toBe(portOf(1));
  // While the new one is away, those who have seen it do not go back.
  await pair.kill(1);
  await until(async () => whereItIs(db).then(() => false, isDatabaseUnavailable));
  for (let nth = 0; nth < 4; nth += 1) {
    expect(isDatabaseUnavailable(await whereItIs(db).catch((error: unknown) => error))).toBe(true);
    await delay(400);
  }
  await pair.start(1);
  await until(async () => (await whereItIs(db).catch(() => 0)) === portOf(1));
  expect((await sql`select from kept`.execute(db)).rows).toHaveLength(1);
});

test('a connection to a primary that lives on alone is dropped when its standby is promoted', {
  timeout: WITHIN_MS,
}, async () => {
  await pair.attachStandby();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const isThere = () =>
    withClient(pair.urls[1], (client) =>
      client.query('select from pg_stat_activity where pid = $1', [rows[0]?.pid]),
    ).then(({ rowCount }) => rowCount === 1);
  expect(await isThere()).toBe(true);
  expect(await promoteAndFollow()).toBeLessThanOrEqual(REFUSALS_MAX);
  await until(async () => !(await isThere()));
});
