import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { afterWork } from '../../../testing/afterWork.ts';
import { endOthers } from '../../../testing/memberProof.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { type PushEndpoint, pushBrowser, startPushEndpoint } from '../../../testing/pushEndpoint.ts';
import { rawCall } from '../../../testing/rawCall.ts';
import { deposit } from '../../../testing/rewardWorld.ts';
import { newestOtpCode } from '../../../testing/smsCode.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { notify } from '../notify.ts';

let endpoint: PushEndpoint;
let server: TestServer;
beforeAll(async () => {
  endpoint = await startPushEndpoint();
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_PUSH_HOSTS: endpoint.host });
});
afterAll(async () => {
  await server.stop();
  await endpoint.stop();
});
beforeEach(() => {
  endpoint.arrived.length = 0;
  endpoint.answer = () => 201;
});

const put = (token: string, body: object, language: Language = 'en') =>
  rawCall(server.url, 'PUT /api/notifications/push', {
    token,
    body,
    headers: { 'Accept-Language': language === 'la' ? 'lo' : language },
  });

/** A member with a browser that gets pushes. */
async function reached(language?: Language) {
  const member = await makeMember(server);
  const browser = pushBrowser(endpoint.host);
  expect((await put(member.token, browser.subscription, language)).status).toBe(200);
  const pushes = () => endpoint.arrived.filter(({ path }) => path === browser.path);
  return { member, browser, pushes, read: () => pushes().map(browser.read) };
}
const tell = (member: TestMember, key: string) =>
  server.db.transaction().execute((trx) => notify(trx, { memberId: member.id, kind: 'pinSet', key }));
const deliveries = (member: TestMember) =>
  server.db
    .selectFrom('notification_delivery as d')
    .innerJoin('notification as n', 'n.id', 'd.notification_id')
    .select(['d.id', 'd.state', 'd.reason', 'd.attempts'])
    .where('n.member_id', '=', member.id)
    .orderBy('d.id')
    .execute();
const settled = (member: TestMember) =>
  afterWork(server, async () => {
    const rows = await deliveries(member);
    return rows.length > 0 && rows.every(({ state }) => state !== 'WAITING') && rows;
  });
const subscriptions = (member: TestMember) =>
  server.db.selectFrom('push_subscription').select('id').where('member_id', '=', member.id).execute();
/** Makes what waits due at once. */
const hurry = (member: TestMember) =>
  sql`
  update notification_delivery d set due_at = now() from notification n
  where n.id = d.notification_id and n.member_id = ${member.id} and d.due_at is not null`.execute(
    server.owner,
  );

test('HOM-02 money that arrives is pushed to the member’s browser, encrypted for it alone, in its language', async () => {
  const { member, pushes, read } = await reached('th');
  await deposit(server.db, member.id, 1_500_00n);
  await afterWork(server, async () => pushes().length > 0);
  const [push] = pushes();
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
  expect(push?.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);
  expect(push?.body.toString('latin1')).not.toContain('1,500');
  const [message] = read();
  const { id } = await server.db
    .selectFrom('statement_entry')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(message).toMatchObject({
    title: 'เงินเข้ากระเป๋าแล้ว',
    body: 'จำนวนเงิน ฿1,500.00',
    opens: 'story',
    row: String(id),
  });
  expect(push?.headers.topic).toBe(message?.tag);
  expect(await settled(member)).toMatchObject([{ state: 'SENT', attempts: 1 }]);
});

test('one event is one push for each browser, and none for a member without one', async () => {
  const { member, pushes } = await reached();
  await Promise.all([tell(member, 'pin:1'), tell(member, 'pin:1')]);
  await settled(member);
  await tell(member, 'pin:1');
  expect(await settled(member)).toHaveLength(1);
  expect(pushes()).toHaveLength(1);
  const other = await makeMember(server);
  await tell(other, 'pin:1');
  expect(await deliveries(other)).toEqual([]);
});

test('a push service that is busy is asked again, under the same topic', async () => {
  const { member, pushes } = await reached();
  endpoint.answer = () => 503;
  await tell(member, 'pin:1');
  const waiting = await afterWork(server, async () => {
    const [row] = await deliveries(member);
    return row?.reason === 'HTTP_503' && row;
  });
  expect(waiting).toMatchObject({ state: 'WAITING', attempts: 1 });
  endpoint.answer = () => 201;
  await hurry(member);
  expect(await settled(member)).toMatchObject([{ state: 'SENT', attempts: 2 }]);
  const topics = new Set(pushes().map(({ headers }) => headers.topic));
  expect([pushes().length, topics.size]).toEqual([2, 1]);
});

test('tries end, and what was read in the app meanwhile is not sent any more', async () => {
  const { member, pushes } = await reached();
  endpoint.answer = () => 500;
  await tell(member, 'pin:1');
  await afterWork(server, async () => {
    await hurry(member);
    return (await deliveries(member)).every(({ state }) => state === 'FAILED');
  });
  expect(await deliveries(member)).toMatchObject([{ reason: 'HTTP_500', attempts: 7 }]);
  endpoint.answer = () => 503;
  await tell(member, 'pin:2');
  await afterWork(server, async () => (await deliveries(member))[1]?.reason === 'HTTP_503');
  const { notifications } = await member.client('GET /api/notifications', { query: {} });
  await member.client('PUT /api/notifications/read', { body: { upTo: notifications[0]?._id ?? '' } });
  const sent = pushes().length;
  await hurry(member);
  await settled(member);
  expect((await deliveries(member))[1]).toMatchObject({ state: 'FAILED', reason: 'READ' });
  expect(pushes()).toHaveLength(sent);
});

test.each([404, 410, 403])('a browser that has left (%i) is forgotten', async (status) => {
  const { member } = await reached();
  endpoint.answer = () => status;
  await tell(member, 'pin:1');
  expect(await settled(member)).toMatchObject([{ state: 'FAILED', reason: `HTTP_${status}` }]);
  expect(await subscriptions(member)).toEqual([]);
});

test('a node that dies between sending and its commit: another sends again, and the device shows one', async () => {
  const { member, pushes, read } = await reached();
  endpoint.answer = async () => {
    // As another node takes the delivery over when the lease of the dead one has ended.
    endpoint.answer = () => 201;
    await sql`update notification_delivery set claim = claim + 1, due_at = now() where due_at is not null`.execute(
      server.owner,
    );
    return 201;
  };
  await tell(member, 'pin:1');
  expect(await settled(member)).toMatchObject([{ state: 'SENT', attempts: 2 }]);
  expect(pushes()).toHaveLength(2);
  expect(new Set(read().map(({ tag }) => tag)).size).toBe(1);
});

test('a category that is switched off is not pushed but listed, and amounts are left out on request', async () => {
  const { member, read } = await reached();
  const choose = (body: object) => member.client('PUT /api/notifications/settings', { body });
  // What concerns security cannot be switched off.
  await choose({ choices: { channel: 'push', security: false, money: false, support: true } });
  await deposit(server.db, member.id, 100_00n);
  expect(await deliveries(member)).toEqual([]);
  await choose({ hidesAmounts: true });
  expect(await member.client('GET /api/notifications/settings')).toMatchObject({
    choices: [{ channel: 'push', security: true, money: false, support: true }],
    hidesAmounts: true,
    isSubscribed: true,
  });
  await choose({ choices: { channel: 'push', security: true, money: true, support: true } });
  await deposit(server.db, member.id, 200_00n);
  await settled(member);
  expect(read()).toMatchObject([{ title: 'Deposit credited', body: '' }]);
  const { notifications } = await member.client('GET /api/notifications', { query: {} });
  const listed = notifications.filter(({ category }) => category === 'money').map(({ body }) => body);
  expect(listed).toEqual(['จำนวนเงิน ฿200.00', 'จำนวนเงิน ฿100.00']);
});

test('API-05 web push ends with its session: log-out, a device that is ended elsewhere, a time-out', async () => {
  const { member, browser } = await reached();
  await member.client('POST /api/logout');
  expect(await subscriptions(member)).toEqual([]);
  const again = await rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  const { token } = again.body;
  await put(token, browser.subscription);
  await server.owner
    .updateTable('session')
    .set({ expires_at: sql<Date>`now()` })
    .where('member_id', '=', member.id)
    .execute();
  await tell(member, 'pin:1');
  expect(await deliveries(member)).toEqual([]);
});

test('a browser belongs to whoever subscribed in it last, and a member has ten at most', async () => {
  const { member, browser } = await reached();
  const other = await makeMember(server);
  const [kept] = await subscriptions(member);
  await put(member.token, browser.subscription, 'la');
  expect(await subscriptions(member)).toEqual([kept]);
  await put(other.token, browser.subscription);
  expect([await subscriptions(member), (await subscriptions(other)).length]).toEqual([[], 1]);
  for (let nth = 0; nth < 11; nth += 1) {
    const session = await rawCall(server.url, 'POST /api/login', {
      body: { username: member.phoneNumber, password: member.password },
    });
    await put(session.body.token, pushBrowser(endpoint.host).subscription);
  }
  expect(await subscriptions(member)).toHaveLength(10);
});

test('addresses of no push service, of the own network, and keys that are none are refused', async () => {
  const member = await makeMember(server);
  const { subscription } = pushBrowser(endpoint.host);
  const odd = 'B'.repeat(87);
  for (const [name, value] of [
    ['endpoint', 'https://stranger.example/push'],
    ['endpoint', 'http://fcm.googleapis.com/fcm/send/x'],
    ['endpoint', 'https://fcm.googleapis.com:8443/fcm/send/x'],
    ['endpoint', 'https://fcm.googleapis.com@127.0.0.1/x'],
    ['endpoint', 'https://127.0.0.1/x'],
    ['endpoint', 'https://evilfcm.googleapis.com.example/x'],
    // What connections and the gateway may call.
    ['endpoint', `${server.sandbox.url}/internal/payouts/42/confirm?x=1`],
    ['endpoint', 'file:///etc/passwd'],
    ['endpoint', 'x'],
    ['p256dh', odd],
    ['auth', 'short'],
  ]) {
    const { status, body } = await put(member.token, { ...subscription, [name as string]: value });
    expect([value, status, body.code]).toEqual([value, 400, 'INVALID_REQUEST']);
  }
  expect(await subscriptions(member)).toEqual([]);
  const real = { ...subscription, endpoint: 'https://fcm.googleapis.com/fcm/send/abc:def' };
  expect((await put(member.token, real)).status).toBe(200);
  expect((await rawCall(server.url, 'PUT /api/notifications/push', { body: real })).status).toBe(401);
});

const PASSWORD_CHANGED = 'Password changed';
/** Another browser that knows the password. */
const logInElsewhere = async ({ phoneNumber, password }: TestMember): Promise<string> =>
  (await rawCall(server.url, 'POST /api/login', { body: { username: phoneNumber, password } })).body.token;
/** The titles of what reached a browser, once its security notifications are out. */
const titlesOnce = async (read: () => { title: string }[], title: string) => {
  await afterWork(server, async () => read().some((message) => message.title === title));
  return read().map((message) => message.title);
};

test('PRO-02 a thief’s new password is pushed to the browser that it sends away, and nothing after it', async () => {
  const { member, read } = await reached();
  const thief = await logInElsewhere(member);
  const body = { oldPassword: member.password, newPassword: 'another-Pass-12' };
  expect((await rawCall(server.url, 'PUT /api/account/changepwd', { token: thief, body })).status).toBe(200);
  // They leave at the same moment, in any order.
  await titlesOnce(read, PASSWORD_CHANGED);
  await titlesOnce(read, 'New device logged in');
  await tell(member, 'pin:after');
  await settled(member);
  expect(read().map(({ title }) => title)).not.toContain('PIN set');
});

test('a reset by a code is pushed with its new device to the browser that it sends away', async () => {
  const { member, read } = await reached();
  const sent = await rawCall(server.url, 'POST /api/otp/send', {
    body: { phoneNumber: member.phoneNumber, purpose: 'password' },
  });
  const reset = await rawCall(server.url, 'POST /api/account/forgotpwd', {
    body: {
      username: member.phoneNumber,
      otpToken: sent.body.otpToken,
      otpCode: await newestOtpCode(server.sandbox.url, member.phoneNumber),
      newPassword: 'another-Pass-12',
    },
  });
  expect(reset.status).toBe(200);
  const titles = await titlesOnce(read, PASSWORD_CHANGED);
  await settled(member);
  expect([...titles, ...read().map(({ title }) => title)]).toContain('New device logged in');
});

test('a browser is told that it was ended elsewhere, by member, freeze or operator', async () => {
  const admin = await makeOperator(server, 'administrator');
  const ends: [string, (member: TestMember, thief: string) => Promise<{ status: number }>][] = [
    ['Device logged out', ({ password }, token) => endOthers(server.url, { token, password })],
    [
      'Device logged out',
      (_, token) => rawCall(server.url, 'POST /api/account/freeze', { token, body: { endsOthers: true } }),
    ],
    [
      'Device logged out',
      ({ id }) => admin.call(`POST /api/console/members/${id}/end-sessions`, { reason: 'asked by phone' }),
    ],
    [
      PASSWORD_CHANGED,
      ({ id }) => admin.call(`POST /api/console/members/${id}/reset-password`, { reason: 'asked by phone' }),
    ],
  ];
  for (const [title, end] of ends) {
    const { member, read } = await reached();
    expect((await end(member, await logInElsewhere(member))).status).toBe(200);
    expect(await titlesOnce(read, title)).toContain(title);
  }
});

test('what waits for a browser that was sent away half an hour ago is not sent any more', async () => {
  const { member, pushes } = await reached();
  endpoint.answer = () => 503;
  await endOthers(server.url, { token: await logInElsewhere(member), password: member.password });
  await afterWork(server, async () => pushes().length > 0);
  await afterWork(server, async () => (await deliveries(member)).some(({ reason }) => reason === 'HTTP_503'));
  await sql`update push_subscription set ended_at = ended_at - interval '31 minutes' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await hurry(member);
  await afterWork(server, async () => (await deliveries(member)).every(({ reason }) => reason === 'ENDED'));
});
