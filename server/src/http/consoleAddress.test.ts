import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REQUESTED_WITH } from '@krapao/contract/client';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChatSocket } from '../testing/chatSocket.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { pushBrowser } from '../testing/pushEndpoint.ts';
import { rawCall } from '../testing/rawCall.ts';
import { deposit } from '../testing/rewardWorld.ts';
import { makeMember } from '../testing/testMember.ts';
import { callConsole, logInOverHttp, makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { callerAddress } from './consoleAddress.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    KRAPAO_TRUSTED_PROXIES: '1',
    KRAPAO_METRICS_TOKEN: 'scrapes the metrics',
  });
});
afterAll(() => server.stop());

const INSIDE = '203.0.113.7';
const OUTSIDE = '198.51.100.7';
const PUBLISH = '/api/console/content/setting/consoleAccess';
const REFUSED = { status: 403, body: { code: 'OPERATOR_NETWORK' } };

test('the console answers only in its networks: calls, log-in, stream and socket; members and probes go on', async () => {
  const member = await makeMember(server);
  const admin = await makeOperator(server, 'administrator');
  const answerer = await makeOperator(server, 'support');
  const from = (ip: string, key: string, body?: unknown, { cookie }: { cookie: string } = admin) =>
    callConsole(server.url, cookie, key, body, { 'X-Forwarded-For': ip });
  // biome-ignore lint/suspicious/noExplicitAny: answers are of many shapes.
  const publish = async (allowedNetworks: string[], ip = INSIDE): Promise<any> => {
    const { body: read }: { body: never } = await from(ip, `GET ${PUBLISH}`);
    const { version, draft } = read as { version: number; draft: { revision: number } | null };
    const sent = { value: { allowedNetworks }, version, revision: draft?.revision ?? 0 };
    const { body: saved }: { body: never } = await from(ip, `PUT ${PUBLISH}/draft`, sent);
    const { revision } = (saved as { draft: { revision: number } }).draft;
    return from(ip, `POST ${PUBLISH}/publish`, { revision, reason: 'the office' });
  };

  // Nobody locks themselves out, whatever they write in front of the address that the proxy saw.
  for (const ip of [OUTSIDE, `${INSIDE}, ${OUTSIDE}`])
    expect(await publish(['203.0.113.0/24'], ip), ip).toMatchObject({
      status: 409,
      body: { code: 'NETWORK_OF_YOUR_OWN' },
    });
  const ticket = async (ip: string) =>
    (await from(ip, 'POST /api/console/chat/ticket', undefined, answerer)).body as { ticket: string };
  const { ticket: operatorTicket } = await ticket(INSIDE);
  const stranger = await logInOverHttp(server.url, answerer, { ip: OUTSIDE });
  // Two devices get alarms; their sessions time out before the list is there.
  for (const ip of [INSIDE, OUTSIDE]) {
    const { cookie } = await logInOverHttp(server.url, answerer, { ip });
    const browser = { ...pushBrowser('unused').subscription, endpoint: `https://fcm.googleapis.com/${ip}` };
    const put = await from(ip, 'PUT /api/console/me/alarms', { ...browser, kinds: ['queue'] }, { cookie });
    expect(put.status).toBe(200);
  }
  await sql`
    update alarm_device set session_hash = sha256(session_hash) where operator_id = ${answerer.id}`.execute(
    server.owner,
  );
  const stream = await fetch(`${server.url}/api/console/live`, {
    headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: stranger.cookie, 'X-Forwarded-For': OUTSIDE },
  });
  const socket = await openChatSocket(server.url, { operatorTicket }, { 'X-Forwarded-For': INSIDE });
  await server.owner
    .updateTable('operator_session')
    .set({ address: `::ffff:${INSIDE}` })
    .where('operator_id', 'in', [admin.id, answerer.id])
    .where('address', '<>', OUTSIDE)
    .execute();

  expect(await publish(['203.0.113.99/24', '2001:db8::/32'])).toMatchObject({
    status: 200,
    body: { waits: null },
  });
  const devices = await server.db.selectFrom('alarm_device').select('address').execute();
  expect(devices.map(({ address }) => address)).toEqual([INSIDE]);
  // The session that began outside has ended, and its stream with it.
  for await (const _ of stream.body ?? []);
  await expect.poll(() => from(OUTSIDE, 'GET /api/console/me')).toMatchObject(REFUSED);
  expect(await from(INSIDE, 'GET /api/console/me', undefined, stranger)).toMatchObject({ status: 401 });
  for (const ip of [INSIDE, `::ffff:${INSIDE}`, '2001:db8::1', `${OUTSIDE}, ${INSIDE}`])
    expect(await from(ip, 'GET /api/console/me'), ip).toMatchObject({ status: 200 });
  for (const ip of [OUTSIDE, '2001:db9::1', `${INSIDE}, ${OUTSIDE}`, 'unknown'])
    expect(await from(ip, 'GET /api/console/me'), ip).toMatchObject(REFUSED);
  expect(await logInOverHttp(server.url, answerer, { ip: OUTSIDE })).toMatchObject(REFUSED);
  expect(await from(OUTSIDE, 'GET /api/console/live')).toMatchObject(REFUSED);
  // A ticket that somebody inside hands out opens nothing outside.
  const handed = (await ticket(INSIDE)).ticket;
  await expect(
    openChatSocket(server.url, { operatorTicket: handed }, { 'X-Forwarded-For': OUTSIDE }),
  ).rejects.toThrow('OPERATOR_NETWORK');
  socket.close();
  const ask = { token: member.token, ip: OUTSIDE };
  expect(await rawCall(server.url, 'GET /api/wallet', ask)).toMatchObject({ status: 200 });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { Authorization: 'Bearer scrapes the metrics' },
  });
  expect(await metrics.text()).toMatch(/krapao_console_refusals_total [1-9]/);

  // With a member's money in, the list takes two; the saver must be in it when they ask.
  await deposit(server.db, member.id, 100_00n);
  expect(await publish([OUTSIDE])).toMatchObject({ body: { code: 'NETWORK_OF_YOUR_OWN' } });
  expect(await publish([INSIDE])).toMatchObject({ body: { waits: { cause: { code: 'TWO_PERSONS' } } } });
});

test('the command on the machine opens the console again, for an administrator with a reason, and is audited', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../operations/openConsoleCommand.ts'), ...args],
      { env: { ...process.env, DATABASE_URL: server.databaseUrl } },
    );
  for (const args of [[], ['nobody', 'moved'], ['admin', ' ']])
    await expect(run(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Name an') });
  await run('admin', 'the', 'office', 'moved');
  await expect
    .poll(() => logInOverHttp(server.url, { username: 'admin', password: 'krapao-demo' }, { ip: OUTSIDE }))
    .toMatchObject({ status: 200 });
  const line = await server.owner
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'console.openToAll')
    .executeTakeFirst();
  expect(line).toMatchObject({
    address: 'machine',
    reason: 'the office moved',
    before: { allowedNetworks: ['203.0.113.99/24', '2001:db8::/32'] },
    after: { allowedNetworks: [] },
  });
});

test('a socket’s address is the one that a call from there has', async () => {
  for (const trusted of [0, 1, 2]) {
    const app = Fastify({ trustProxy: trusted === 0 ? false : (_address, hop) => hop < trusted });
    app.get('/', ({ ip, socket, headers }) => [
      ip,
      callerAddress(socket.remoteAddress ?? '', headers, trusted),
    ]);
    for (const told of [
      undefined,
      '203.0.113.7',
      '198.51.100.1, 203.0.113.7',
      ' ::1 ,10.0.0.1,203.0.113.7',
    ]) {
      const headers = told === undefined ? {} : { 'x-forwarded-for': told };
      const [ip, ours] = (await app.inject({ url: '/', headers })).json();
      expect(ours, `${trusted} ${told}`).toBe(ip);
    }
    await app.close();
  }
});
