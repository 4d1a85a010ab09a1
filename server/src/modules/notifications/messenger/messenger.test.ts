import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { callProved } from '../../../testing/memberProof.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { rawCall } from '../../../testing/rawCall.ts';
import { refusal } from '../../../testing/refusal.ts';
import { deposit } from '../../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

const SECRET = 'line-channel-test-secret';
const REASON = 'notifications by LINE';
const UNLINKED = 'ยกเลิกการเชื่อมต่อแอปแชทแล้ว';

let server: TestServer;
let admin: TestOperator;
/** Connected before the first money is in: later a second operator must agree. */
let connectionId: string;
let terms: object;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, {
    SANDBOX_SECRET: SECRET,
    KRAPAO_PROVIDER_TIMEOUT_MS: '1000',
  });
  admin = await makeOperator(server, 'administrator');
  const before = await makeMember(server);
  expect(await before.client('GET /api/notifications/messenger')).toEqual({ service: null, linkedAt: null });
  const line = `${server.sandbox.url}/as/line`;
  terms = {
    name: 'LINE',
    priority: 10,
    config: { baseUrl: line, pagesUrl: line, basicId: '@krapao', offerText: 'Open this' },
    secrets: { channelAccessToken: SECRET, channelSecret: SECRET },
    reason: REASON,
  };
  const made = await admin.call('POST /api/console/connections', {
    capability: 'notify',
    driver: 'line',
    ...terms,
  });
  expect([made.status, made.body]).toMatchObject([200, {}]);
  connectionId = (made.body as { id: string }).id;
  const on = { ...terms, secrets: {}, isActive: true, isShadow: false, version: 1 };
  expect((await admin.call(`PUT /api/console/connections/${connectionId}`, on)).status).toBe(200);
  await afterWork(
    server,
    async () => (await before.client('GET /api/notifications/messenger')).service !== null,
  );
  await ask('PUT', '/as/line/webhook', { url: `${server.url}/webhooks/${connectionId}`, secret: SECRET });
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${server.sandbox.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400) throw new Error(text);
  return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
}

const newUser = async (): Promise<string> => (await ask('POST', '/line/users', { name: 'Somchai' })).id;
const does = (userId: string, act: string, text?: string) =>
  ask('POST', '/line/acts', { userId, act, ...(text && { text }) });
const texts = async (userId: string): Promise<string[]> =>
  (await ask('GET', `/line/messages?userId=${userId}`))
    .filter(({ isFromAccount }: { isFromAccount: boolean }) => isFromAccount)
    .map(({ text }: { text: string }) => text);
const offers = async (userId: string) =>
  (await texts(userId)).flatMap((text) => /#messenger=([\w-]+)/.exec(text)?.[1] ?? []);

/** A LINE user who has added the account, and the token that the site sent. */
async function friend(): Promise<{ userId: string; linkToken: string }> {
  const userId = await newUser();
  await does(userId, 'follow');
  const linkToken = await afterWork(server, async () => (await offers(userId))[0]);
  return { userId, linkToken };
}
const takeUp = (member: Pick<TestMember, 'client'>, linkToken: string) =>
  member.client('POST /api/notifications/messenger/link', { body: { linkToken } });
const nonceOf = (url: string) => new URL(url).searchParams.get('nonce') ?? '';
const prove = (userId: string, linkToken: string, nonce: string) =>
  ask('POST', '/as/line/dialog/bot/accountLink', { userId, linkToken, nonce });
const linkedAt = async (member: TestMember) =>
  (await member.client('GET /api/notifications/messenger')).linkedAt;

async function linkedMember(): Promise<{ member: TestMember; userId: string; linkToken: string }> {
  const member = await makeMember(server);
  const { userId, linkToken } = await friend();
  await prove(userId, linkToken, nonceOf((await takeUp(member, linkToken)).url));
  // The message about it is out: what follows is the test's own.
  await afterWork(server, async () =>
    (await texts(userId)).some((text) => text.startsWith('เชื่อมต่อแอปแชทแล้ว')),
  );
  return { member, userId, linkToken };
}

const kindsOf = async ({ id }: TestMember) =>
  (
    await server.db
      .selectFrom('notification')
      .select('kind')
      .where('member_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

/** Signed as LINE signs. */
const tell = (body: string, signature?: string) =>
  rawCall(server.url, `POST /webhooks/${connectionId}`, {
    body,
    headers: { 'x-line-signature': signature ?? createHmac('sha256', SECRET).update(body).digest('base64') },
  });
const eventOf = (userId: string, more: object) =>
  JSON.stringify({
    destination: `U${'0'.repeat(32)}`,
    events: [
      {
        mode: 'active',
        timestamp: clock.now(),
        source: { type: 'user', userId },
        webhookEventId: randomUUID(),
        deliveryContext: { isRedelivery: false },
        ...more,
      },
    ],
  });
const proof = (userId: string, nonce: string, more: object = {}) =>
  eventOf(userId, { type: 'accountLink', replyToken: 'r', link: { result: 'ok', nonce }, ...more });

test('a member links a LINE user and is told of it there, too; a deposit makes one message', async () => {
  const { member, userId } = await linkedMember();
  expect(await kindsOf(member)).toContain('messengerLinked');
  await afterWork(server, async () =>
    (await texts(userId)).some((text) => text.startsWith('เชื่อมต่อแอปแชทแล้ว')),
  );
  await deposit(server.db, member.id, 512_00n);
  const money = async () => (await texts(userId)).filter((text) => text.includes('512.00'));
  expect(await afterWork(server, async () => (await money())[0])).toBe('เงินเข้ากระเป๋าแล้ว\nจำนวนเงิน ฿512.00');
  expect(await money()).toHaveLength(1);
});

test('a kill between the acceptance by LINE and our commit leaves one message', async () => {
  const { member, userId } = await linkedMember();
  await deposit(server.db, member.id, 513_00n);
  const sent = () =>
    server.owner
      .selectFrom('notification_delivery as d')
      .innerJoin('notification as n', 'n.id', 'd.notification_id')
      .select(['d.id', 'd.attempts', 'd.state'])
      .where('n.member_id', '=', member.id)
      .where('n.kind', '=', 'depositCredited')
      .executeTakeFirstOrThrow();
  await afterWork(server, async () => (await sent()).state === 'SENT');
  // What such a kill leaves: a row that waits, though LINE has taken its message.
  const { id, attempts } = await sent();
  await server.owner
    .updateTable('notification_delivery')
    .set({ state: 'WAITING', settled_at: null, due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await afterWork(server, async () => {
    const now = await sent();
    return now.state === 'SENT' && now.attempts > attempts;
  });
  expect((await texts(userId)).filter((text) => text.includes('513.00'))).toHaveLength(1);
});

test('a message is tried again while LINE is busy, and not later than LINE keeps its retry key', async () => {
  const { member, userId } = await linkedMember();
  await ask('PUT', '/faults', { 'notify:line': { mode: 'busy', times: 1 } });
  await deposit(server.db, member.id, 514_00n);
  const delivery = () =>
    server.owner
      .selectFrom('notification_delivery as d')
      .innerJoin('notification as n', 'n.id', 'd.notification_id')
      .select(['d.id', 'd.state', 'd.reason', 'n.id as about'])
      .where('n.member_id', '=', member.id)
      .where('n.kind', '=', 'depositCredited')
      .executeTakeFirstOrThrow();
  await afterWork(server, async () => (await delivery()).reason === 'BUSY');
  const { id, about, state } = await delivery();
  expect(state).toBe('WAITING');
  await server.owner
    .updateTable('notification')
    .set({ created_at: sql<Date>`now() - interval '23 hours 1 minute'` })
    .where('id', '=', about)
    .execute();
  await server.owner
    .updateTable('notification_delivery')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await afterWork(server, async () => (await delivery()).state === 'FAILED');
  expect((await delivery()).reason).toBe('TOO_LATE');
  expect((await texts(userId)).filter((text) => text.includes('514.00'))).toEqual([]);
});

test('a block ends the link, and nothing more is sent; an old block that is told again ends no newer link', async () => {
  const { member, userId } = await linkedMember();
  const old = eventOf(userId, { type: 'unfollow', timestamp: clock.now() - 60_000 });
  expect((await tell(old)).status).toBe(200);
  expect(await linkedAt(member)).not.toBeNull();
  await does(userId, 'block');
  await afterWork(server, async () => (await linkedAt(member)) === null);
  await deposit(server.db, member.id, 515_00n);
  const { rows } = await sql`
    select from notification_delivery d join notification n on n.id = d.notification_id
    where n.member_id = ${member.id} and n.kind = 'depositCredited'`.execute(server.db);
  expect(rows).toEqual([]);
});

test('the member ends the link and is told of it; the user can be linked again', async () => {
  const { member, userId } = await linkedMember();
  const call = 'DELETE /api/notifications/messenger/link';
  expect(
    (await callProved(server.url, call, { token: member.token }, { password: member.password })).status,
  ).toBe(200);
  await member.client(call);
  expect(await linkedAt(member)).toBeNull();
  // Whoever is sent away learns of it there.
  await afterWork(server, async () => (await texts(userId)).some((text) => text.startsWith(UNLINKED)));
  expect((await kindsOf(member)).filter((kind) => kind === 'messengerUnlinked')).toHaveLength(1);
  await does(userId, 'write', 'สวัสดี');
  await afterWork(server, async () => (await offers(userId)).length === 2);
});

test('a nonce counts once, in time, for its own LINE user and while its session lasts', async () => {
  const member = await makeMember(server);
  const { userId, linkToken } = await friend();
  const other = await friend();
  const taken = async (token: string) => nonceOf((await takeUp(member, token)).url);
  const nonce = await taken(linkToken);
  // Another LINE user cannot use it, nor can anybody after ten minutes.
  expect((await tell(proof(other.userId, nonce))).status).toBe(200);
  expect((await tell(proof(userId, nonce, { timestamp: clock.now() + 601_000 }))).status).toBe(200);
  expect((await tell(proof(userId, 'x'.repeat(43)))).status).toBe(200);
  expect(await linkedAt(member)).toBeNull();
  // A newer nonce of the same token replaces it.
  const newer = await taken(linkToken);
  await tell(proof(userId, nonce));
  expect(await linkedAt(member)).toBeNull();
  const linking = proof(userId, newer);
  await tell(linking);
  const first = await linkedAt(member);
  expect(first).not.toBeNull();
  // The very delivery again, and the nonce in another one, change nothing.
  await tell(linking);
  await tell(proof(userId, newer));
  expect(await linkedAt(member)).toBe(first);
  expect((await kindsOf(member)).filter((kind) => kind === 'messengerLinked')).toHaveLength(1);
  // Whoever logs out has taken nothing up.
  const gone = await makeMember(server);
  const late = nonceOf((await takeUp(gone, other.linkToken)).url);
  await server.owner.deleteFrom('session').where('member_id', '=', gone.id).execute();
  await tell(proof(other.userId, late));
  const { rows } = await sql`select from messenger_link where member_id = ${gone.id}`.execute(server.db);
  expect(rows).toEqual([]);
});

test('a link token is good once, for ten minutes, and for nobody but the members of this site', async () => {
  const { member, userId, linkToken } = await linkedMember();
  expect(await refusal(takeUp(member, linkToken))).toBe('MESSENGER_LINK_INVALID');
  expect(await refusal(takeUp(member, 'x'.repeat(40)))).toBe('MESSENGER_LINK_INVALID');
  const { status } = await rawCall(server.url, 'POST /api/notifications/messenger/link', {
    body: { linkToken },
  });
  expect(status).toBe(401);
  const old = await friend();
  await server.owner
    .updateTable('messenger_offer')
    .set({ offered_at: sql<Date>`now() - interval '10 minutes 1 second'` })
    .where('user_id', '=', old.userId)
    .execute();
  expect(await refusal(takeUp(member, old.linkToken))).toBe('MESSENGER_LINK_INVALID');
  // The user of one member is not offered to another one, and is not taken from the first.
  const thief = await makeMember(server);
  await does(userId, 'write', 'hello');
  expect(await offers(userId)).toHaveLength(1);
  await server.owner
    .updateTable('messenger_offer')
    .set({ used_at: null })
    .where('user_id', '=', userId)
    .execute();
  expect(await refusal(takeUp(thief, linkToken))).toBe('MESSENGER_LINK_TAKEN');
  expect(await linkedAt(member)).not.toBeNull();
});

test('a session alone neither ends a link nor puts another in its place', async () => {
  const member = await makeMember(server);
  const early = await friend();
  const kept = nonceOf((await takeUp(member, early.linkToken)).url);
  const own = await friend();
  await prove(own.userId, own.linkToken, nonceOf((await takeUp(member, own.linkToken)).url));
  await afterWork(server, () => linkedAt(member));
  // Taken up before there was a link, proved after it.
  expect((await tell(proof(early.userId, kept))).status).toBe(200);
  const thief = await friend();
  expect(await refusal(takeUp(member, thief.linkToken))).toBe('STEP_UP_REQUIRED');
  expect(await refusal(member.client('DELETE /api/notifications/messenger/link'))).toBe('STEP_UP_REQUIRED');
  const links = await server.db
    .selectFrom('messenger_link')
    .select(['user_id', 'ended_reason'])
    .where('member_id', '=', member.id)
    .execute();
  expect(links).toEqual([{ user_id: own.userId, ended_reason: null }]);
});

test('one member has one LINE user: a new one takes the place of the old one, which is told', async () => {
  const { member, userId } = await linkedMember();
  const next = await friend();
  const { body } = await callProved(
    server.url,
    'POST /api/notifications/messenger/link',
    { token: member.token, body: { linkToken: next.linkToken } },
    { password: member.password },
  );
  await prove(next.userId, next.linkToken, nonceOf(body.url));
  await afterWork(server, async () => (await texts(userId)).some((text) => text.startsWith(UNLINKED)));
  await afterWork(server, async () =>
    (await texts(next.userId)).some((text) => text.startsWith('เชื่อมต่อแอปแชทแล้ว')),
  );
  const links = await server.db
    .selectFrom('messenger_link')
    .select(['user_id', 'ended_reason'])
    .where('member_id', '=', member.id)
    .orderBy('linked_at')
    .execute();
  expect(links).toEqual([
    { user_id: userId, ended_reason: 'REPLACED' },
    { user_id: next.userId, ended_reason: null },
  ]);
});

test('the door: a wrong signature, half a body and a huge one change nothing; unknown events are taken', async () => {
  const { member, userId } = await linkedMember();
  const block = eventOf(userId, { type: 'unfollow', timestamp: clock.now() + 1_000 });
  expect((await tell(block, 'AAAA')).status).toBe(401);
  expect((await tell(block, createHmac('sha256', 'other').update(block).digest('base64'))).status).toBe(401);
  expect((await tell(block.slice(0, -9))).status).toBe(400);
  expect((await tell(eventOf(userId, { type: 'unfollow', padding: 'x'.repeat(100_000) }))).status).toBe(413);
  expect(await linkedAt(member)).not.toBeNull();
  expect((await tell(JSON.stringify({ destination: 'U', events: [] }))).status).toBe(200);
  expect((await tell(eventOf(userId, { type: 'beacon' }))).status).toBe(200);
});

test('of several events in one delivery an odd one spoils none, and the same delivery again changes and sends nothing', async () => {
  const { member, userId } = await linkedMember();
  const newcomer = await newUser();
  const event = (of: string, more: object) => JSON.parse(eventOf(of, more)).events[0];
  const deliver = (isRedelivery: boolean) =>
    tell(
      JSON.stringify({
        destination: 'U',
        events: [
          event(newcomer, { type: 'accountLink', replyToken: 'r', link: { result: 'ok', nonce: 'odd\0' } }),
          event(newcomer, {
            type: 'message',
            replyToken: 'r',
            timestamp: wroteAt,
            deliveryContext: { isRedelivery },
          }),
          event(userId, { type: 'unfollow', timestamp: wroteAt, deliveryContext: { isRedelivery } }),
        ],
      }),
    );
  const offered = async () =>
    (
      await server.db
        .selectFrom('messenger_offer')
        .select('user_id')
        .where('user_id', '=', newcomer)
        .execute()
    ).length;
  await server.clock.move(2_000);
  const wroteAt = clock.now();
  expect((await deliver(false)).status).toBe(200);
  expect(await linkedAt(member)).toBeNull();
  await afterWork(server, async () => (await offered()) === 1);
  // The maker did not hear the answer.
  for (let nth = 0; nth < 2; nth += 1) expect((await deliver(true)).status).toBe(200);
  // Somebody else is answered meanwhile.
  await friend();
  expect(await offered()).toBe(1);
});

test('what a user writes is kept nowhere, and is not answered without end', async () => {
  const userId = await newUser();
  await does(userId, 'follow');
  for (let nth = 0; nth < 8; nth += 1) await does(userId, 'write', 'my-private-words');
  await afterWork(server, async () => (await offers(userId)).length >= 3);
  // Others are answered meanwhile; a minute may have begun in between.
  await friend();
  expect((await offers(userId)).length).toBeLessThanOrEqual(6);
  const { rows } = await sql`
    select from connection_delivery where connection_id = ${connectionId} and outcome = 'NOTHING'`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
});

test('switched off, the service is not shown, is not believed and sends nothing until it is on again', async () => {
  const { member, userId } = await linkedMember();
  // With money on the site a second operator must agree to switch it on.
  const set = (is_active: boolean) =>
    server.owner
      .updateTable('connection')
      .set({ is_active, version: sql`version + 1` })
      .where('id', '=', connectionId)
      .execute();
  await set(false);
  await afterWork(
    server,
    async () => (await member.client('GET /api/notifications/messenger')).service === null,
  );
  const block = eventOf(userId, { type: 'unfollow', timestamp: clock.now() + 1_000 });
  expect((await tell(block)).status).toBe(401);
  await deposit(server.db, member.id, 516_00n);
  await set(true);
  await afterWork(server, () => linkedAt(member));
  await deposit(server.db, member.id, 517_00n);
  await afterWork(server, async () => (await texts(userId)).some((text) => text.includes('517.00')));
  expect((await texts(userId)).filter((text) => text.includes('516.00'))).toEqual([]);
});
