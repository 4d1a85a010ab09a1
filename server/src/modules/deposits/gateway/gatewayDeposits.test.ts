import { createHmac, randomUUID } from 'node:crypto';
import { ApiError } from '@krapao/contract/client';
import { GATEWAY_CODES } from '@krapao/contract/gateways';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { passTimeout } from '../../../testing/passTimeout.ts';
import { payFrom, setFaults } from '../../../testing/sandboxBank.ts';
import { scanQr } from '../../../testing/scanQr.ts';
import { SHORT_PROVIDER_WAITS } from '../../../testing/shortWaits.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { ASK_GATEWAYS } from './askGateways.ts';

const SECRET = 'a secret of these tests alone';
const NO_FAULTS = { 'gateway:WW': { mode: 'none' }, 'gateway:E2P': { mode: 'none' } };

let server: TestServer;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { SANDBOX_SECRET: SECRET, ...SHORT_PROVIDER_WAITS });
});
beforeEach(async () => {
  await setFaults(server, NO_FAULTS);
  member = await makeMember(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const create = (amount: number, bankCode = 'WW', idempotencyKey?: string) =>
  member.client('POST /api/qrcode/:bankCode', {
    params: { bankCode },
    body: { amount },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const stateOf = (bankCode = 'WW') => member.client('GET /api/qrcode/:bankCode', { params: { bankCode } });
const cancel = (qrcodeId: string, of = member) =>
  of.client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId } });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
const wallet = async () => (await moneyOf(server.db, member.id)).wallet;

async function statement() {
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  return statements.map(
    ({ statementType, from, amount, status }) => `${statementType} ${from} ${amount} ${status}`,
  );
}

async function pay(qrcode: string): Promise<void> {
  await payFrom(server, member, { qr: await scanQr(qrcode) });
}

const paid = (bankCode = 'WW') =>
  afterWork(server, async () => {
    const state = await stateOf(bankCode);
    return state.status === 'PAID' && state;
  });

async function rowOf(id: string | null) {
  return server.db
    .selectFrom('gateway_payment')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();
}

/** The job asks about this payment. */
async function askNow(id: string | null): Promise<void> {
  await server.db
    .updateTable('gateway_payment')
    .set({ due_at: sql<Date>`site.clock_timestamp()` })
    .where('id', '=', id ?? '')
    .execute();
  await server.work(ASK_GATEWAYS);
}

/** The job writes down that its time is over. */
async function expired(id: string | null): Promise<void> {
  await server.work('expire-deposits');
  expect((await rowOf(id)).status).toBe('EXPIRED');
}

/** A notice as the gateway would deliver it, signed with `secret`. */
async function notify(notice: object, secret = SECRET, timestamp = Math.floor(clock.now() / 1000)) {
  const body = JSON.stringify(notice);
  const response = await fetch(`${server.url}/webhooks/sandbox-gateway-ww`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': String(timestamp),
      'x-webhook-signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as { code: string } };
}

async function noticeOf(qrcodeId: string | null, changes: object = {}) {
  const { id, gateway, payment_id, amount } = await rowOf(qrcodeId);
  return {
    eventId: randomUUID(),
    gateway,
    id,
    paymentId: payment_id,
    amount: (Number(amount) / 100).toFixed(2),
    paidAt: new Date().toISOString(),
    ...changes,
  };
}

test.each(GATEWAY_CODES)(
  'DEP-06 %s: a QR is made, paid at the gateway, and credited with its coins',
  async (code) => {
    expect(await stateOf(code)).toMatchObject({ status: 'NONE', hasQrcode: false });
    const qr = await create(250.25, code);
    expect(qr).toMatchObject({ hasQrcode: true, amount: 250.25, status: 'OPEN', message: '' });
    expect(qr.qrcode).toMatch(/^<svg[^>]*>.*<\/svg>$/s);
    expect(qr.qrcode).not.toContain('script');
    expect(qr.expireIn).toBeGreaterThan(14 * 60);
    expect(await stateOf(code)).toMatchObject({ qrcodeId: qr.qrcodeId, hasQrcode: true });
    await pay(qr.qrcode);
    expect(await paid(code)).toMatchObject({ hasQrcode: false, qrcode: '', amount: 250.25, expireIn: 0 });
    expect(await wallet()).toBe(250_25n);
    expect((await member.client('GET /api/wallet')).profile.coin).toBe(2);
    expect(await statement()).toEqual([`deposit ${code} 250.25 SUCCESS`]);
  },
);

test('DEP-09 the least amount is 100 baht at WW and 50 at E2P; a bank QR takes less', async () => {
  expect(await refusal(create(99.99))).toBe('DEPOSIT_MINIMUM');
  expect(await refusal(create(49.99, 'E2P'))).toBe('DEPOSIT_MINIMUM');
  await expect(create(20)).rejects.toMatchObject({
    code: 'DEPOSIT_MINIMUM',
    detail: { reason: 'LIMIT', amounts: { limit: 100 } },
  });
  for (const amount of [0, -100, 100.001]) expect(await refusal(create(amount))).toBe('INVALID_AMOUNT');
  expect(await create(50, 'E2P')).toMatchObject({ amount: 50, status: 'OPEN' });
  expect(await create(20, 'KBANK')).toMatchObject({ status: 'OPEN' });
});

test('DEP-06 a gateway that operators do not offer is NO_BANK', async () => {
  const set = (is_active: boolean) =>
    server.owner.updateTable('gateway').set({ is_active }).where('code', '=', 'E2P').execute();
  const offered = async () =>
    (await member.client('GET /api/lookup/deposit')).banks.map(({ bankCode }) => bankCode);
  await set(false);
  try {
    expect(await refusal(create(100, 'E2P'))).toBe('NO_BANK');
    await afterWork(server, async () => (await refusal(stateOf('E2P'))) === 'NO_BANK');
    expect(await offered()).not.toContain('E2P');
  } finally {
    await set(true);
  }
  await afterWork(server, async () => (await offered()).includes('E2P'));
  expect(await refusal(create(100, 'ww'))).toBe('NO_BANK');
});

test('DEP-06 a notice that comes many times, at once and again, credits once', async () => {
  await setFaults(server, { 'gateway:WW': { mode: 'duplicate', times: 1 } });
  const first = await create(100);
  await pay(first.qrcode);
  await paid();
  const second = await create(200);
  const notice = await noticeOf(second.qrcodeId);
  const answers = await Promise.all(Array.from({ length: 10 }, () => notify(notice)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await notify({ ...notice, eventId: randomUUID() })).status).toBe(200);
  expect(await wallet()).toBe(300_00n);
  expect(await statement()).toHaveLength(2);
});

test('DEP-06 a notice that is not signed, too old, garbled, or of another order credits nothing', async () => {
  const qr = await create(100);
  const notice = await noticeOf(qr.qrcodeId);
  expect((await notify(notice, 'another secret')).status).toBe(401);
  expect((await notify(notice, SECRET, Math.floor(clock.now() / 1000) - 3_600)).status).toBe(401);
  expect((await notify({ ...notice, amount: '-100.00' })).status).toBe(400);
  expect((await notify({ ...notice, gateway: 'OTHER' })).status).toBe(400);
  expect((await notify({ ...notice, gateway: 'E2P' })).status).toBe(400);
  expect((await notify({ ...notice, id: randomUUID() })).status).toBe(404);
  expect((await notify({ ...notice, id: "' or 1=1" })).status).toBe(400);
  expect(await wallet()).toBe(0n);
  expect((await stateOf()).status).toBe('OPEN');
});

test('DEP-06 where the notice names another amount or payment the gateway is asked, and what was really paid counts', async () => {
  await setFaults(server, { 'gateway:WW': { mode: 'wrongAmount', times: 1 } });
  const qr = await create(150);
  await pay(qr.qrcode);
  await paid();
  expect(await wallet()).toBe(150_00n);

  const open = await create(300);
  const { due_at } = await rowOf(open.qrcodeId);
  expect((await notify(await noticeOf(open.qrcodeId, { amount: '99999.00' }))).status).toBe(200);
  expect((await notify(await noticeOf(open.qrcodeId, { paymentId: 'WWother' }))).status).toBe(200);
  await afterWork(server, async () => (await rowOf(open.qrcodeId)).asks > 0);
  expect(due_at).not.toBeNull();
  expect((await stateOf()).status).toBe('OPEN');
  expect(await wallet()).toBe(150_00n);
});

test('DEP-06 when the notice never comes, the job asks the gateway', async () => {
  const qr = await create(120);
  await setFaults(server, { 'gateway:WW': { mode: 'pendingForever', times: 1 } });
  await pay(qr.qrcode);
  for (const mode of ['falseNotFound', 'error500']) {
    await setFaults(server, { 'gateway:WW': { mode } });
    const { asks } = await rowOf(qr.qrcodeId);
    await askNow(qr.qrcodeId);
    await afterWork(server, async () => (await rowOf(qr.qrcodeId)).asks > asks);
    expect((await stateOf()).status).toBe('OPEN');
  }
  await setFaults(server, NO_FAULTS);
  await afterWork(server, async () => {
    await askNow(qr.qrcodeId);
    return (await stateOf()).status === 'PAID';
  });
  expect(await wallet()).toBe(120_00n);
});

test.each(['timeoutAfterApply', 'timeoutBeforeApply', 'error500'])(
  'DEP-06 a gateway that fails once (%s) is asked again under the same id: one payment',
  async (mode) => {
    await setFaults(server, { 'gateway:WW': { mode, times: 1 } });
    const call = create(100);
    if (mode !== 'error500') await passTimeout(server, 'gateway:WW');
    const qr = await call;
    expect(qr.status).toBe('OPEN');
    const rows = await server.db
      .selectFrom('gateway_payment')
      .select('id')
      .where('member_id', '=', member.id)
      .execute();
    expect(rows).toEqual([{ id: qr.qrcodeId }]);
    await pay(qr.qrcode);
    await paid();
    expect(await wallet()).toBe(100_00n);
  },
);

test('DEP-11 a gateway that gives no QR is QR_FAIL; the same key tries the same order again', async () => {
  await setFaults(server, { 'gateway:WW': { mode: 'error500' } });
  expect(await refusal(create(100, 'WW', 'key-1'))).toBe('QR_FAIL');
  expect(await stateOf()).toMatchObject({ hasQrcode: false, status: 'NONE' });
  await setFaults(server, NO_FAULTS);
  const qr = await create(100, 'WW', 'key-1');
  expect(qr).toMatchObject({ status: 'OPEN' });
  expect(await create(100, 'WW', 'key-1')).toMatchObject({ qrcodeId: qr.qrcodeId, qrcode: qr.qrcode });
  expect(await refusal(create(200, 'WW', 'key-1'))).toBe('IDEMPOTENCY_MISMATCH');

  await setFaults(server, { 'gateway:WW': { mode: 'maintenance' } });
  expect(await refusal(create(100))).toBe('QR_FAIL');
  expect(await stateOf()).toMatchObject({ hasQrcode: false, status: 'NONE', message: 'QR_FAIL' });
});

test('DEP-06 one QR is open for a member and gateway, also when many are asked for at once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => create(100 + n)));
  const open = await server.db
    .selectFrom('gateway_payment')
    .select('id')
    .where('member_id', '=', member.id)
    .where('status', '=', 'OPEN')
    .execute();
  expect(open).toHaveLength(1);
  expect(await stateOf()).toMatchObject({ qrcodeId: open[0]?.id, hasQrcode: true });
  expect(answers.filter(({ hasQrcode }) => hasQrcode).length).toBeGreaterThan(0);
  const together = await Promise.all(Array.from({ length: 4 }, () => create(500, 'E2P', 'one')));
  expect(new Set(together.map(({ qrcodeId }) => qrcodeId)).size).toBe(1);
});

test('DEP-07 a member cancels the own QR alone; cancelled twice it stays cancelled', async () => {
  const qr = await create(100);
  const stranger = await makeMember(server);
  expect(await refusal(cancel(qr.qrcodeId ?? '', stranger))).toBe('NO_DATA');
  expect(await refusal(cancel(randomUUID()))).toBe('NO_DATA');
  expect(await refusal(cancel('not-a-uuid'))).toBe('NO_DATA');
  expect(await cancel(qr.qrcodeId ?? '')).toMatchObject({ status: 'CANCELLED', hasQrcode: false });
  expect(await cancel(qr.qrcodeId ?? '')).toMatchObject({ status: 'CANCELLED' });
  expect(await stateOf()).toMatchObject({ status: 'CANCELLED', qrcode: '' });
});

test('DEP-12 HOM-02 what is paid after the QR was cancelled or had expired waits for an operator, in progress', async () => {
  const named = async () => (await member.client('GET /api/wallet')).wallet.onTheWay;
  expect(await named()).toEqual([]);
  const cancelled = await create(100);
  await cancel(cancelled.qrcodeId ?? '');
  await pay(cancelled.qrcode);
  await afterWork(server, async () => (await rowOf(cancelled.qrcodeId)).note === 'LATE');
  const late = await create(200);
  await server.db
    .updateTable('gateway_payment')
    .set({ expires_at: sql<Date>`clock_timestamp() - interval '1 second'` })
    .where('id', '=', late.qrcodeId ?? '')
    .execute();
  expect(await stateOf()).toMatchObject({ status: 'EXPIRED', hasQrcode: false });
  await pay(late.qrcode);
  await afterWork(server, async () => (await rowOf(late.qrcodeId)).note === 'LATE');
  await expired(late.qrcodeId);
  expect(await wallet()).toBe(0n);
  expect(await statement()).toEqual(['deposit WW 200 PENDING', 'deposit WW 100 PENDING']);
  expect(await rowOf(late.qrcodeId)).toMatchObject({ paid_amount: 200_00n, due_at: null });
  expect((await named()).toSorted((a, b) => Number(a.amount) - Number(b.amount))).toEqual([
    { kind: 'seen', amount: 100 },
    { kind: 'seen', amount: 200 },
  ]);
});

test('DEP-12 what was paid in time is credited, however late the notice comes', async () => {
  const qr = await create(100);
  const paidAt = new Date();
  await cancel(qr.qrcodeId ?? '');
  const notice = await noticeOf(qr.qrcodeId, { paidAt: paidAt.toISOString() });
  expect((await notify(notice)).status).toBe(200);
  expect(await stateOf()).toMatchObject({ status: 'PAID' });
  expect(await wallet()).toBe(100_00n);
});

test('DEP-06 the gateway is asked no more once it says that the time is over', async () => {
  const qr = await create(100);
  await server.db
    .updateTable('gateway_payment')
    .set({ expires_at: sql<Date>`clock_timestamp() - interval '25 hours'` })
    .where('id', '=', qr.qrcodeId ?? '')
    .execute();
  await askNow(qr.qrcodeId);
  await afterWork(server, async () => (await rowOf(qr.qrcodeId)).due_at === null);
  await expired(qr.qrcodeId);
});
