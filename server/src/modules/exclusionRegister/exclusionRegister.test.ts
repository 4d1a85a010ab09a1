import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../clock.ts';
import { genericRegister } from '../../providers/register/generic/genericRegister.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { untilTaken } from '../../testing/passTimeout.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { REGISTER_TEMPLATE } from '../../testing/registerTemplate.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { callSandbox, setFaults } from '../../testing/sandboxBank.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { WAIT_MS } from './askAtDoor.ts';

const KEY = 'key-of-this-register';
/** No call of a register ends by itself before the log-in that it holds up. */
const TIMEOUT_MS = 60_000;
const PATIENT = { KRAPAO_PROVIDER_TIMEOUT_MS: String(TIMEOUT_MS), KRAPAO_LEASE_SECONDS: '121' };
let server: TestServer;
let admin: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    SANDBOX_SECRET: KEY,
    ...PATIENT,
  });
  admin = await makeOperator(server, 'administrator');
  const terms = {
    name: 'Register',
    priority: 1,
    config: { baseUrl: `${server.sandbox.url}/as/register`, template: JSON.stringify(REGISTER_TEMPLATE) },
    secrets: { apiKey: KEY },
    reason: 'the law asks for it',
  };
  const added = await admin.call('POST /api/console/connections', {
    capability: 'register',
    driver: 'generic',
    ...terms,
  });
  expect(added).toMatchObject({ status: 200 });
  const { id } = added.body as { id: string };
  const on = { ...terms, isActive: true, isShadow: false, version: 1 };
  expect(await admin.call(`PUT /api/console/connections/${id}`, on)).toMatchObject({ status: 200 });
  // The node has heard of it when it asks.
  await afterWork(server, async () => (await checkOf((await makeMember(server)).id)) !== undefined);
});
afterAll(() => server.stop());
beforeEach(() => setFaults(server, { 'register:generic': { mode: 'none' } }));

const checkOf = (memberId: bigint) =>
  server.owner.selectFrom('register_check').selectAll().where('member_id', '=', memberId).executeTakeFirst();
const pauseOf = (memberId: bigint) =>
  server.owner
    .selectFrom('pause')
    .select(['kind', 'source', 'reference', 'until_at', 'end_cause'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
const enter = (member: Pick<TestMember, 'phoneNumber'>, end?: string) =>
  callSandbox<{ reference: string }>(server, 'POST', '/as/register/entries', {
    phone: `+66${member.phoneNumber.slice(1)}`,
    ...(end !== undefined && { until: end }),
  });
const logIn = ({ phoneNumber, password }: TestMember, more: object = {}) =>
  rawCall(server.url, 'POST /api/login', { body: { username: phoneNumber, password, ...more } });
const dueNow = (memberId: bigint) =>
  sql`update register_check set due_at = now(), claim = claim + 1 where member_id = ${memberId}`.execute(
    server.owner,
  );

test('SAFE-13 who is listed is excluded at log-in, until the end of the entry', async () => {
  const member = await makeMember(server);
  expect(await checkOf(member.id)).toMatchObject({ is_listed: false });
  expect((await logIn(member)).status).toBe(200);
  const end = new Date(clock.now() + 300 * 86_400_000).toISOString();
  const { reference } = await enter(member, end);
  expect(await logIn(member)).toMatchObject({ body: { code: 'INVALID_USER_3' } });
  expect(await logIn(member, { access: 'limited' })).toMatchObject({
    status: 200,
    body: { access: 'limited' },
  });
  expect(await pauseOf(member.id)).toEqual({
    kind: 'exclusion',
    source: 'register',
    reference,
    until_at: new Date(end),
    end_cause: null,
  });
  // The sessions of before are gone, and nothing was sent that names the member.
  expect((await rawCall(server.url, 'GET /api/wallet', { token: member.token })).status).toBe(401);
});

test('SAFE-13 who is listed is excluded at registration', async () => {
  const { phoneNumber } = await makeMember(server);
  const next = `08${String(Number(phoneNumber.slice(2)) + 1_000_000)
    .padStart(8, '0')
    .slice(-8)}`;
  await enter({ phoneNumber: next });
  const body = {
    name: 'สมหญิง ใจดี',
    username: next,
    password: 'correct horse 9',
    bankCode: 'KBANK',
    bankAccountNo: next.padStart(10, '7'),
    bankAccountName: 'SOMYING JAIDEE',
  };
  expect(await rawCall(server.url, 'POST /api/account', { body })).toMatchObject({
    body: { code: 'SUCCESS' },
  });
  const login = await rawCall(server.url, 'POST /api/login', {
    body: { username: next, password: body.password },
  });
  expect(login.body.code).toBe('INVALID_USER_3');
});

test('SAFE-13 a register that is silent keeps nobody out of the log-in for more than a moment; the job asks and closes', async () => {
  const member = await makeMember(server);
  await enter(member);
  await setFaults(server, { 'register:generic': { mode: 'timeoutBeforeApply', times: 1 } });
  const began = clock.now();
  const call = logIn(member);
  await untilTaken(server, 'register:generic');
  expect(WAIT_MS).toBeLessThan(3_000);
  await server.clock.move(WAIT_MS);
  const login = await call;
  expect(login.status).toBe(200);
  // Its own patience ended it: the call itself still hangs.
  expect(clock.now() - began).toBeLessThan(TIMEOUT_MS);
  await afterWork(server, async () => (await pauseOf(member.id))?.source === 'register');
  expect((await rawCall(server.url, 'GET /api/wallet', { token: login.body.token })).status).toBe(401);
});

test('SAFE-13 unknown is not failed: faults of the register say nothing of a member, and it is asked again', async () => {
  const member = await makeMember(server);
  const asked = await afterWork(server, async () => (await checkOf(member.id))?.asked_at?.getTime());
  await setFaults(server, { 'register:generic': { mode: 'error500', times: null } });
  await dueNow(member.id);
  const tried = await afterWork(server, async () => {
    const row = await checkOf(member.id);
    return row !== undefined && row.attempts > 0 && row;
  });
  expect(tried).toMatchObject({ is_listed: false });
  expect(tried.asked_at?.getTime()).toBe(asked);
  expect(await pauseOf(member.id)).toBeUndefined();
  await setFaults(server, { 'register:generic': { mode: 'none' } });
  await dueNow(member.id);
  await afterWork(server, async () => ((await checkOf(member.id))?.asked_at?.getTime() ?? 0) > asked);
});

test('SAFE-13 every member is asked about within the hours of the pack, those of before the connection too', async () => {
  const member = await makeMember(server);
  await server.owner.deleteFrom('register_check').where('member_id', '=', member.id).execute();
  server.wakeJob('exclusion-register-members');
  const row = await afterWork(server, async () => {
    const found = await checkOf(member.id);
    return found?.asked_at != null && found;
  });
  const hours = ((row.due_at?.getTime() ?? 0) - (row.asked_at?.getTime() ?? 0)) / 3_600_000;
  expect(hours).toBeGreaterThan(17);
  expect(hours).toBeLessThan(24);
});

test('SAFE-13 an entry that has ended excludes nobody, and one that was taken back as wrong does not begin again', async () => {
  const old = await makeMember(server);
  await enter(old, new Date(clock.now() - 86_400_000).toISOString());
  expect((await logIn(old)).status).toBe(200);

  const wrong = await makeMember(server);
  await enter(wrong);
  expect((await logIn(wrong)).body.code).toBe('INVALID_USER_3');
  await sql`update pause set ended_at = now(), end_cause = 'WRONG_ENTRY' where member_id = ${wrong.id}`.execute(
    server.owner,
  );
  expect((await logIn(wrong)).status).toBe(200);
  expect(await pauseOf(wrong.id)).toMatchObject({ end_cause: 'WRONG_ENTRY' });
});

test('SAFE-13 where the pack has the rule off nobody is asked about', async () => {
  await switchSetting(server, 'protection', { register: { isOn: false, hours: 24 } });
  const member = await makeMember(server);
  expect(await checkOf(member.id)).toBeUndefined();
  await switchSetting(server, 'protection', { register: { isOn: true, hours: 24 } });
});

const problemsOf = (ask: object) =>
  genericRegister.problems?.({
    config: {
      baseUrl: 'https://register.example',
      template: JSON.stringify({ ask: { ...REGISTER_TEMPLATE.ask, ...ask } }),
    },
    secrets: {},
  } as never) ?? [];

test('a template that names nobody, puts a person into an address, or trusts a status alone is refused', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ body: '{}' })[0]).toContain('ask must send one of');
  expect(problemsOf({ path: '/check?phone={phone}' })[0]).toContain('do not belong into an address');
  expect(problemsOf({ answers: [{ status: '404', gives: 'notListed' }] })).toHaveLength(2);
});

test('SAFE-13 the entry of the phone of a merged account closes the account that stays', async () => {
  const [stays, between, goes] = [
    await makeMember(server),
    await makeMember(server),
    await makeMember(server),
  ];
  for (const [from, into] of [
    [goes, between],
    [between, stays],
  ] as const)
    await sql`update member set status = 'suspended', merged_into = ${into.id}, merged_at = now() where id = ${from.id}`.execute(
      server.owner,
    );
  const { reference } = await enter(goes);
  await dueNow(goes.id);
  await afterWork(server, async () => {
    server.wakeJob('exclusion-register');
    return (await pauseOf(stays.id)) !== undefined;
  });
  expect(await pauseOf(stays.id)).toMatchObject({ source: 'register', reference });
  expect(await pauseOf(goes.id)).toBeUndefined();
  await sql`insert into identity_finding (member_id, kind, subject, detail) values (${goes.id}, 'sanctions', 'entry', '{}')`.execute(
    server.owner,
  );
  expect(
    await server.owner
      .selectFrom('identity_finding')
      .select('member_id')
      .where('subject', '=', 'entry')
      .execute(),
  ).toEqual([{ member_id: stays.id }]);
});

test('SAFE-13 two operators switch off a register: without it nobody is asked about', async () => {
  await makeOperator(server, 'administrator');
  await deposit(server.db, (await makeMember(server)).id, 500_00n);
  const row = await server.owner
    .selectFrom('connection')
    .selectAll()
    .where('capability', '=', 'register')
    .executeTakeFirstOrThrow();
  const { name, priority, config, version } = row;
  const off = { name, priority, config, secrets: {}, isShadow: false, reason: 'r', version, isActive: false };
  expect(await admin.call(`PUT /api/console/connections/${row.id}`, off)).toMatchObject({
    status: 200,
    body: { waits: { cause: { code: 'TWO_PERSONS' } } },
  });
});
