import { contract } from '@krapao/contract/api/index';
import { ROLES } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let admin: TestOperator;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
  admin = await makeOperator(server, 'administrator');
});
afterAll(() => server.stop());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** A key that works, or waits for a second operator once there is money. */
async function makeKey(scopes: string[], change: object = {}) {
  const body = { name: 'CRM', scopes, networks: [], expiresAt: inDays(30), reason: 'to read', ...change };
  const answer = await admin.call('POST /api/console/api-keys', body);
  return answer.body as { id: string; key: string; waits: { id: string } | null };
}
async function read(key: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    headers: { Authorization: `Bearer ${key}`, ...headers },
  });
  return { status: response.status, body: (await response.json()) as never };
}
let all: string;

test('a key reads what its scopes name, in pages, and nothing else', async () => {
  ({ key: all } = await makeKey([
    'events.read',
    'members.read',
    'wallets.read',
    'deposits.read',
    'withdrawals.read',
    'transfers.read',
    'bonuses.read',
  ]));
  const contact = await makeKey(['members.read', 'members.contact']);
  const eventsOnly = await makeKey(['events.read']);
  member = await makeMember(server);
  await makeMember(server);
  await deposit(server.db, member.id, 1_500_25n);
  await deposit(server.db, member.id, 20_00n);
  const id = String(member.id);

  expect((await read(all, `/api/read/members/${id}/wallet`)).body).toEqual({
    memberId: id,
    amount: 1520.25,
    held: 0,
    inTransfer: 0,
  });
  const shown = (await read(all, `/api/read/members/${id}`)).body;
  expect(shown).toMatchObject({ id, state: 'active', isPaused: false, allowsMarketing: false });
  expect(JSON.stringify(shown)).not.toContain(member.phoneNumber.slice(-8));
  expect((await read(contact.key, `/api/read/members/${id}`)).body).toMatchObject({
    contact: { phoneNumber: expect.stringContaining(member.phoneNumber.slice(-8)) },
  });
  const first = (await read(all, '/api/read/members?limit=1')).body as { items: object[]; next: string };
  expect(first).toMatchObject({ items: [{ id: expect.any(String) }], next: expect.any(String) });
  expect((await read(all, `/api/read/members?after=${first.next}`)).body).toMatchObject({ next: null });
  const newest = (await read(all, `/api/read/deposits?memberId=${id}&limit=1`)).body as { next: string };
  expect(newest).toMatchObject({ items: [{ amount: 20, state: 'SUCCESS', source: 'KBANK' }] });
  const older = await read(all, `/api/read/deposits?memberId=${id}&after=${newest.next}`);
  expect(older.body).toMatchObject({ items: [{ amount: 1500.25 }], next: null });
  for (const list of ['withdrawals', 'transfers', 'bonuses'])
    expect((await read(all, `/api/read/${list}?memberId=${id}`)).body).toEqual({ items: [], next: null });
  expect((await read(all, '/api/read/members/999999999')).body).toMatchObject({ code: 'NO_DATA' });

  expect((await read(eventsOnly.key, '/api/events')).status).toBe(200);
  expect(await read(eventsOnly.key, `/api/read/members/${id}/wallet`)).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_MISSING' },
  });
});

test('events are pulled from an id on, each once, in the order of publication', async () => {
  type Page = { events: { id: string; type: string; data: object }[]; newest: string };
  const page = async (query: string) => (await read(all, `/api/events?${query}`)).body as Page;
  const published = sql<{ open: number }>`select count(*)::int as open from event where position is null`;
  await sql`insert into event (member_id, type, data) values (0, 'alarm.began', '{}')`.execute(server.owner);
  await until(async () => (await published.execute(server.owner)).rows[0]?.open === 0);
  const { events, newest } = await page('limit=200');
  // The alarm is the newest, and no key reads it.
  expect(events.at(-1)?.id).toBe(String(Number(newest) - 1));
  expect((await read(all, '/api/events?type=alarm.began')).status).toBe(400);
  const pulled: string[] = [];
  for (let after = '0'; ; ) {
    const { events: some } = await page(`after=${after}&limit=2`);
    pulled.push(...some.map(({ id }) => id));
    if (some.length === 0) break;
    after = some.at(-1)?.id ?? after;
  }
  expect(pulled).toEqual(events.map(({ id }) => id));
  const credited = await page('type=deposit.credited');
  expect(credited.events.map(({ data }) => data)).toMatchObject([{ amount: 1500.25 }, { amount: 20 }]);
  expect((await read(all, '/api/events?after=x')).status).toBe(400);
});

test('an event of a transaction that commits later has a higher id than what was published before it', async () => {
  const owner = server.owner;
  const insert = (type: string) => sql`select tell_event(${member.id}, ${type}, '{}')`.execute(owner);
  const position = async (type: string) =>
    (await owner.selectFrom('event').select('position').where('type', '=', type).executeTakeFirst())
      ?.position;
  await owner.transaction().execute(async (slow) => {
    await sql`select tell_event(${member.id}, 'began.first', '{}')`.execute(slow);
    await insert('ended.first');
    await until(async () => typeof (await position('ended.first')) === 'bigint');
  });
  const late = await until(async () => await position('began.first'));
  expect(late).toBeGreaterThan((await position('ended.first')) ?? 0n);
  await sql`delete from event where type in ('began.first', 'ended.first')`.execute(owner);
});

test('no key works for calls of members or operators, and nobody else’s token for those of keys', async () => {
  for (const [path, code] of [
    ['/api/wallet', 'UNAUTHORIZED'],
    ['/api/account/profile', 'UNAUTHORIZED'],
    ['/api/console/queues', 'OPERATOR_UNAUTHORIZED'],
    ['/api/console/webhooks', 'OPERATOR_UNAUTHORIZED'],
  ] as const)
    expect((await read(all, path, { 'X-Requested-With': 'wallet-user' })).body).toMatchObject({ code });
  for (const token of [member.token, `krk_${member.token}`, '', 'krk_short'])
    expect(await read(token, '/api/events')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  const response = await fetch(`${server.url}/api/events`, { headers: { Cookie: admin.cookie } });
  expect(response.status).toBe(401);
});

test('a key ends with its time, its network or its revocation; a new one waits for a second operator', async () => {
  const asked = await makeKey(['events.read'], { networks: ['203.0.113.0/24'] });
  expect((await read(asked.key, '/api/events')).status).toBe(401);
  await decideApproval(await makeOperator(server, 'administrator'), asked.waits?.id ?? '', 'approve');
  expect(await read(asked.key, '/api/events', { 'X-Forwarded-For': '198.51.100.7' })).toMatchObject({
    status: 403,
    body: { code: 'INVALID_IP' },
  });
  const inside = { 'X-Forwarded-For': '203.0.113.9' };
  expect((await read(asked.key, '/api/events', inside)).status).toBe(200);
  const listed = async () =>
    ((await admin.call('GET /api/console/api-keys')).body as { keys: { id: string }[] }).keys.find(
      ({ id }) => id === asked.id,
    );
  expect(await listed()).toMatchObject({ state: 'ACTIVE', lastUsedAt: expect.any(String) });
  expect(JSON.stringify(await listed())).not.toContain(asked.key);
  await sql`update api_key set expires_at = now() where id = ${asked.id}`.execute(server.owner);
  expect((await read(asked.key, '/api/events', inside)).status).toBe(401);
  await sql`update api_key set expires_at = now() + interval '1 day' where id = ${asked.id}`.execute(
    server.owner,
  );
  expect((await read(asked.key, '/api/events', inside)).status).toBe(200);
  const revoke = () => admin.call(`DELETE /api/console/api-keys/${asked.id}`, { reason: 'lost' });
  expect((await revoke()).status).toBe(200);
  expect((await read(asked.key, '/api/events', inside)).status).toBe(401);
  expect(await listed()).toMatchObject({ state: 'REVOKED' });
});

test.each([
  { networks: ['everywhere'] },
  { networks: ['10.0.0.0/99'] },
  { expiresAt: inDays(-1) },
  { expiresAt: inDays(4_000) },
  { scopes: [] },
  { scopes: ['money.move'] },
])('a key with %j is not made', async (change) => {
  const body = {
    name: 'x',
    scopes: ['events.read'],
    networks: [],
    expiresAt: inDays(1),
    reason: 'x',
    ...change,
  };
  expect((await admin.call('POST /api/console/api-keys', body)).status).toBe(400);
});

test('wrong keys are counted, and then answered without a look', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.44' };
  const statuses: number[] = [];
  for (let nth = 0; nth < 32; nth += 1) {
    const { status } = await read(`krk_${'a'.repeat(43)}`, '/api/events', headers);
    statuses.push(status);
  }
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect((await read(all, '/api/events', headers)).body).toMatchObject({ code: 'REQUEST_LIMIT' });
  expect((await read(all, '/api/events')).status).toBe(200);
});

test('of all roles administrators alone use the calls of webhooks and keys', async () => {
  const calls = Object.keys(contract).filter((key) => /\/api\/console\/(?:webhooks|api-keys)/.test(key));
  expect(calls).toHaveLength(16);
  for (const role of ROLES) {
    const operator = await makeOperator(server, role);
    for (const call of calls) {
      const path = call.replace(':id', '7c1f3a52-0000-4000-8000-000000000000').replace(':event', '1');
      const { status } = await operator.call(path, call.startsWith('GET') ? undefined : { reason: 'x' });
      if (role === 'administrator') expect(status, call).not.toBe(403);
      else expect(status, `${role} ${call}`).toBe(403);
    }
  }
});
