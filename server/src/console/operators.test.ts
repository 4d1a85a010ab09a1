import { contract } from '@krapao/contract/api/index';
import { REQUESTED_WITH, UNATTENDED_HEADER } from '@krapao/contract/client';
import type { Endpoint } from '@krapao/contract/endpoint';
import { isAllowed, ROLES, type Role } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '../settings/settings.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { callConsole, logInOverHttp, makeOperator, type TestOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

const ADMIN = { username: 'admin', password: 'krapao-demo' };

async function audit(action: string) {
  return server.owner
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute();
}

/** A code of the time step `ahead` of now: each code is taken once, so that tests use the ones around now. */
function codeOf(secret: string, ahead: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });
}

test('the demonstration administrator logs in; the cookie is for this site’s console alone', async () => {
  const { status, body, setCookie } = await logInOverHttp(server.url, ADMIN);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    username: 'admin',
    role: 'administrator',
    mustSetUp: [],
    hasTwoFactor: false,
  });
  expect(setCookie.map((cookie) => cookie.split('=')[0])).toEqual(['krapao_operator', 'krapao_device']);
  expect(setCookie[0]).toMatch(/^krapao_operator=[\w-]{43}; /);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api/console']) {
    expect(setCookie[0]).toContain(attribute);
  }
});

test('a wrong password, an unknown name and no cookie are refused alike, and guessing is delayed', async () => {
  const operator = await makeOperator(server, 'support');
  const answersTo = async (username: string, ip: string) => {
    const answers: string[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const { body } = await logInOverHttp(server.url, { username, password: 'wrong' }, { ip });
      answers.push((body as { code: string }).code);
    }
    return answers;
  };
  const answers = await answersTo(operator.username, '198.51.100.1');
  expect(answers).toEqual([...Array(5).fill('OPERATOR_CREDENTIAL'), 'OPERATOR_LOCKED', 'OPERATOR_LOCKED']);
  expect(await answersTo('nobody', '198.51.100.2')).toEqual(answers);
  expect(await logInOverHttp(server.url, operator, { ip: '198.51.100.1' })).toMatchObject({ status: 429 });
  expect(await callConsole(server.url, '', 'GET /api/console/me')).toMatchObject({
    status: 401,
    body: { code: 'OPERATOR_UNAUTHORIZED' },
  });
});

test('an address that tries many names is stopped, with the right password too; another is not', async () => {
  const operator = await makeOperator(server, 'support');
  const answers: number[] = [];
  for (let name = 0; name < 60; name += 1) {
    const spray = { username: `name${name}`, password: 'Summer2026!' };
    answers.push((await logInOverHttp(server.url, spray, { ip: '198.51.100.3' })).status);
  }
  expect(answers.filter((status) => status === 401)).toHaveLength(15);
  expect(await logInOverHttp(server.url, operator, { ip: '198.51.100.3' })).toMatchObject({
    status: 429,
    body: { code: 'OPERATOR_LOCKED' },
  });
  expect(await logInOverHttp(server.url, operator, { ip: '198.51.100.4' })).toMatchObject({ status: 200 });
});

test('strangers keep no operator out: the browser that logged in before is not delayed, nor who is logged in', async () => {
  const operator = await makeOperator(server, 'support');
  const { setCookie } = await logInOverHttp(server.url, operator, { ip: '198.51.100.5' });
  const device = setCookie.find((cookie) => cookie.startsWith('krapao_device='))?.split(';')[0] ?? '';
  const stranger = { username: operator.username, password: 'wrong' };
  for (let guess = 0; guess < 30; guess += 1)
    await logInOverHttp(server.url, stranger, { ip: `198.51.101.${guess}` });
  expect(await logInOverHttp(server.url, operator, { ip: '198.51.100.6' })).toMatchObject({ status: 429 });
  const known = { ip: '198.51.100.7', cookie: device };
  expect(await logInOverHttp(server.url, operator, known)).toMatchObject({ status: 200 });
  expect(
    await operator.call('POST /api/console/me/password', {
      oldPassword: operator.password,
      newPassword: 'another long password',
    }),
  ).toMatchObject({ status: 200 });
  // Another operator's browser is a stranger's.
  const other = await logInOverHttp(server.url, await makeOperator(server, 'support'));
  const foreign = other.setCookie.find((cookie) => cookie.startsWith('krapao_device='))?.split(';')[0] ?? '';
  expect(await logInOverHttp(server.url, operator, { ip: '198.51.100.8', cookie: foreign })).toMatchObject({
    status: 429,
  });
});

test('a member’s token opens nothing of the console, and an operator’s cookie nothing of a member', async () => {
  const operator = await makeOperator(server, 'administrator');
  const asMember = await fetch(`${server.url}/api/console/me`, {
    headers: {
      'X-Requested-With': 'wallet-user',
      Authorization: `Bearer ${operator.cookie.split('=')[1]}`,
    },
  });
  expect(asMember.status).toBe(401);
  const wallet = await callConsole(server.url, operator.cookie, 'GET /api/wallet');
  expect(wallet).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
});

const inThai = (code: string) =>
  code.replace(/[0-9]/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)));

test('two-factor: set up with a code, asked for at the log-in, no code twice, recovery codes once', async () => {
  const operator = await makeOperator(server, 'cashier');
  const begun = await operator.call('POST /api/console/me/two-factor');
  const { secret, qr } = begun.body as { secret: string; qr: string };
  expect(qr).toMatch(/^<svg/);
  expect(await operator.call('POST /api/console/me/two-factor/confirm', { code: '000000' })).toMatchObject({
    status: 401,
    body: { code: 'OPERATOR_CODE_INVALID' },
  });
  // A digit of another script beside plain ones, and texts that are no code.
  for (const typed of ['12345๖', '๑๒๓๔๕๖', 'ไม่มีรหัส', '1234567'])
    expect(await operator.call('POST /api/console/me/two-factor/confirm', { code: typed })).toMatchObject({
      status: 401,
      body: { code: 'OPERATOR_CODE_INVALID' },
    });
  const code = codeOf(secret, -1);
  const confirmed = await operator.call('POST /api/console/me/two-factor/confirm', { code: inThai(code) });
  const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
  expect(new Set(recoveryCodes).size).toBe(10);
  // 25 of 31 letters and digits: more than the 112 bits of ASVS 6.5.2.
  for (const one of recoveryCodes) expect(one).toMatch(/^(?:[a-z2-9]{5}-){4}[a-z2-9]{5}$/);

  expect(await logInOverHttp(server.url, operator)).toMatchObject({
    body: { code: 'OPERATOR_CODE_REQUIRED' },
  });
  expect(await logInOverHttp(server.url, { ...operator, code })).toMatchObject({
    body: { code: 'OPERATOR_CODE_INVALID' },
  });
  const next = codeOf(secret, 1);
  expect(await logInOverHttp(server.url, { ...operator, code: inThai(next) })).toMatchObject({ status: 200 });
  expect(await logInOverHttp(server.url, { ...operator, code: next })).toMatchObject({ status: 401 });
  const [first] = recoveryCodes;
  expect(await logInOverHttp(server.url, { ...operator, code: inThai(first ?? '') })).toMatchObject({
    status: 200,
    body: { recoveryCodesLeft: 9 },
  });
  expect(await logInOverHttp(server.url, { ...operator, code: first })).toMatchObject({ status: 401 });

  const stored = await server.owner
    .selectFrom('operator')
    .select('totp_secret')
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow();
  expect(stored.totp_secret?.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
});

test('guesses of a code count even where the password is given again without one', async () => {
  const operator = await makeOperator(server, 'cashier');
  const { secret } = (await operator.call('POST /api/console/me/two-factor')).body as { secret: string };
  await operator.call('POST /api/console/me/two-factor/confirm', { code: codeOf(secret, 0) });
  const answers: string[] = [];
  for (let guess = 0; guess < 7; guess += 1) {
    await logInOverHttp(server.url, operator);
    const { body } = await logInOverHttp(server.url, { ...operator, code: '123456' });
    answers.push((body as { code: string }).code);
  }
  expect(answers.slice(-2)).toEqual(['OPERATOR_LOCKED', 'OPERATOR_LOCKED']);
});

test('a changed password ends the other sessions; a weak one is refused', async () => {
  const operator = await makeOperator(server, 'support');
  const other = await logInOverHttp(server.url, operator);
  const change = (newPassword: string, oldPassword = operator.password) =>
    operator.call('POST /api/console/me/password', { oldPassword, newPassword });
  expect(await change('short')).toMatchObject({ body: { code: 'OPERATOR_PASSWORD_WEAK' } });
  expect(await change(`${operator.username} and more`)).toMatchObject({ status: 400 });
  expect(await change('another long password', 'wrong')).toMatchObject({
    body: { code: 'OPERATOR_CREDENTIAL' },
  });
  expect(await change('another long password')).toMatchObject({ status: 200 });
  expect(await operator.call('GET /api/console/me')).toMatchObject({ status: 200 });
  expect(await callConsole(server.url, other.cookie, 'GET /api/console/me')).toMatchObject({ status: 401 });
});

test('an idle session ends', async () => {
  const operator = await makeOperator(server, 'support');
  await server.owner
    .updateTable('operator_session')
    .set({ last_seen_at: new Date(Date.now() - 31 * 60_000) })
    .where('operator_id', '=', operator.id)
    .execute();
  expect(await operator.call('GET /api/console/me')).toMatchObject({ status: 401 });
});

test('ASVS 7.3.1 what a console asks by itself keeps no session alive, and neither does its stream', async () => {
  const operator = await makeOperator(server, 'support');
  const session = server.owner.selectFrom('operator_session').where('operator_id', '=', operator.id);
  const lastSeen = async () =>
    (await session.select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at.getTime();
  const longAgo = Date.now() - 20 * 60_000;
  await server.owner
    .updateTable('operator_session')
    .set({ last_seen_at: new Date(longAgo) })
    .where('operator_id', '=', operator.id)
    .execute();
  const headers = { 'X-Requested-With': REQUESTED_WITH, Cookie: operator.cookie };
  const polled = await fetch(`${server.url}/api/console/queues`, {
    headers: { ...headers, [UNATTENDED_HEADER]: '1' },
  });
  const stream = await fetch(`${server.url}/api/console/live`, { headers });
  await stream.body?.cancel();
  expect([polled.status, stream.status]).toEqual([200, 200]);
  expect(await lastSeen()).toBe(longAgo);
  await operator.call('GET /api/console/queues');
  expect(await lastSeen()).toBeGreaterThan(longAgo);
});

test('an administrator adds, changes, resets; a first password must be changed before anything else', async () => {
  const boss = await makeOperator(server, 'administrator');
  const added = await boss.call('POST /api/console/operators', {
    username: 'somsri',
    name: 'สมศรี',
    role: 'manager',
    reason: 'new colleague',
  });
  const { password, waits } = added.body as { password: string; waits: null };
  expect(waits).toBeNull();
  const operator = await server.owner
    .selectFrom('operator')
    .select('id')
    .where('username', '=', 'somsri')
    .executeTakeFirstOrThrow();
  expect(
    await boss.call('POST /api/console/operators', {
      username: 'somsri',
      name: 'x',
      role: 'support',
      reason: 'x',
    }),
  ).toMatchObject({ status: 409, body: { code: 'OPERATOR_EXISTS' } });

  const { cookie, body } = await logInOverHttp(server.url, { username: 'somsri', password });
  expect(body).toMatchObject({ mustSetUp: ['password'] });
  const asNew = (key: string, data?: unknown) => callConsole(server.url, cookie, key, data);
  expect(await asNew('POST /api/console/audit', { limit: 1 })).toMatchObject({
    status: 403,
    body: { code: 'OPERATOR_SETUP_REQUIRED' },
  });
  await asNew('POST /api/console/me/password', {
    oldPassword: password,
    newPassword: 'her own long password',
  });
  expect(await asNew('POST /api/console/audit', { limit: 1 })).toMatchObject({ status: 200 });

  await boss.call(`PUT /api/console/operators/${operator.id}`, {
    name: 'สมศรี',
    role: 'support',
    isActive: true,
    reason: 'moves',
  });
  expect(await asNew('GET /api/console/me')).toMatchObject({ status: 401 });
  const reset = await boss.call(`POST /api/console/operators/${operator.id}/reset`, {
    reason: 'lost telephone',
  });
  expect(reset.status).toBe(200);
  expect(await audit('operator.change')).toMatchObject([
    { before: { role: 'manager' }, after: { role: 'support' }, operator_id: boss.id },
  ]);
  expect(await audit('operator.reset')).toMatchObject([{ reason: 'lost telephone' }]);
});

test('the last administrator stays', async () => {
  const { id, name } = await server.owner
    .selectFrom('operator')
    .select(['id', 'name'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  await server.owner
    .updateTable('operator')
    .set({ is_active: false })
    .where('role', '=', 'administrator')
    .where('id', '<>', id)
    .execute();
  const { cookie } = await logInOverHttp(server.url, ADMIN);
  for (const terms of [
    { name, role: 'support', isActive: true, reason: 'x' },
    { name, role: 'administrator', isActive: false, reason: 'x' },
  ]) {
    expect(await callConsole(server.url, cookie, `PUT /api/console/operators/${id}`, terms)).toMatchObject({
      status: 409,
      body: { code: 'OPERATOR_LAST_ADMINISTRATOR' },
    });
  }
});

test('the audit log is appended to and nothing else, by the application and by the owner', async () => {
  await expect(server.db.updateTable('audit_entry').set({ reason: 'x' }).execute()).rejects.toThrow();
  await expect(server.db.deleteFrom('audit_entry').execute()).rejects.toThrow();
  await expect(server.owner.updateTable('audit_entry').set({ reason: 'x' }).execute()).rejects.toThrow(
    'append-only',
  );
  await expect(server.owner.deleteFrom('audit_entry').execute()).rejects.toThrow('append-only');
});

test('the audit log is searched by who, what and text, and read in pages', async () => {
  const boss = await makeOperator(server, 'administrator');
  for (const username of ['one1', 'two2', 'three3']) {
    await boss.call('POST /api/console/operators', {
      username,
      name: username,
      role: 'support',
      reason: 'x',
    });
  }
  const search = async (filter: object) =>
    (await boss.call('POST /api/console/audit', { limit: 50, ...filter })).body as {
      entries: { id: string; action: string; after: { username?: string } }[];
      hasMore: boolean;
    };
  const mine = await search({ operator: String(boss.id), action: 'operator.' });
  expect(mine.entries.map((entry) => entry.after.username)).toEqual(['three3', 'two2', 'one1']);
  expect((await search({ text: 'two2' })).entries).toHaveLength(1);
  expect((await search({ text: '%' })).entries).toHaveLength(0);
  const page = await search({ operator: boss.username, action: 'operator.', limit: 2 });
  expect(page.hasMore).toBe(true);
  const rest = await search({
    operator: boss.username,
    action: 'operator.',
    before: page.entries[1]?.id,
  });
  expect(rest.entries.map((entry) => entry.after.username)).toEqual(['one1']);
});

test('the audit log is narrowed by days of Bangkok and saved whole, in parts, with cells that are no formula', async () => {
  const manager = await makeOperator(server, 'manager');
  // 2,001 lines end the second of January in Bangkok, one begins the third.
  await sql`
    insert into audit_entry (operator_id, action, subject, at, reason, address)
    select ${manager.id}, 'member.note', 'member:' || n,
      case when n = 2002 then '2026-01-02T17:00:00Z' else '2026-01-02T16:59:59Z' end::timestamptz, '=1+1', '::1'
    from generate_series(1, 2002) n`.execute(server.owner);
  const filter = { operator: manager.username, action: 'member.note' };
  const read = async (more: object) =>
    (await manager.call('POST /api/console/audit', { ...filter, limit: 100, ...more })).body as {
      entries: { subject: string }[];
    };
  const day = { from: '2026-01-03', to: '2026-01-03' };
  expect((await read(day)).entries).toMatchObject([{ subject: 'member:2002' }]);
  expect((await read({ from: '2026-01-02', to: '2026-01-02' })).entries).toHaveLength(100);
  expect((await read({ to: '2026-01-01' })).entries).toEqual([]);
  expect((await read({ ...day, operator: 'nobody' })).entries).toEqual([]);

  const path = 'POST /api/console/audit/file';
  const part = async (more: object) =>
    (await manager.call(path, { ...filter, to: '2026-01-03', ...more })).body as {
      content: string;
      next: string | null;
    };
  const first = await part({});
  const second = await part({ before: first.next });
  expect(second.next).toBeNull();
  const lines = `${first.content}${second.content}`.trimEnd().split('\r\n');
  expect(lines).toHaveLength(2_003);
  expect(lines[0]).toContain('"ผู้ปฏิบัติงาน"');
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2_003);
  expect(lines[2002]).toContain(`"'=1+1"`);
  const logged = await server.owner
    .selectFrom('audit_entry')
    .select('after')
    .where('action', '=', 'audit.export')
    .execute();
  expect(logged).toHaveLength(2);
  for (const role of ['support', 'cashier'] as const)
    expect((await (await makeOperator(server, role)).call(path, {})).status, role).toBe(403);
});

test('a line of the log names its operator by what nobody changes: two names that were swapped are no disguise', async () => {
  const [boss, colleague] = [
    await makeOperator(server, 'administrator'),
    await makeOperator(server, 'manager'),
  ];
  const rename = (operator: TestOperator, role: string, name: string) =>
    boss.call(`PUT /api/console/operators/${operator.id}`, { name, role, isActive: true, reason: 'x' });
  expect(await rename(boss, 'administrator', 'The colleague')).toMatchObject({ status: 200 });
  expect(await rename(colleague, 'manager', 'The administrator')).toMatchObject({ status: 200 });
  const { body } = await boss.call('POST /api/console/audit', { limit: 1, operator: String(boss.id) });
  expect(body).toMatchObject({
    entries: [{ operator: { name: 'The colleague', username: boss.username }, action: 'operator.change' }],
  });
});

test('every call of the console answers each role as the table of permissions says, and strangers never', async () => {
  const roles: Role[] = [
    ...ROLES,
    ...(['report.read', 'cash.manage'] as const).map((one, id) => ({
      id: String(id),
      name: 'custom',
      permissions: [one],
    })),
  ];
  const operators = await Promise.all(
    roles.map(async (role) => ({
      role,
      operator: await makeOperator(server, typeof role === 'string' ? role : role.permissions),
    })),
  );
  const calls = (Object.entries(contract) as [string, Endpoint][]).filter(
    ([, call]) => call.auth === 'operator',
  );
  expect(calls.length).toBeGreaterThan(8);
  for (const [key, endpoint] of calls) {
    // Addresses that nothing is behind, and bodies that no call takes: only the permission lets them get that far.
    const path = key.replace(/:\w+/g, '999999999');
    const body = key.startsWith('GET ') ? undefined : [];
    expect(await callConsole(server.url, '', path, body), key).toMatchObject({
      body: { code: 'OPERATOR_UNAUTHORIZED' },
    });
    if (key === 'POST /api/console/logout' || key === 'POST /api/console/me/two-factor') continue;
    for (const { role, operator } of operators) {
      const answer = (await operator.call(path as never, body)).body as { code?: string };
      const isRefused = answer.code === 'OPERATOR_FORBIDDEN';
      const mayCall = endpoint.permission === undefined || isAllowed(role, endpoint.permission);
      expect(isRefused, `${key} as ${operator.username}: ${answer.code}`).toBe(!mayCall);
    }
  }
});

test('operators’ calls answer while the site is switched off', async () => {
  const operator = await makeOperator(server, 'administrator');
  const site = server.settings.get('site');
  await server.owner
    .transaction()
    .execute((trx) => writeSetting(trx, 'site', { ...site, isActive: false }, 'test'));
  await server.settings.reload();
  expect(await callConsole(server.url, '', 'GET /api/wallet')).toMatchObject({ status: 410 });
  expect(await operator.call('GET /api/console/me')).toMatchObject({ status: 200 });
  await server.owner.transaction().execute((trx) => writeSetting(trx, 'site', site, 'test'));
  await server.settings.reload();
});
