import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReadyLine } from '../../testing/moneyLine.ts';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const call = (token: string, key: string, body?: unknown) =>
  rawCall(server.url, key, { token, ...(body !== undefined && { body }) });
const protection = async (token: string) => (await call(token, 'GET /api/protection/pause')).body;
const remind = async ({ token }: TestMember): Promise<string[]> => (await protection(token)).reminders;
const read = ({ token }: TestMember, reminder: string) =>
  call(token, `POST /api/protection/reminders/${reminder}`);

/** Logs in as the browser with this cookie. */
async function logIn({ phoneNumber, password }: TestMember, cookie?: string) {
  const { headers, body } = await rawCall(server.url, 'POST /api/login', {
    body: { username: phoneNumber, password },
    ...(cookie !== undefined && { headers: { Cookie: cookie } }),
  });
  return {
    token: body.token as string,
    cookie: (headers.get('set-cookie') ?? cookie ?? '').split(';')[0] ?? '',
  };
}

const toldOfLogins = async ({ id }: TestMember) =>
  (
    await server.owner
      .selectFrom('notification')
      .select('kind')
      .where('member_id', '=', id)
      .where('kind', 'in', ['signIn', 'loggedIn'])
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

test('SAFE-09 SAFE-34 six months after registration and after each answer, limits and the protection of money are told', async () => {
  const member = await makeMember(server);
  const older = (months: string) =>
    sql`
      with m as (update member set created_at = created_at - ${months}::interval where id = ${member.id})
      update reminder_answer set answered_at = answered_at - ${months}::interval where member_id = ${member.id}`.execute(
      server.owner,
    );
  expect(await remind(member)).toEqual(['offer']);
  await older('5 months 25 days');
  expect(await remind(member)).toEqual(['offer']);
  // What does not wait is not answered in advance.
  await read(member, 'review');
  await older('10 days');
  expect(await remind(member)).toEqual(['offer', 'review', 'funds']);
  const tab = await openReadyLine(server.url, member.token);
  expect((await read(member, 'review')).status).toBe(200);
  await until(async () => tab.said().includes('event: protection'));
  expect(await remind(member)).toEqual(['offer', 'funds']);
  await read(member, 'funds');
  expect(await remind(member)).toEqual(['offer']);
  await older('7 months');
  expect(await remind(member)).toEqual(['offer', 'review', 'funds']);
  await call(member.token, 'POST /api/protection/offer', { answer: 'without' });
  expect(await remind(member)).toEqual(['review', 'funds']);
  for (const unknown of ['offer', 'x'])
    expect((await read(member, unknown)).body.code).toBe('INVALID_REQUEST');
  tab.close();
});

test('SAFE-24 from the sum of a lifetime on every way in is closed until the member has acknowledged it; money that arrives is theirs', async () => {
  await switchSetting(server, 'protection', { lifetimeDeposits: { isOn: true, satang: 500_00 } });
  const member = await makeMember(server);
  const open = () => call(member.token, 'POST /api/qrcode/KBANK', { amount: 100 });
  await deposit(server.db, member.id, 499_99n);
  expect((await open()).status).toBe(200);
  await deposit(server.db, member.id, 1n);
  expect(await open()).toMatchObject({ status: 403, body: { code: 'DEPOSITS_UNREAD' } });
  expect(await protection(member.token)).toMatchObject({
    reminders: ['offer', 'lifetimeDeposits'],
    lifetimeSum: 500,
  });
  await deposit(server.db, member.id, 100_00n);
  expect((await read(member, 'lifetimeDeposits')).status).toBe(200);
  expect(await protection(member.token)).toMatchObject({ reminders: ['offer'], lifetimeSum: null });
  expect((await open()).status).toBe(200);
  await switchSetting(server, 'protection', { lifetimeDeposits: { isOn: false, satang: 1 } });
  const other = await makeMember(server);
  await deposit(server.db, other.id, 500_00n);
  expect((await call(other.token, 'POST /api/qrcode/KBANK', { amount: 100 })).status).toBe(200);
});

test('SAFE-17 SAFE-20 each log-in is told unless the member has switched it off, and shows when the last one was', async () => {
  const member = await makeMember(server);
  const first = await logIn(member);
  const again = await logIn(member, first.cookie);
  expect(await toldOfLogins(member)).toEqual(['signIn', 'signIn', 'loggedIn']);
  const { lastLogin } = await protection(again.token);
  expect(Date.now() - Date.parse(lastLogin)).toBeLessThan(60_000);
  const before = await server.owner
    .selectFrom('session')
    .select('created_at')
    .where('member_id', '=', member.id)
    .orderBy('created_at', 'desc')
    .limit(2)
    .execute();
  expect(Math.abs(Date.parse(lastLogin) - (before[1]?.created_at.getTime() ?? 0))).toBeLessThan(1_000);
  expect((await call(again.token, 'GET /api/notifications/settings')).body.tellsLogins).toBe(true);
  await call(again.token, 'PUT /api/notifications/settings', { tellsLogins: false });
  expect((await call(again.token, 'GET /api/notifications/settings')).body.tellsLogins).toBe(false);
  await logIn(member, first.cookie);
  // A new device is told all the same.
  await logIn(member);
  expect(await toldOfLogins(member)).toEqual(['signIn', 'signIn', 'loggedIn', 'signIn']);
  await switchSetting(server, 'protection', { loginNotice: { isOn: false }, lastLogin: { isOn: false } });
  const quiet = await makeMember(server);
  const browser = await logIn(quiet);
  const { token } = await logIn(quiet, browser.cookie);
  expect(await toldOfLogins(quiet)).toEqual(['signIn', 'signIn']);
  expect((await call(token, 'GET /api/notifications/settings')).body.tellsLogins).toBeNull();
  expect((await protection(token)).lastLogin).toBeNull();
});

test('SAFE-16 SAFE-19 where the pack says so a silent session ends after its minutes, and a log-in ends every other session', async () => {
  const member = await makeMember(server);
  await switchSetting(server, 'protection', {
    idleSession: { isOn: true, minutes: 15 },
    oneSession: { isOn: true },
  });
  const tab = await openReadyLine(server.url, member.token);
  const { token } = await logIn(member);
  // By announcement: the check of all sessions comes once a minute.
  await until(async () => tab.isEnded(), 10_000);
  expect((await call(member.token, 'GET /api/account/profile')).body.code).toBe('UNAUTHORIZED');
  // Two at the same moment leave one.
  const both = await Promise.all([logIn(member), logIn(member)]);
  const codes = await Promise.all(
    both.map(async (one) => (await call(one.token, 'GET /api/account/profile')).status),
  );
  expect(codes.toSorted()).toEqual([200, 401]);
  expect((await call(token, 'GET /api/account/profile')).status).toBe(401);
  const live = both[codes.indexOf(200)]?.token ?? '';
  const silent = (minutes: number) =>
    sql`update session set last_seen_at = now() - make_interval(mins => ${minutes}) where member_id = ${member.id}`.execute(
      server.owner,
    );
  await silent(14);
  expect((await call(live, 'GET /api/account/profile')).status).toBe(200);
  await silent(17);
  expect((await call(live, 'GET /api/account/profile')).body.code).toBe('EXPIRED_AUTH_TOKEN');
});
