import { randomUUID } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind, notificationText } from '@krapao/contract/notifications';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Trx } from '../../database/connect.ts';
import { endOthers } from '../../testing/memberProof.ts';
import { openReadyLine } from '../../testing/moneyLine.ts';
import { fund, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';
import { notifyAbsent } from '../chat/notifyAbsent.ts';
import { creditWin } from '../spinwheel/creditWin.ts';
import { finishEntry, writeEntry } from '../statement/writeEntry.ts';
import { bookRejected } from '../withdrawals/settlePayout.ts';
import { notify } from './notify.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const told = async ({ id }: TestMember) =>
  (
    await server.db.selectFrom('notification').selectAll().where('member_id', '=', id).orderBy('id').execute()
  ).map(({ kind, category, params, read_at }) => ({ kind, category, params, isRead: read_at !== null }));
const kinds = async (member: TestMember) => (await told(member)).map(({ kind }) => kind);
const forget = ({ id }: TestMember) =>
  server.owner.deleteFrom('notification').where('member_id', '=', id).execute();
/** A member who was told nothing yet. */
async function newMember(): Promise<TestMember> {
  const member = await makeMember(server);
  await forget(member);
  return member;
}
const run = <T>(verb: (trx: Trx) => Promise<T>) => server.db.transaction().execute(verb);

test('one event is one notification, however often it is told, and none if its transaction fails', async () => {
  const member = await newMember();
  const tell = (key: string) => run((trx) => notify(trx, { memberId: member.id, kind: 'pinSet', key }));
  await Promise.all([tell('pin:1'), tell('pin:1'), tell('pin:1')]);
  await tell('pin:2');
  await expect(
    run(async (trx) => {
      await notify(trx, { memberId: member.id, kind: 'pinRemoved', key: 'pin:3' });
      throw new Error('the event does not happen');
    }),
  ).rejects.toThrow('does not happen');
  expect(await kinds(member)).toEqual(['pinSet', 'pinSet']);
});

test('HOM-02 money that arrives, goes out and comes back is told once each, with its row and amount', async () => {
  const member = await newMember();
  await deposit(server.db, member.id, 500_00n);
  const [credited] = await told(member);
  const [entry] = (await member.client('POST /api/statement', { body: { page: 1, limit: 1 } })).statements;
  expect(credited).toEqual({
    kind: 'depositCredited',
    category: 'money',
    params: { row: entry?._id, amount: 500_00 },
    isRead: false,
  });
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 150_00n);
  await run(async (trx) => {
    const row = await trx.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await bookRejected(trx, row, 'UNKNOWN_BANK', 'system');
  });
  expect(await kinds(member)).toEqual(['depositCredited', 'withdrawalRefused']);
});

test('a prize that the member’s own press brought is in the list, read and not sent', async () => {
  const member = await newMember();
  const description = { th: 'a', la: 'a', en: 'a' };
  await run((trx) =>
    creditWin(trx, { memberId: member.id, house: 'wheel', id: `${member.id}`, amount: 50_00n, description }),
  );
  expect(await told(member)).toMatchObject([{ kind: 'prizeCredited', isRead: true }]);
});

test('TRF-01 a transfer is told when it waits for an operator and how it then ended, not when its call told it', async () => {
  const member = await newMember();
  await fund(server.db, member.id, 1_000_00n);
  await forget(member);
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: 'pg' } });
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 100 } });
  expect(await told(member)).toEqual([]);
  await server.owner
    .updateTable('transfer_leg')
    .set({ state: 'STUCK', due_at: null })
    .where('member_id', '=', member.id)
    .execute();
  expect(await kinds(member)).toEqual(['transferStuck']);
  const { cause } = await server.db
    .selectFrom('statement_entry')
    .select('cause')
    .where('member_id', '=', member.id)
    .where('statement_type', '=', 'transfer')
    .executeTakeFirstOrThrow();
  await server.owner
    .updateTable('statement_entry')
    .set({ status: 'PENDING' })
    .where('cause', '=', cause)
    .execute();
  await run((trx) => finishEntry(trx, cause, 'SUCCESS'));
  expect(await kinds(member)).toEqual(['transferStuck', 'transferSettled']);
  await server.owner
    .updateTable('transfer_leg')
    .set({ state: 'CONFIRMED' })
    .where('member_id', '=', member.id)
    .execute();
});

test('a transfer that comes back after its call answered is told, one that fails at once is not', async () => {
  const member = await newMember();
  const entry = (cause: string, created_at: Date) =>
    run(async (trx) => {
      const to = { type: 'transfer', status: 'PENDING', from: 'WALLET', to: 'pg' } as const;
      await writeEntry(trx, { memberId: member.id, cause, amount: 10_00n, ...to });
      await trx.updateTable('statement_entry').set({ created_at }).where('cause', '=', cause).execute();
      await finishEntry(trx, cause, 'FAILED');
    });
  await entry(`transfer:${member.id}:soon`, new Date());
  expect(await kinds(member)).toEqual([]);
  await entry(`transfer:${member.id}:late`, new Date(Date.now() - 20_000));
  expect(await kinds(member)).toEqual(['transferReturned']);
});

const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const logIn = (member: TestMember, cookie?: string, password = member.password) =>
  rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password },
    headers: { 'User-Agent': CHROME, ...(cookie && { cookie }) },
  });

test('LOG-05 SAFE-17 a log-in from a new device is told once, with its browser; one from a known device as such', async () => {
  const member = await newMember();
  const first = await logIn(member);
  expect(await told(member)).toMatchObject([{ kind: 'signIn', params: { device: 'Chrome, Android' } }]);
  const cookie = String(first.headers.get('set-cookie')).split(';')[0];
  expect((await logIn(member, cookie)).status).toBe(200);
  expect(await kinds(member)).toEqual(['signIn', 'loggedIn']);
  await logIn(member);
  expect(await kinds(member)).toEqual(['signIn', 'loggedIn', 'signIn']);
});

test('PRO-02 a new password and an ended device are told, a log-out of one’s own is not', async () => {
  const member = await newMember();
  await logIn(member);
  expect((await endOthers(server.url, member)).status).toBe(200);
  const body = { oldPassword: member.password, newPassword: 'another-Pass-12' };
  await member.client('PUT /api/account/changepwd', { body });
  await member.client('POST /api/logout');
  expect(await kinds(member)).toEqual(['signIn', 'sessionEnded', 'passwordChanged']);
});

test('CHT-08 an operator’s answer is told to a member who is away, once, and is read with the chat', async () => {
  const member = await newMember();
  const text = (words: string) => ({ message_type: 'text' as const, payload: { text: words } });
  await member.client('POST /api/chat/send-message', { body: { message: text('Where?') } });
  const support = await makeOperator(server, 'support');
  const room = await server.db
    .selectFrom('chat_room')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  const answer = (words: string) =>
    support.call(`POST /api/console/chat/rooms/${room.id}/messages`, {
      clientId: randomUUID(),
      message: text(words),
    });
  const ago = (seconds: number) =>
    server.owner
      .updateTable('chat_room')
      .set({ last_message_at: new Date(Date.now() - seconds * 1_000) })
      .where('id', '=', room.id)
      .execute();
  expect((await answer('Here.')).status).toBe(200);
  await notifyAbsent(server);
  expect(await told(member)).toEqual([]);
  await ago(20);
  await Promise.all([notifyAbsent(server), notifyAbsent(server)]);
  await answer('Still here.');
  await ago(20);
  await notifyAbsent(server);
  expect(await told(member)).toMatchObject([{ kind: 'chatAnswered', category: 'support', isRead: false }]);
  await member.client('PUT /api/chat/read-customer/', { body: {} });
  expect(await told(member)).toMatchObject([{ kind: 'chatAnswered', isRead: true }]);
  expect(await member.client('GET /api/notifications/unread')).toEqual({ unread: 0 });
});

test('pages are newest first, the member’s own, and read on every device up to what was seen', async () => {
  const [member, other] = [await newMember(), await newMember()];
  const tell = (nth: number) =>
    run((trx) => notify(trx, { memberId: member.id, kind: 'pinSet', key: `pin:${nth}` }));
  for (let nth = 0; nth < 23; nth += 1) await tell(nth);
  const page = (before?: string) =>
    member.client('GET /api/notifications', { query: before === undefined ? {} : { before } });
  const first = await page();
  const last = await page(first.notifications.at(-1)?._id);
  expect([first.notifications.length, first.hasMore]).toEqual([20, true]);
  expect([last.notifications.length, last.hasMore]).toEqual([3, false]);
  const ids = [...first.notifications, ...last.notifications].map(({ _id }) => Number(_id));
  expect(ids).toEqual(ids.toSorted((one, two) => two - one));
  const line = await openReadyLine(server.url, member.token);
  await member.client('PUT /api/notifications/read', {
    body: { upTo: first.notifications[2]?._id ?? '' },
  });
  await until(async () => line.said().includes('event: notification'));
  expect(line.said()).not.toContain('event: money');
  line.close();
  expect(await member.client('GET /api/notifications/unread')).toEqual({ unread: 2 });
  await other.client('PUT /api/notifications/read', { body: { upTo: '999999999999' } });
  expect(await member.client('GET /api/notifications/unread')).toEqual({ unread: 2 });
  expect((await other.client('GET /api/notifications', { query: {} })).notifications).toEqual([]);
  for (const bad of ['before=x', 'before=-1', 'before=99999999999999999999'])
    expect((await rawCall(server.url, `GET /api/notifications?${bad}`, { token: member.token })).status).toBe(
      400,
    );
});

test.each(['th', 'la', 'en'] as const)(
  'every kind has words in %s, and hidden amounts are in none',
  (language) => {
    for (const kind of Object.keys(NOTIFICATION_KINDS) as NotificationKind[]) {
      const params = { amount: 1_234_567_89n, device: 'Chrome' };
      const { title, body } = notificationText(kind, params, language);
      expect(`${title} ${body}`).not.toMatch(/[{}]/);
      expect(title.length).toBeGreaterThan(2);
      expect(body.length).toBeLessThan(100);
      const hidden = notificationText(kind, params, language, { hidesAmounts: true });
      expect(`${hidden.title} ${hidden.body}`).not.toContain('567');
      expect(hidden.title).toBe(title);
    }
    expect(notificationText('depositCredited', { amount: 1_234_567_89n }, 'en').body).toBe('฿1,234,567.89');
    expect(notificationText('signIn', {}, 'en').body).toBe('If this was not you, change your password');
  },
);
