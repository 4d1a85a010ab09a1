import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealSecrets } from '../../providers/connections/connectionRow.ts';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { withoutTriggers } from '../../testing/withoutTriggers.ts';

const KEY = 'key-of-the-gateway-7f3a';
const REASON = 'contract of November';

let gateway: Server;
let host: string;
let answer: (response: ServerResponse) => void;
let received: { path: string | undefined; authorization: string | undefined; body: string }[] = [];
let server: TestServer;
let admin: TestOperator;
let second: TestOperator;

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ path: request.url, authorization: request.headers.authorization, body });
    answer(response);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_OWN_NETWORK_HOSTS: host });
  admin = await makeOperator(server, 'administrator');
  second = await makeOperator(server, 'administrator');
});
afterAll(async () => {
  await server.stop();
  gateway.closeAllConnections();
  gateway.close();
});
beforeEach(() => {
  received = [];
  answer = (response) => response.end('{"ok":true}');
});

const config = () => ({
  baseUrl: `http://${host}/send?api_key={apiKey}`,
  method: 'POST',
  headers: '{"Content-Type":"application/json","Authorization":"Bearer {apiKey}"}',
  body: '{"to":"{phone}","text":"{message}"}',
  phoneForm: 'national',
});
const added = (change: object = {}) => ({
  capability: 'sms',
  driver: 'http',
  name: 'Gateway one',
  priority: 10,
  config: config(),
  secrets: { apiKey: KEY },
  reason: REASON,
  ...change,
});
interface Shown {
  id: string;
  name: string;
  version: number;
  isActive: boolean;
  secretsSet: string[];
  waits: { id: string } | null;
  health: { state: string; calls: number; failures: number; lastTrouble: { reason: string } | null };
}
async function list(): Promise<Shown[]> {
  const { body } = await admin.call('GET /api/console/connections');
  return (body as { connections: Shown[] }).connections;
}
async function show(id: string): Promise<Shown> {
  const found = (await list()).find((connection) => connection.id === id);
  if (found === undefined) throw new Error('no such connection');
  return found;
}
async function add(change: object = {}): Promise<string> {
  const { status, body } = await admin.call('POST /api/console/connections', added(change));
  expect([status, (body as { waits: unknown }).waits]).toEqual([200, null]);
  return (body as { id: string }).id;
}
const change = async (id: string, changed: object, by = admin) =>
  by.call(`PUT /api/console/connections/${id}`, {
    name: 'Gateway one',
    priority: 10,
    isActive: true,
    isShadow: false,
    config: config(),
    secrets: {},
    version: (await show(id)).version,
    reason: REASON,
    ...changed,
  });
const remove = (id: string) => admin.call(`DELETE /api/console/connections/${id}`, { reason: REASON });
let phones = 0;
/** Asks for a code as a visitor; whether it was sent is told by the gateways. */
const askCode = () => {
  phones += 1;
  const phoneNumber = `08${String(21_000_000 + phones)}`;
  return server
    .client()('POST /api/otp/send', { body: { phoneNumber } })
    .catch(() => undefined);
};
const inUse = (wanted: (rows: Shown[]) => boolean) =>
  expect.poll(async () => wanted(await list())).toBe(true);

test('keys typed in the console send codes, on the next call, and are never read back', async () => {
  const id = await add();
  await askCode();
  expect(received).toEqual([]);
  expect(await change(id, {})).toMatchObject({ status: 200, body: { waits: null } });
  // The nodes hear of it within a second.
  await expect.poll(() => askCode().then(() => received.length)).toBeGreaterThan(0);
  expect(received[0]).toMatchObject({ authorization: `Bearer ${KEY}`, path: `/send?api_key=${KEY}` });
  expect(JSON.parse(received[0]?.body ?? '').to).toMatch(/^08/);
  expect(await show(id)).toMatchObject({ secretsSet: ['apiKey'], isActive: true });
  await inUse((rows) =>
    rows.some((row) => row.id === id && row.health.state === 'ok' && row.health.calls > 0),
  );

  const told = [
    await admin.call('GET /api/console/connections'),
    await admin.call(`GET /api/console/connections/${id}/history`),
    await admin.call('POST /api/console/audit', { limit: 50 }),
  ];
  expect(JSON.stringify(told)).not.toContain(KEY);
  const { rows } = await sql`select c::text from connection c`.execute(server.owner);
  expect(JSON.stringify(rows)).not.toContain(KEY);
  expect((await remove(id)).status).toBe(200);
});

test('a refused message goes to the next gateway; one whose fate is unknown is repeated elsewhere first', async () => {
  const at = (path: string) => ({ config: { ...config(), baseUrl: `http://${host}/${path}` } });
  const one = await add({ name: 'One', priority: 1, ...at('one') });
  const two = await add({ name: 'Two', priority: 2, ...at('two') });
  answer = (response) =>
    response.req.url === '/one' ? response.writeHead(401).end('<html>no</html>') : response.end('{}');
  await change(two, { name: 'Two', priority: 2, ...at('two') });
  await change(one, { name: 'One', priority: 1, ...at('one') });
  const paths = () => received.map(({ path }) => path);
  await expect.poll(() => askCode().then(paths)).toContain('/one');
  expect(paths()).toContain('/two');
  await inUse((rows) =>
    rows.some(
      ({ id, health }) =>
        id === one && health.state === 'failing' && health.lastTrouble?.reason === 'KEY_REFUSED',
    ),
  );
  // For half a minute it is asked last.
  received = [];
  await askCode();
  expect(paths()).toEqual(['/two']);
  // A code whose fate is unknown is sent once more (OTP-01): first through the other gateway.
  received = [];
  answer = (response) =>
    response.req.url === '/two' ? response.writeHead(500).end() : response.writeHead(401).end();
  await askCode();
  expect(paths()).toEqual(['/two', '/one', '/two']);
  for (const id of [one, two]) expect((await remove(id)).status).toBe(200);
});

const BARE = { method: 'POST', headers: '{}', phoneForm: 'e164' };
test.each([
  ['no such driver', { driver: 'nothing' }, 'no driver nothing'],
  [
    'a field too many',
    { config: { ...BARE, baseUrl: 'https://gateway.example/{phone}{message}', other: 1 } },
    'config',
  ],
  ['no place', { config: { ...BARE, baseUrl: 'https://gateway.example/' } }, 'have no {phone}'],
  [
    'an address without TLS',
    { config: { ...BARE, baseUrl: 'http://gateway.example/{phone}{message}' } },
    'baseUrl must be an https',
  ],
  [
    'a key in a header',
    {
      config: {
        ...BARE,
        headers: '{"Authorization":"Bearer abc"}',
        baseUrl: 'https://gateway.example/{phone}{message}',
      },
    },
    'Authorization holds a key',
  ],
  [
    'a key in the address',
    { config: { ...BARE, baseUrl: 'https://gateway.example/?api_key=abc&to={phone}&text={message}' } },
    'api_key holds a key',
  ],
  [
    'a key in the body',
    {
      config: {
        ...BARE,
        baseUrl: 'https://gateway.example/',
        body: '{"auth":{"token":"abc"},"to":"{phone}{message}"}',
      },
    },
    'token holds a key',
  ],
  ['a comparison where nothing is compared', { isShadow: true }, 'sms connections are not compared'],
  ['an unknown secret', { secrets: { password: 'x' } }, 'secrets'],
  [
    'own network, 127.0.0.1',
    { config: { ...BARE, baseUrl: 'https://127.0.0.1/{phone}{message}' } },
    'own network',
  ],
  [
    'own network, [::ffff:127.0.0.1]',
    { config: { ...BARE, baseUrl: 'https://[::ffff:127.0.0.1]/{phone}{message}' } },
    'own network',
  ],
  [
    'own network, localhost.',
    { config: { ...BARE, baseUrl: 'https://localhost./{phone}{message}' } },
    'own network',
  ],
  [
    'own network, 10.1.2.3:8443',
    { config: { ...BARE, baseUrl: 'https://10.1.2.3:8443/{phone}{message}' } },
    'own network',
  ],
  [
    'a key in the name of the host',
    { config: { ...BARE, baseUrl: 'https://{apiKey}.evil.example/{phone}{message}' } },
    'without places',
  ],
])('%s is refused, said which, and stores nothing', async (_, wrong, told) => {
  const before = (await list()).length;
  const { status, body } = await admin.call('POST /api/console/connections', added(wrong));
  expect([status, (body as { code: string }).code]).toEqual([400, 'CONNECTION_INVALID']);
  expect((body as { message: string }).message).toContain(told);
  expect(await list()).toHaveLength(before);
});

test.each([
  ['plain http', { baseUrl: 'http://203.0.113.7/{phone}{message}' }, 'https://'],
  ['a password in the address', { baseUrl: 'https://me:secret@gateway.example/{phone}{message}' }, 'baseUrl'],
])('%s is refused while it is off too', async (_, moved, told) => {
  const id = await add({ name: 'Moved' });
  const changed = { isActive: false, config: { ...config(), ...moved }, secrets: { apiKey: KEY } };
  const { status, body } = await change(id, changed);
  expect([status, (body as { code: string }).code]).toEqual([400, 'CONNECTION_INVALID']);
  expect((body as { message: string }).message).toContain(told);
  await remove(id);
});

test('a stored key does not follow to another address: who moves it types it again', async () => {
  const id = await add({ name: 'Moved' });
  const elsewhere = { config: { ...config(), baseUrl: 'https://elsewhere.example/{phone}{message}' } };
  expect(await change(id, elsewhere)).toMatchObject({ status: 400, body: { code: 'CONNECTION_INVALID' } });
  expect(await change(id, { ...elsewhere, secrets: { apiKey: KEY } })).toMatchObject({ status: 200 });
  await remove(id);
});

test('a change that changes nothing makes no version, so that it blocks nobody’s request', async () => {
  const id = await add({ name: 'Same' });
  expect(await change(id, { name: 'Same', isActive: false })).toMatchObject({ status: 200 });
  expect(await show(id)).toMatchObject({ version: 1 });
  await remove(id);
});

test('keys that cannot be read are shown as such, not as a connection that works', async () => {
  const id = await add({ name: 'Lost' });
  await change(id, { name: 'Lost' });
  await server.owner
    .updateTable('connection')
    .set({ secrets: Buffer.alloc(40) })
    .where('id', '=', id)
    .execute();
  await expect.poll(async () => (await show(id)).health.state).toBe('unopened');
  const { status } = await change(id, { name: 'Lost', secrets: { apiKey: KEY } });
  expect(status).toBe(200);
  await expect.poll(async () => (await show(id)).health.state).not.toBe('unopened');
  await remove(id);
});

test('who may not manage connections reads none', async () => {
  const manager = await makeOperator(server, 'manager');
  for (const key of ['GET /api/console/connections', 'GET /api/console/connections/drivers'])
    expect(await manager.call(key)).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } });
  expect((await manager.call('POST /api/console/connections', added())).status).toBe(403);
});

test('of two changes of one version one is made', async () => {
  const id = await add({ name: 'Twice' });
  const { version } = await show(id);
  const answers = await Promise.all(['a', 'b'].map((name) => change(id, { name, version, isActive: false })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await show(id)).version).toBe(2);
  expect((await remove(id)).status).toBe(200);
});

test('fixed connections are shown and cannot be edited', async () => {
  const fixed = (await list()).filter(({ id }) => id.startsWith('sandbox-'));
  const ids = ['sandbox-sms', 'sandbox-slip', 'sandbox-gateway-ww', 'sandbox-gateway-e2p', 'sandbox-game'];
  expect(fixed.map(({ id }) => id)).toEqual(ids);
  expect(await remove('sandbox-sms')).toMatchObject({ status: 404, body: { code: 'NO_DATA' } });
});

test('once a member’s money is in, a second operator approves; switching off needs one', async () => {
  const id = await add({ name: 'Guarded' });
  await bringFirstMoney(server);
  expect(await soon()).toEqual([]);
  const asked = await change(id, { secrets: { apiKey: 'another key' } });
  const { waits } = asked.body as unknown as { waits: { id: string } };
  expect(await show(id)).toMatchObject({ isActive: false, waits: { id: waits.id } });
  expect((await change(id, {})).body).toMatchObject({ code: 'APPROVAL_WAITING' });
  // One request at a time: a page that shows one must not hide another.
  expect((await remove(id)).body).toMatchObject({ code: 'APPROVAL_WAITING' });
  const { body: shown } = await second.call('GET /api/console/approvals');
  const [{ facts } = { facts: [] }] = (shown as { items: { facts: { name: string; text: string }[] }[] })
    .items;
  // Each fact once, in the words of the page.
  expect(facts.map(({ name, text }) => `${name} ${text}`)).toEqual([
    'capability sms',
    'driver SMS over HTTP',
    `baseUrl ${config().baseUrl}`,
    'name null',
    'isActive null',
    'secretsChanged apiKey',
  ]);
  expect(JSON.stringify(shown)).not.toContain('another key');
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  expect(await show(id)).toMatchObject({ isActive: true, version: 2, waits: null });
  await expect.poll(() => askCode().then(() => received.length)).toBeGreaterThan(0);
  expect(received.at(-1)?.authorization).toBe('Bearer another key');

  const off = await change(id, { ...(await termsOf(id)), isActive: false });
  expect(off).toMatchObject({ status: 200, body: { waits: null } });
  expect(await show(id)).toMatchObject({ isActive: false });
  const back = await change(id, { ...(await termsOf(id)), isActive: true });
  expect((back.body as unknown as { waits: object | null }).waits).not.toBeNull();

  // Switching on shows where the keys will go, though the address does not change.
  const { body: again } = await second.call('GET /api/console/approvals');
  expect(JSON.stringify(again)).toContain(`"baseUrl","text":"${config().baseUrl}"`);
});

test('a connection is tested as it is stored, also where this node has not heard of it yet', async () => {
  const id = randomUUID();
  const told = { package: 'BASIC-1', quotaRemaining: 7 };
  answer = (response) => response.end(JSON.stringify({ code: '200001', data: told }));
  const config = { baseUrl: `http://${host}/slips` };
  const by = { changed_by: admin.id, created_by: admin.id };
  await withoutTriggers(server.owner, 'connection', (trx) =>
    trx
      .insertInto('connection')
      .values({
        id,
        capability: 'slip',
        driver: 'slip2go',
        name: 'Just added',
        priority: 1,
        is_active: false,
        is_shadow: false,
        config: JSON.stringify(config),
        secrets: sealSecrets(server.context.secrets.connection, id, { apiKey: KEY }),
        secret_names: ['apiKey'],
        ...by,
      })
      .execute(),
  );
  const tested = () => admin.call(`POST /api/console/connections/${id}/test`);
  expect(await tested()).toMatchObject({ status: 200, body: { ok: true, detail: 'BASIC-1' } });
  await withoutTriggers(server.owner, 'connection', (trx) =>
    trx.deleteFrom('connection').where('id', '=', id).execute(),
  );
  expect(await tested()).toMatchObject({ status: 404, body: { code: 'NO_DATA' } });
});

test('an addition that waits is in the list; what takes effect by itself has its name', async () => {
  const { body } = await admin.call('POST /api/console/connections', added({ name: 'Not yet' }));
  const { id, waits } = body as unknown as { id: string; waits: { id: string } };
  const { body: listed } = await admin.call('GET /api/console/connections');
  const { additions, connections } = listed as unknown as { additions: object[]; connections: Shown[] };
  expect(additions).toEqual([
    { id, capability: 'sms', driver: 'http', title: 'SMS over HTTP', name: 'Not yet', waits },
  ]);
  expect(connections.map((one) => one.id)).not.toContain(id);
  await server.owner
    .updateTable('approval')
    .set({ takes_effect_at: sql<Date>`now() + interval '1 day'` })
    .where('id', '=', waits.id)
    .execute();
  expect(await soon()).toMatchObject([{ id: waits.id, kind: 'connection.add', name: 'Not yet' }]);
  expect(await decideApproval(second, waits.id, 'approve')).toMatchObject({ status: 200 });
  const { body: after } = await admin.call('GET /api/console/connections');
  expect((after as unknown as { additions: object[] }).additions).toEqual([]);
});

async function soon(): Promise<object[]> {
  const { body } = await admin.call('GET /api/console/queues');
  return (body as unknown as { soon: object[] }).soon;
}

async function termsOf(id: string) {
  const { name, version } = await show(id);
  return { name, version };
}
