import { encryptGiftLink } from '@krapao/contract/giftLink';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { deposit } from '../../../testing/rewardWorld.ts';
import { callSandbox, payFrom, setFaults } from '../../../testing/sandboxBank.ts';
import { scanQr } from '../../../testing/scanQr.ts';
import { switchSetting } from '../../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { admitArrival } from '../admit.ts';

let server: TestServer;
let cashier: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  cashier = await makeOperator(server, 'administrator');
  await setFaults(server, { statement: { mode: 'error500' } });
  await switchSetting(server, 'deposit', { isManual: true });
});
beforeEach(async () => {
  member = await makeMember(server);
});
afterAll(async () => {
  await server.stop();
});

const wallet = async (of = member) => Number((await moneyOf(server.db, of.id)).wallet) / 100;
const limit = (most: number | null, period: 'day' | 'week' | 'month' = 'day', of = member) =>
  of.client('PUT /api/protection/limits/:kind/:period', {
    params: { kind: 'deposit', period },
    body: { most },
  });
const makeQr = (amount: number, bankCode = 'KBANK', of = member) =>
  of.client('POST /api/qrcode/:bankCode', { params: { bankCode }, body: { amount } });
const stateOf = (bankCode = 'KBANK') => member.client('GET /api/qrcode/:bankCode', { params: { bankCode } });
const pay = async (svg: string, of = member) => payFrom(server, of, { qr: await scanQr(svg) });
const closed = (limit: number, room: number) => ({
  code: 'LIMIT_REACHED',
  detail: { reason: 'DEPOSIT_LIMIT', amounts: { limit, room } },
});
const statement = async () => {
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  return statements.map(({ statementType, amount, status }) => `${statementType} ${amount} ${status}`);
};
const decide = async (queue: string, id: string, verb: string, body: object = {}) => {
  await cashier.call(`POST /api/console/queues/${queue}/${id}/claim`);
  return cashier.call(`POST /api/console/${queue}/${id}/${verb}`, { reason: 'looked at it', ...body });
};

test('SAFE-08 at a deposit limit no way in is opened, and none that is open is shown', async () => {
  await deposit(server.db, member.id, 400_00n);
  const open = await makeQr(100);
  expect(open.hasQrcode).toBe(true);
  await limit(450);
  await expect(makeQr(100)).rejects.toMatchObject(closed(450, 50));
  expect(await stateOf()).toMatchObject({ hasQrcode: false, qrcode: '', message: 'LIMIT_REACHED' });
  expect(await member.client('GET /api/qrcode')).toEqual({ waiting: [] });
  await expect(makeQr(101, 'WW')).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  expect((await member.client('GET /api/lookup/deposit')).banks.length).toBeGreaterThan(0);
  await limit(400);
  expect(await member.client('GET /api/lookup/deposit')).toMatchObject({ banks: [], wallets: [] });
  await expect(member.client('POST /api/wallet/add', { body: { amount: 20 } })).rejects.toMatchObject(
    closed(400, 0),
  );
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(10)]), 'slip.png');
  await expect(member.client('POST /api/wallet/slip', { form })).rejects.toMatchObject(closed(400, 0));
  const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', {
    amount: 20,
    state: 'ok',
  });
  await expect(
    member.client('POST /api/wallet/truelink', { body: { link: await encryptGiftLink(link) } }),
  ).rejects.toMatchObject(closed(400, 0));
  expect(await wallet()).toBe(400);
});

test('SAFE-08 QRs and orders that wait take room: paying all of them keeps the limit, to the satang', async () => {
  await limit(300);
  await makeQr(200);
  await expect(makeQr(100.01, 'WW')).rejects.toMatchObject(closed(300, 100));
  expect((await makeQr(100, 'WW')).hasQrcode).toBe(true);
  // Another QR of the same bank replaces the first.
  const replaced = await makeQr(200);
  const order = await stateOf('WW');
  await pay(replaced.qrcode);
  await pay(order.qrcode);
  await afterWork(server, async () => (await wallet()) === 300);
  await expect(makeQr(20)).rejects.toMatchObject(closed(300, 0));
  const { limits, depositRoom } = await member.client('GET /api/protection/limits');
  expect(depositRoom).toBe(0);
  expect(limits.find(({ kind, period }) => kind === 'deposit' && period === 'day')).toMatchObject({
    most: 300,
    used: 300,
    opensAt: expect.any(String),
  });
  expect(await told()).toContain('limitReached');
});

test('SAFE-08 a QR shown before the limit is paid: nothing is credited, a person decides once there is room', async () => {
  const { qrcode } = await makeQr(500);
  await limit(499.99);
  await pay(qrcode);
  const row = await afterWork(server, () =>
    server.db
      .selectFrom('incoming_transfer')
      .selectAll()
      .where('note', '=', 'LIMIT_REACHED')
      .where('amount', '>=', 500_00n)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  );
  expect(await wallet()).toBe(0);
  expect(await statement()).toEqual(['deposit 500 PENDING']);
  const credit = () => decide('incoming', String(row.id), 'credit', { memberId: String(member.id) });
  expect(await credit()).toMatchObject({ status: 403, body: closed(499.99, 499.99) });
  expect(await wallet()).toBe(0);
  // An increase is in force after its cooling-off and the second yes alone.
  await limit(500);
  expect(await credit()).toMatchObject({ body: { code: 'LIMIT_REACHED' } });
  await coolOff();
  await confirm();
  expect(await credit()).toMatchObject({ status: 200 });
  expect(await wallet()).toBe(500);
  expect(await statement()).toEqual(['deposit 500 SUCCESS']);
});

test('SAFE-08 an order of a gateway that is paid above the limit waits whole for an operator', async () => {
  const { qrcode, qrcodeId } = await makeQr(120, 'WW');
  await limit(100);
  await pay(qrcode);
  const payment = await afterWork(server, async () => {
    const row = await server.db
      .selectFrom('gateway_payment')
      .selectAll()
      .where('id', '=', qrcodeId ?? '')
      .executeTakeFirst();
    return row?.paid_at != null && row;
  });
  expect(payment).toMatchObject({ note: 'LIMIT_REACHED', status: 'EXPIRED' });
  expect([await wallet(), await statement()]).toEqual([0, ['deposit 120 PENDING']]);
  expect(await decide('latePayments', payment.id, 'credit')).toMatchObject({
    body: { code: 'LIMIT_REACHED' },
  });
});

test('SAFE-08 a gift link that brings more than the limit allows waits for an operator, with its amount', async () => {
  await limit(50);
  const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', {
    amount: 70,
    state: 'ok',
  });
  const body = { link: await encryptGiftLink(link) };
  const answer = await member.client('POST /api/wallet/truelink', { body });
  expect(answer).toMatchObject({ status: 'PENDING', amount: 70 });
  expect([await wallet(), await statement()]).toEqual([0, ['deposit 70 PENDING']]);
  expect(await decide('gifts', answer.id, 'approve', { amount: 70 })).toMatchObject({
    body: { code: 'LIMIT_REACHED' },
  });
});

test('SAFE-08 two deposits at one moment: one is admitted, the other waits', async () => {
  // The house's account is there: making it would bring them into an order.
  await deposit(server.db, member.id, 1_00n);
  await limit(101);
  const credits = await Promise.allSettled(
    Array.from({ length: 6 }, () => deposit(server.db, member.id, 60_00n)),
  );
  expect(credits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await wallet()).toBe(61);
  const admitted = server.db
    .transaction()
    .execute(async (trx) => [
      await admitArrival(trx, member.id, 40_00n),
      await admitArrival(trx, member.id, 40_01n),
    ]);
  expect(await admitted).toMatchObject([null, { code: 'LIMIT_REACHED' }]);
});

test('SAFE-08 an operator adds no missing deposit beyond the limit, and what corrects an error is free', async () => {
  await limit(10);
  const adjust = (reasonCode: string) =>
    cashier.call(`POST /api/console/members/${member.id}/adjust`, {
      amount: 20,
      reasonCode,
      reason: 'looked at it',
    });
  expect(await adjust('MISSING_DEPOSIT')).toMatchObject({ body: { code: 'LIMIT_REACHED' } });
  expect(await adjust('OTHER')).toMatchObject({ body: { code: 'LIMIT_REACHED' } });
  expect(await adjust('OPERATOR_ERROR')).toMatchObject({ status: 200 });
  expect([await wallet(), (await used()).day]).toEqual([20, 0]);
});

test('SAFE-06 SAFE-07 a stricter limit holds at once; a looser one needs its cooling-off and a second yes', async () => {
  await limit(200);
  const looser = await limit(400);
  expect(day(looser)).toMatchObject({ most: 200, next: { most: 400, isReady: false } });
  await expect(confirm()).rejects.toMatchObject({ code: 'LIMIT_COOLING_OFF', status: 409 });
  await coolOff('23 hours 59 minutes');
  await expect(confirm()).rejects.toMatchObject({ code: 'LIMIT_COOLING_OFF' });
  await coolOff('2 minutes');
  // Not by itself: the old limit holds until the second yes.
  expect(day(await member.client('GET /api/protection/limits'))).toMatchObject({
    most: 200,
    next: { isReady: true },
  });
  server.wakeJob('limits');
  await afterWork(server, async () => (await told()).includes('limitReady'));
  expect(day(await confirm())).toMatchObject({ most: 400, next: null });
  await expect(confirm()).rejects.toMatchObject({ code: 'LIMIT_UNKNOWN' });
  // The removal waits as well; a stricter wish ends it.
  await limit(null);
  expect(day(await limit(100))).toMatchObject({ most: 100, next: null });
  await limit(null);
  await member.client('DELETE /api/protection/limits/:kind/:period/next', { params: DAY });
  await coolOff();
  await expect(confirm()).rejects.toMatchObject({ code: 'LIMIT_UNKNOWN' });
  const history = await server.db
    .selectFrom('member_limit')
    .select(['most', 'from_at', 'ended_at'])
    .where('member_id', '=', member.id)
    .orderBy('id')
    .execute();
  expect(history.map(({ most, from_at }) => [most, from_at !== null])).toEqual([
    [200_00n, true],
    [400_00n, true],
    [null, false],
    [100_00n, true],
    [null, false],
  ]);
});

test('SAFE-07 ten wishes and two second yeses at once leave one limit', async () => {
  await limit(100);
  await Promise.all(Array.from({ length: 10 }, (_, at) => limit(200 + at)));
  await coolOff();
  const yeses = await Promise.allSettled([confirm(), confirm()]);
  expect(yeses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('SAFE-03 what is no limit is refused and changes nothing', async () => {
  for (const most of [-1, 0.001, 10.005]) await expect(limit(most)).rejects.toMatchObject({ status: 400 });
  const time = (most: number) =>
    member.client('PUT /api/protection/limits/:kind/:period', {
      params: { kind: 'time', period: 'day' },
      body: { most },
    });
  await expect(time(1_441)).rejects.toMatchObject({ code: 'LIMIT_UNKNOWN' });
  await expect(time(0.5)).rejects.toMatchObject({ code: 'LIMIT_UNKNOWN' });
  const { limits } = await member.client('GET /api/protection/limits');
  expect(limits).toHaveLength(15);
  expect(limits.every(({ most, next }) => most === null && next === null)).toBe(true);
});

test('SAFE-23 net deposits since the account was opened, and the months of a year', async () => {
  await deposit(server.db, member.id, 123_45n);
  const activity = await member.client('GET /api/protection/activity');
  expect(activity).toMatchObject({ deposited: 123.45, withdrawn: 0 });
  expect(activity.months).toHaveLength(12);
  expect(activity.months[0]).toMatchObject({ deposited: 123.45, withdrawn: 0, staked: 0, won: 0 });
});

test('SAFE-07 operators read a member’s limits and their history, and change none', async () => {
  await limit(300);
  await limit(null);
  const { body } = await cashier.call(`GET /api/console/members/${member.id}/limits`);
  expect(body).toMatchObject({
    history: [
      { most: null, from: null, until: null },
      { kind: 'deposit', period: 'day', most: 300, until: null },
    ],
  });
  expect(day(body)).toMatchObject({ most: 300, used: 0, next: { most: null, isReady: false } });
  expect((await cashier.call('GET /api/console/members/999999999/limits')).body).toMatchObject({
    code: 'NO_USER',
  });
});

test('SAFE-01 the answer to the offer of a limit is kept', async () => {
  await member.client('POST /api/protection/offer', { body: { answer: 'without' } });
  await member.client('POST /api/protection/offer', { body: { answer: 'set' } });
  expect(
    await server.db.selectFrom('limit_offer').select('answer').where('member_id', '=', member.id).execute(),
  ).toEqual([{ answer: 'set' }]);
});

test('SAFE-03 deposits count gross in 24 hours, 7 days and a month; the lowest of several holds', async () => {
  // Later, times that the seals have hashed are other ones.
  expect(await verify(server.owner)).toEqual([]);
  await deposit(server.db, member.id, 100_00n);
  await limit(1_000, 'month');
  await limit(300, 'week');
  await limit(250, 'day');
  await deposit(server.db, member.id, 150_00n);
  await member.client('POST /api/wallet/withdraw', { body: { amount: 250 } });
  await expect(makeQr(20)).rejects.toMatchObject(closed(250, 0));
  await age('25 hours');
  expect(await used()).toEqual({ day: 0, week: 250, month: 250 });
  await expect(makeQr(51)).rejects.toMatchObject(closed(300, 50));
  await age('6 days');
  expect(await used()).toEqual({ day: 0, week: 0, month: 250 });
  await limit(260, 'month');
  await expect(makeQr(20)).rejects.toMatchObject(closed(260, 10));
  await age('25 days');
  expect(await used()).toEqual({ day: 0, week: 0, month: 0 });
});

const DAY = { kind: 'deposit', period: 'day' } as const;
const told = async () =>
  (
    await server.db.selectFrom('notification').select('kind').where('member_id', '=', member.id).execute()
  ).map(({ kind }) => kind);
const confirm = () => member.client('POST /api/protection/limits/:kind/:period/confirm', { params: DAY });
type Limits = Awaited<ReturnType<typeof limit>>;
const day = ({ limits }: Limits) => limits.find(({ kind, period }) => kind === 'deposit' && period === 'day');

async function used() {
  const { limits } = await member.client('GET /api/protection/limits');
  return Object.fromEntries(
    limits.filter(({ kind }) => kind === 'deposit').map(({ period, used }) => [period, used]),
  );
}

/** As if the member's looser wishes had been asked for so much earlier. */
async function coolOff(by = '24 hours'): Promise<void> {
  await sql`update member_limit set asked_at = asked_at - ${by}::interval, ready_at = ready_at - ${by}::interval
    where member_id = ${member.id} and from_at is null and ended_at is null`.execute(server.owner);
}

/** As if the member's deposits had come so much earlier: no test waits for a day. */
async function age(by: string): Promise<void> {
  await server.owner.transaction().execute(async (trx) => {
    await sql`alter table ledger.posting disable trigger posting_immutable`.execute(trx);
    await sql`update ledger.posting set at = at - ${by}::interval where code = 'deposit'
      and credit in (select id from ledger.account where member_id = ${member.id})`.execute(trx);
    await sql`alter table ledger.posting enable trigger posting_immutable`.execute(trx);
  });
}
