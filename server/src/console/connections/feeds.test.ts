import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../../operations/metrics.ts';
import {
  bangkok,
  type FeedWorld,
  openFeedWorld,
  REASON,
  SHOWN,
  SWITCHED_ON,
  TERMS,
} from '../../testing/feedWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';

let world: FeedWorld;
beforeAll(async () => {
  world = await openFeedWorld(OWN_CLUSTER);
});
afterAll(() => world.server.stop());

test('DEP-06 a text that a phone forwards credits its sender once, however often and by whichever phone it comes', async () => {
  const member = await makeMember(world.server);
  const [one, two] = [world.phone('counter'), world.phone('office')];
  const text = await world.textOf(member, '100.00', '5,100.00');
  const notice = { from: 'SCB', text, at: new Date().toISOString() };
  expect((await world.post(one.key, notice)).status).toBe(200);
  expect(await world.wallet(member)).toBe(100_00);
  for (const { key } of [one, two, one]) expect((await world.post(key, notice)).status).toBe(200);
  const form = new URLSearchParams(notice).toString();
  expect((await world.post(two.key, form, 'application/x-www-form-urlencoded')).status).toBe(200);
  expect(await world.wallet(member)).toBe(100_00);
  // The same amount in the same minute with another balance is another transfer.
  await world.post(one.key, { ...notice, text: await world.textOf(member, '100.00', '5,200.00') });
  expect(await world.wallet(member)).toBe(200_00);
  // Each phone's word of the account's balance is kept at the time of the transfer.
  const told = await world.server.owner
    .selectFrom('account_balance as b')
    .innerJoin('incoming_transfer as t', (on) =>
      on.onRef('t.deposit_account_id', '=', 'b.deposit_account_id').onRef('t.transferred_at', '=', 'b.at'),
    )
    .select('b.balance')
    .distinct()
    .where('b.source', '=', 'BANK')
    .where('t.member_id', '=', member.id)
    .orderBy('b.balance')
    .execute();
  expect(told.map(({ balance }) => balance)).toEqual([5_100_00n, 5_200_00n]);
});

test('DEP-06 strangers, other texts, wrong and revoked keys credit nothing', async () => {
  const member = await makeMember(world.server);
  const stolen = world.phone('stolen');
  const text = await world.textOf(member, '310.00', '5,310.00');
  const notice = { from: 'SCB', text, at: new Date().toISOString() };
  const before = (await world.feed()).unread;
  expect((await world.post(stolen.key, { ...notice, from: '+66812345678' })).status).toBe(200);
  expect((await world.post(stolen.key, { from: 'SCB', text: 'รหัส OTP 123456' })).status).toBe(200);
  expect((await world.feed()).unread).toBe(before + 1);
  expect((await world.post(`kp_${'A'.repeat(43)}`, notice)).status).toBe(401);
  expect((await world.post(stolen.key, 'no JSON')).status).toBe(400);
  expect((await world.post(stolen.key, { text })).status).toBe(400);
  const path = `POST /api/console/feeds/${world.feedId}/phones/${stolen.id}/revoke`;
  expect((await world.admin.call(path, { reason: REASON })).status).toBe(200);
  expect((await world.admin.call(path, { reason: REASON })).status).toBe(404);
  expect((await world.post(stolen.key, notice)).status).toBe(401);
  expect(await world.wallet(member)).toBe(0);
  expect((await world.feed()).phones.find(({ id }) => id === stolen.id)?.revokedAt).not.toBeNull();
});

test('DEP-06 a notice about an account that is none of ours is answered as such', async () => {
  const member = await makeMember(world.server);
  const phone = world.phone('office');
  const text = (await world.textOf(member, '81.00', '5,081.00')).replace(SHOWN, 'x999999');
  const answer = await world.post(phone.key, { from: 'SCB', text, at: new Date().toISOString() });
  expect([answer.status, await answer.json()]).toMatchObject([
    404,
    { code: 'NOT_FOUND', message: 'no account of this site' },
  ]);
});

test('DEP-06 the tester says whether a text names the bank of the sender', async () => {
  const member = await makeMember(world.server);
  const names = async (from: string, text: string) => {
    const { body } = await world.admin.call(`POST /api/console/feeds/${world.feedId}/try`, { from, text });
    return (body as { report: { namesBank: boolean } | null }).report?.namesBank;
  };
  expect(await names('SCB', await world.textOf(member, '82.00', '5,082.00'))).toBe(true);
  const [date = '', time = ''] = bangkok().split(/[T.]/);
  const [, month, day] = date.split('-');
  const at = `${day}/${month} ${time.slice(0, 5)}`;
  expect(await names('KBank', `${at} บช X-1234 รับโอนจาก X-5678 82.00 คงเหลือ 5,082.00 บ.`)).toBe(false);
  expect(await names('KBank', `${at} บช X-1234 เงินเข้า 82.00 คงเหลือ 5,082.00 บ.`)).toBe(false);
});

test('DEP-06 codes and advertisements are not kept, broken texts and ids are refused, and strangers fill no disk', async () => {
  const { key } = world.phone('counter');
  const kept = () =>
    world.server.db
      .selectFrom('connection_delivery')
      .select(['reading', 'outcome', 'sealed'])
      .where('connection_id', '=', world.feedId)
      // A delivery that was kept before is counted again.
      .orderBy('last_at', 'desc')
      .execute();
  const before = (await kept()).length;
  const otp = { from: 'SCB', text: 'รหัส OTP ของคุณคือ 918273', at: new Date().toISOString() };
  expect((await world.post(key, otp)).status).toBe(200);
  expect((await world.post(key, { ...otp, from: 'ADS' })).status).toBe(200);
  expect((await world.post(key, { heartbeat: true })).status).toBe(200);
  expect(await kept()).toHaveLength(before);
  for (const broken of ['a\u0000b', 'a\ud800b'])
    expect((await world.post(key, { ...otp, text: broken })).status, JSON.stringify(broken)).toBe(400);
  expect((await world.post('no key', { text: 'x'.repeat(60_000) })).status).toBe(401);
  const [newest] = await kept();
  expect(newest?.outcome).toBe('BAD_SIGNATURE');
  expect(newest?.sealed.length).toBeLessThan(8_000);
});

test('a bearer is made by the site, and not typed', async () => {
  const typed = {
    ...TERMS,
    capability: 'bankFeed',
    driver: 'generic',
    secrets: { webhookSecret: 'known-to-me' },
  };
  const refused = await world.admin.call('POST /api/console/connections', typed);
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'CONNECTION_INVALID' }]);
});

test('DEP-06 a list of networks is checked, and without a trusted proxy nobody tells another address', async () => {
  const { connections } = (await world.admin.call('GET /api/console/connections')).body as {
    connections: { id: string; version: number }[];
  };
  const version = connections.find(({ id }) => id === world.feedId)?.version;
  const wrong = { ...TERMS, config: { allowedAddresses: '203.0.113.7, nowhere' }, ...SWITCHED_ON, version };
  expect(await world.admin.call(`PUT /api/console/connections/${world.feedId}`, wrong)).toMatchObject({
    body: { code: 'CONNECTION_INVALID' },
  });
  const answer = await fetch(`${world.server.url}/webhooks/${world.fencedId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: '{"heartbeat":true}',
  });
  expect(answer.status).toBe(401);
  const kept = await world.server.db
    .selectFrom('connection_delivery')
    .select('outcome')
    .where('connection_id', '=', world.fencedId)
    .execute();
  expect(kept).toEqual([{ outcome: 'BAD_ADDRESS' }]);
});

test('DEP-06 a phone gets another name, and its key stays', async () => {
  const { id, key } = world.phone('office');
  const path = `POST /api/console/feeds/${world.feedId}/phones`;
  expect((await world.admin.call(`${path}/${id}/rename`, { name: 'front desk' })).status).toBe(200);
  expect((await world.admin.call(`${path}/${world.feedId}/rename`, { name: 'nobody' })).status).toBe(404);
  expect((await world.feed()).phones.find((one) => one.id === id)?.name).toBe('front desk');
  expect((await world.post(key, { heartbeat: true })).status).toBe(200);
});

test('after the first money a key waits for a second operator, and opens nothing until then', async () => {
  const path = `POST /api/console/feeds/${world.feedId}/phones`;
  const made = await world.admin.call(path, {
    name: 'late',
    holder: 'late',
    isService: false,
    reason: REASON,
  });
  const { key, waits } = made.body as { key: string; waits: unknown };
  expect([made.status, waits !== null]).toEqual([200, true]);
  expect((await world.post(key, { heartbeat: true })).status).toBe(401);
});

test('DEP-06 a heartbeat shows that a phone lives; a feed that falls silent is named, in the console and the metrics', async () => {
  const heart = world.phone('heart');
  expect((await world.post(heart.key, { heartbeat: true })).status).toBe(200);
  const living = await world.feed();
  expect(living.silentSince).toBeNull();
  const asked = async () =>
    (await world.admin.call('GET /api/console/queues')).body as { silentFeeds: object[] };
  expect((await asked()).silentFeeds).toEqual([]);
  expect(living.phones.find(({ id }) => id === heart.id)).toMatchObject({
    heardAt: expect.any(String),
    toldAt: null,
  });
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  await world.server.owner.updateTable('feed_heard').set({ heard_at: hourAgo }).execute();
  await world.server.owner
    .updateTable('connection')
    .set({ changed_at: hourAgo })
    .where('id', '=', world.feedId)
    .execute();
  expect((await world.feed()).silentSince).toBe(hourAgo.toISOString());
  expect((await asked()).silentFeeds).toEqual([
    { id: world.feedId, name: 'phones', silentSince: hourAgo.toISOString() },
  ]);
  const { text } = await createMetrics(world.server.db).render();
  const age = new RegExp(`krapao_connection_age_seconds\\{[^}]*${world.feedId}[^}]*\\} ([0-9.]+)`);
  const [, seconds] = age.exec(text) ?? [];
  expect(Number(seconds)).toBeGreaterThan(3_600);
});

test('DEP-06 the tester tells how a text is read and whose money it is, and stores nothing', async () => {
  const member = await makeMember(world.server);
  const text = await world.textOf(member, '77.00', '5,377.00');
  const tried = async (body: object) =>
    (await world.admin.call(`POST /api/console/feeds/${world.feedId}/try`, body)).body as {
      reading: string;
      report: object | null;
    };
  expect(await tried({ from: 'SCB', text })).toMatchObject({
    reading: 'report',
    report: {
      amount: 77,
      isConfirmed: true,
      isUnclear: false,
      depositAccount: { bankCode: 'SCB', accountNo: '4680000017' },
      member: { id: String(member.id) },
      balance: 5_377,
      note: null,
    },
  });
  expect(await tried({ from: 'SCB', text: text.replace(SHOWN, 'x999999') })).toMatchObject({
    report: { depositAccount: null, member: null, note: 'NOT_OURS' },
  });
  const nothing = { report: null, nearest: null };
  expect(await tried({ from: 'a stranger', text })).toEqual({ reading: 'stranger', ...nothing });
  expect(await tried({ from: 'SCB', text: 'OTP 123456' })).toEqual({ reading: 'other', ...nothing });
  // What is not read is told with how far it was understood.
  const [read, rest] = text.split('ใช้ได้');
  expect(await tried({ from: 'SCB', text: `${read}ยอดใช้ได้${rest}` })).toMatchObject({
    reading: 'other',
    nearest: { bank: 'SCB', read, unread: `ยอดใช้ได้${rest}`, expected: 'ใช้ได้ {balance} บ' },
  });
  expect(await tried({ from: 'SCB', text: text.replace('77.00', '0.00') })).toMatchObject({
    nearest: { read: text.replace('77.00', '0.00'), unread: '', expected: '' },
  });
  const { body } = await world.admin.call(`GET /api/console/feeds/${world.feedId}/texts`);
  expect((body as { banks: { bank: string }[] }).banks.map(({ bank }) => bank)).toContain('LDB');
  expect(await world.wallet(member)).toBe(0);
  const stored = await world.server.db
    .selectFrom('incoming_transfer')
    .select('id')
    .where('amount', '=', 77_00n)
    .execute();
  expect(stored).toEqual([]);
});
