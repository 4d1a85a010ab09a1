import { randomUUID } from 'node:crypto';
import { GATEWAY_CODES } from '@krapao/contract/gateways';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { verify } from '../../../ledger/verify.ts';
import { writeSetting } from '../../../settings/settings.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { payFrom, sendBankNotice, setFaults } from '../../../testing/sandboxBank.ts';
import { scanQr } from '../../../testing/scanQr.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { waitingBackends } from '../../../testing/waitingBackends.ts';

const SECRET = 'a secret of these tests alone';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { SANDBOX_SECRET: SECRET });
});

beforeEach(async () => {
  member = await makeMember(server);
});

afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

async function makeQr(of: TestMember, amount: number) {
  return of.client('POST /api/qrcode/:bankCode', { params: { bankCode: 'KBANK' }, body: { amount } });
}

async function stateOf(of: TestMember) {
  return of.client('GET /api/qrcode/:bankCode', { params: { bankCode: 'KBANK' } });
}

async function walletOf(of: TestMember): Promise<{ wallet: number; coin: number }> {
  const account = await server.owner
    .selectFrom('ledger.account')
    .select('posted')
    .where('member_id', '=', of.id)
    .where('kind', '=', 'wallet')
    .executeTakeFirst();
  const { coin } = await server.owner
    .selectFrom('member')
    .select('coin')
    .where('id', '=', of.id)
    .executeTakeFirstOrThrow();
  return { wallet: Number(account?.posted ?? 0n) / 100, coin };
}

function transferOf(transRef: string) {
  return server.owner
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef)
    .executeTakeFirst();
}

function queued(transRef: string) {
  return afterWork(server, async () => {
    const transfer = await transferOf(transRef);
    return transfer?.status === 'QUEUED' && transfer.note !== null && transfer;
  });
}

function depositRows(of: TestMember) {
  return server.owner.selectFrom('statement_entry').selectAll().where('member_id', '=', of.id).execute();
}

const notify = (notice: object, secret = SECRET, timestamp?: number) =>
  sendBankNotice(server, notice, secret, timestamp);

function noticeTo(receiver: object, amount: string, of: TestMember, changes: object = {}) {
  return {
    eventId: randomUUID(),
    transRef: randomUUID().replaceAll('-', '').slice(0, 20),
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    amount,
    currency: 'THB',
    receiver,
    sender: {
      displayName: 'SOMCHAI J***',
      account: `xxx-x-x${of.bankAccountNo.slice(5, 9)}-x`,
      proxy: null,
    },
    transferredAt: new Date().toISOString(),
    ...changes,
  };
}

const PROMPTPAY = { type: 'promptpay', proxyType: 'NATID', id: '0999900000017' };
const AUTO_ACCOUNT = { type: 'account', bankCode: 'SCB', accountNo: '4680000017' };

test('DEP-01 the lookup lists the accounts with their modes, the wallet, and what deposits need', async () => {
  const lookup = await member.client('GET /api/lookup/deposit');
  expect(lookup.banks.map(({ bankCode, bankType, mode }) => [bankCode, bankType, mode])).toEqual([
    ['SCB', 'BANK', 'AUTO'],
    ['KBANK', 'BANK', 'QR'],
    ['GSB', 'BANK', 'SLIP'],
    ...GATEWAY_CODES.map((code) => [code, code, 'QR']),
  ]);
  expect(lookup.banks[2]).toMatchObject({ bankAccountNo: '020990000033', currency: 'BAHT' });
  expect(lookup.banks[2]?.bank.nameEN).toMatch(/Savings/);
  expect(lookup.wallets).toHaveLength(1);
  expect(lookup).toMatchObject({ isManual: false, depositMin: 1 });
});

test('DEP-06 a QR is paid in the bank and credited once, with coins and a statement row', async () => {
  const qr = await makeQr(member, 250);
  expect(qr).toMatchObject({ hasQrcode: true, status: 'OPEN', message: '' });
  expect(qr.amount).toBeGreaterThanOrEqual(250);
  expect(qr.amount).toBeLessThan(251);
  expect(qr.expireIn).toBeGreaterThan(15 * 60 - 30);
  const { transRef } = await payFrom(server, member, { qr: await scanQr(qr.qrcode) });
  await afterWork(server, async () => (await stateOf(member)).status === 'PAID');
  expect(await stateOf(member)).toMatchObject({ hasQrcode: false, qrcode: '', qrcodeId: qr.qrcodeId });
  expect(await walletOf(member)).toEqual({ wallet: qr.amount, coin: 2 });
  expect(await depositRows(member)).toMatchObject([
    { cause: `qr:${qr.qrcodeId}`, statement_type: 'deposit', status: 'SUCCESS', from_label: 'KBANK' },
  ]);
  expect(await transferOf(transRef)).toMatchObject({ status: 'CREDITED', member_id: member.id });
});

test('DEP-06 a notice that is delivered twice, at once and again, credits once', async () => {
  await setFaults(server, { bank: { mode: 'duplicate', times: 1, for: member.bankAccountNo } });
  const qr = await makeQr(member, 70);
  await payFrom(server, member, { qr: await scanQr(qr.qrcode) });
  await afterWork(server, async () => (await stateOf(member)).status === 'PAID');
  const second = await makeQr(member, 71);
  const notice = noticeTo(PROMPTPAY, second.amount.toFixed(2), member);
  const answers = await Promise.all(Array.from({ length: 12 }, () => notify(notice)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect((await walletOf(member)).wallet).toBeCloseTo(qr.amount + second.amount, 2);
  expect(await depositRows(member)).toHaveLength(2);
});

test('DEP-06 members who want the same amount at once pay different ones', async () => {
  const members = await Promise.all([
    member,
    ...(await Promise.all([1, 2, 3, 4].map(() => makeMember(server)))),
  ]);
  const qrs = await Promise.all(members.map((of) => makeQr(of, 333)));
  expect(new Set(qrs.map(({ amount }) => amount)).size).toBe(5);
  expect(Math.max(...qrs.map(({ amount }) => amount))).toBeLessThan(334);
  const [, , third] = qrs;
  const notice = noticeTo(PROMPTPAY, third?.amount.toFixed(2) ?? '', members[2] ?? member);
  expect(await notify(notice)).toMatchObject({ status: 200 });
  expect(await Promise.all(members.map(async (of) => (await walletOf(of)).wallet))).toEqual([
    0,
    0,
    third?.amount,
    0,
    0,
  ]);
});

test('DEP-06 one QR is open at a time; making another, or cancelling, closes it', async () => {
  const first = await makeQr(member, 40);
  const second = await makeQr(member, 41);
  expect(second.qrcodeId).not.toBe(first.qrcodeId);
  expect(await stateOf(member)).toMatchObject({ qrcodeId: second.qrcodeId, status: 'OPEN' });
  const parallel = await Promise.all(Array.from({ length: 8 }, () => makeQr(member, 42)));
  const open = await server.owner
    .selectFrom('deposit_qr')
    .select('id')
    .where('member_id', '=', member.id)
    .where('status', '=', 'OPEN')
    .execute();
  expect(parallel).toHaveLength(8);
  expect(open).toHaveLength(1);
  const qrcodeId = String(open[0]?.id);
  const stranger = await makeMember(server);
  const remove = (of: TestMember, id: string) =>
    of.client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: id } });
  await expect(remove(stranger, qrcodeId)).rejects.toMatchObject({ code: 'NO_DATA' });
  await expect(remove(member, 'abc')).rejects.toMatchObject({ code: 'NO_DATA' });
  expect(await remove(member, qrcodeId)).toMatchObject({ hasQrcode: false, status: 'CANCELLED', qrcode: '' });
  expect(await remove(member, qrcodeId)).toMatchObject({ status: 'CANCELLED' });
});

/** Two QRs of the member for the same satang: one that closed and can still be paid, and the one that is open. */
async function twoOfOneAmount(baht: number) {
  const ofQr = (id: string | null) =>
    server.owner.updateTable('deposit_qr').where('id', '=', BigInt(id ?? 0));
  const closed = await makeQr(member, baht);
  await ofQr(closed.qrcodeId).set({ status: 'EXPIRED', closed_at: new Date() }).execute();
  const shown = await makeQr(member, baht);
  const satang = BigInt(Math.round(closed.amount * 100));
  await ofQr(shown.qrcodeId).set({ amount: satang, pay_amount: satang }).execute();
  return { closed, shown };
}

test('DEP-06 DEP-07 of a member’s own QRs of one amount the one on the screen is paid first, then the one that closed', async () => {
  const { closed, shown } = await twoOfOneAmount(95);
  const statuses = async () => {
    const rows = await server.owner
      .selectFrom('deposit_qr')
      .select('status')
      .where('id', 'in', [BigInt(closed.qrcodeId ?? 0), BigInt(shown.qrcodeId ?? 0)])
      .orderBy('id')
      .execute();
    return rows.map(({ status }) => status);
  };
  await notify(noticeTo(PROMPTPAY, closed.amount.toFixed(2), member));
  expect(await statuses()).toEqual(['EXPIRED', 'PAID']);
  await notify(noticeTo(PROMPTPAY, closed.amount.toFixed(2), member));
  expect(await statuses()).toEqual(['PAID', 'PAID']);
});

test('DEP-06 two payments of two QRs of one amount, told at the same moment, are both credited', async () => {
  const { closed: first } = await twoOfOneAmount(90);
  const notices = [1, 2].map(() => noticeTo(PROMPTPAY, first.amount.toFixed(2), member));
  // Both have chosen their QR before either may take it.
  const sending = await server.owner.transaction().execute(async (trx) => {
    await trx.selectFrom('deposit_qr').select('id').where('member_id', '=', member.id).forUpdate().execute();
    const answers = Promise.all(notices.map((notice) => notify(notice)));
    await waitingBackends(server.owner, 2);
    return { answers };
  });
  expect((await sending.answers).map(({ status }) => status)).toEqual([200, 200]);
  const transfers = await Promise.all(notices.map(({ transRef }) => transferOf(transRef)));
  expect(transfers.map((transfer) => transfer?.status)).toEqual(['CREDITED', 'CREDITED']);
  expect((await walletOf(member)).wallet).toBeCloseTo(2 * first.amount, 2);
});

/** Somebody who is no member. */
const STRANGER = {
  sendingBank: '014',
  sendingBankCode: 'SCB',
  sender: { displayName: 'MALEE S***', account: 'xxx-x-x7777-x', proxy: null },
};

test('DEP-06 paying a cancelled, a used or an expired QR is not lost: an operator sees it', async () => {
  const pay = async ({ amount }: { amount: number }, change: object = STRANGER) => {
    const notice = noticeTo(PROMPTPAY, amount.toFixed(2), member, change);
    await notify(notice);
    return notice.transRef;
  };
  const cancelled = await makeQr(member, 55);
  await member.client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: cancelled.qrcodeId ?? '' } });
  expect(await queued(await pay(cancelled))).toMatchObject({ note: 'QR_CLOSED', member_id: null });

  const used = await makeQr(member, 56);
  await payFrom(server, member, { qr: await scanQr(used.qrcode) });
  await afterWork(server, async () => (await stateOf(member)).status === 'PAID');
  expect(await queued(await pay(used))).toMatchObject({ note: 'QR_CLOSED' });

  const expired = await makeQr(member, 57);
  await server.owner
    .updateTable('deposit_qr')
    .set({ created_at: new Date(clock.now() - 20 * 60_000), expires_at: new Date(clock.now() - 5 * 60_000) })
    .where('id', '=', BigInt(expired.qrcodeId ?? 0))
    .execute();
  expect(await stateOf(member)).toMatchObject({ hasQrcode: false, status: 'EXPIRED', expireIn: 0 });
  await afterWork(server, async () => {
    const row = await server.owner
      .selectFrom('deposit_qr')
      .select('status')
      .where('id', '=', BigInt(expired.qrcodeId ?? 0))
      .executeTakeFirst();
    return row?.status === 'EXPIRED';
  });
  expect(await queued(await pay(expired))).toMatchObject({ note: 'QR_CLOSED' });
  expect((await walletOf(member)).wallet).toBe(used.amount);
  // Paid in time, told late: that one is credited, as the QR that it is.
  await pay(expired, { transferredAt: new Date(clock.now() - 10 * 60_000).toISOString() });
  expect((await walletOf(member)).wallet).toBeCloseTo(used.amount + expired.amount, 2);
  expect(await stateOf(member)).toMatchObject({ status: 'PAID' });
});

test('DEP-06 a closed QR that its own member pays again is that member’s money', async () => {
  const qr = await makeQr(member, 58);
  const payload = await scanQr(qr.qrcode);
  await payFrom(server, member, { qr: payload });
  await afterWork(server, async () => (await stateOf(member)).status === 'PAID');
  const { transRef } = await payFrom(server, member, { qr: payload });
  await afterWork(server, async () => (await transferOf(transRef))?.status === 'CREDITED');
  expect((await walletOf(member)).wallet).toBeCloseTo(2 * qr.amount, 2);
  expect((await depositRows(member)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
});

test('DEP-06 another amount than that of a QR is credited as the bank says, and leaves the QR open', async () => {
  const qr = await makeQr(member, 90);
  await setFaults(server, { bank: { mode: 'wrongAmount', times: 1, for: member.bankAccountNo } });
  const { transRef } = await payFrom(server, member, { qr: await scanQr(qr.qrcode) });
  await afterWork(server, async () => (await transferOf(transRef))?.status === 'CREDITED');
  expect((await walletOf(member)).wallet).toBeCloseTo(qr.amount + 1, 2);
  expect(await stateOf(member)).toMatchObject({ status: 'OPEN' });
});

test('DEP-06 a transfer that nobody had asked for does not pay a QR that was made since, however often it is told', async () => {
  const other = await makeMember(server);
  const { amount } = await makeQr(other, 95);
  await makeQr(other, 40);
  const notice = noticeTo(PROMPTPAY, (amount + 0.5).toFixed(2), other, {
    sender: { displayName: '', account: null, proxy: null },
  });
  await notify(notice);
  expect(await transferOf(notice.transRef)).toMatchObject({ status: 'QUEUED', note: 'NO_MATCH' });
  const qr = await makeQr(member, Number((amount + 0.5).toFixed(2)));
  expect(qr.amount.toFixed(2)).toBe(notice.amount);
  await notify(notice);
  expect(await transferOf(notice.transRef)).toMatchObject({ status: 'QUEUED' });
  expect(await stateOf(member)).toMatchObject({ status: 'OPEN' });
});

test('DEP-06 a key gives the same QR again, and no other amount', async () => {
  const call = (amount: number) =>
    member.client('POST /api/qrcode/:bankCode', {
      params: { bankCode: 'KBANK' },
      body: { amount },
      idempotencyKey: 'one-action',
    });
  const [first, second] = await Promise.all([call(61), call(61)]);
  expect(second.qrcodeId).toBe(first.qrcodeId);
  await expect(call(62)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH', status: 422 });
});

test.each([
  [0, 'INVALID_AMOUNT'],
  [-5, 'INVALID_AMOUNT'],
  [10.001, 'INVALID_AMOUNT'],
  [0.99, 'DEPOSIT_MINIMUM'],
  [1e9, 'INVALID_REQUEST'],
  ['100', 'INVALID_REQUEST'],
  [null, 'INVALID_REQUEST'],
])('DEP-06 the amount %j is refused as %s', async (amount, code) => {
  await expect(makeQr(member, amount as number)).rejects.toMatchObject({ code });
  expect(await stateOf(member)).toMatchObject({ status: 'NONE', qrcodeId: null });
});

test.each(['SCB', 'GSB', 'ww', 'NOBANK'])('DEP-06 %s has no QR deposits', async (bankCode) => {
  const call = member.client('POST /api/qrcode/:bankCode', { params: { bankCode }, body: { amount: 100 } });
  await expect(call).rejects.toMatchObject({ code: 'NO_BANK' });
});

test('DEP-06 a notice with a bad signature, a stale one or no transfer is refused and changes nothing', async () => {
  const qr = await makeQr(member, 80);
  const notice = noticeTo(PROMPTPAY, qr.amount.toFixed(2), member);
  expect(await notify(notice, 'another secret')).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHORIZED' },
  });
  const old = Math.floor(clock.now() / 1000) - 600;
  expect(await notify(notice, SECRET, old)).toMatchObject({ status: 401 });
  const bad = [{}, { ...notice, amount: '-5.00' }, { ...notice, amount: 5 }, { ...notice, sendingBank: 'x' }];
  const broken = ['a\0b', 'half \ud800', 'x'.repeat(20_000)];
  bad.push(...broken.map((displayName) => ({ ...notice, sender: { ...notice.sender, displayName } })));
  for (const body of bad)
    expect(await notify(body)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  const bare = await fetch(`${server.url}/webhooks/incoming-transfers`, { method: 'POST', body: 'x' });
  expect(bare.status).toBeGreaterThanOrEqual(400);
  expect(bare.status).toBeLessThan(500);
  expect(await transferOf(notice.transRef)).toBeUndefined();
  expect(await stateOf(member)).toMatchObject({ status: 'OPEN' });
});

test('DEP-06 money to an account that is none of ours is written down and given to nobody', async () => {
  const notice = noticeTo({ ...AUTO_ACCOUNT, accountNo: '1111111111' }, '20.00', member);
  await notify(notice);
  expect(await transferOf(notice.transRef)).toMatchObject({ status: 'QUEUED', note: 'NOT_OURS' });
});

test('DEP-06 kip are not taken for baht', async () => {
  const qr = await makeQr(member, 66);
  const notice = noticeTo(PROMPTPAY, qr.amount.toFixed(2), member, { currency: 'LAK' });
  await notify(notice);
  expect(await transferOf(notice.transRef)).toMatchObject({ status: 'QUEUED', note: 'CURRENCY' });
  expect((await walletOf(member)).wallet).toBe(0);
});

test('DEP-01 an AUTO account credits the only member who can be the sender', async () => {
  await payFrom(server, member, { bankCode: 'SCB', accountNo: '4680000017' }, 120.5);
  await afterWork(server, async () => (await walletOf(member)).wallet === 120.5);
  expect(await depositRows(member)).toMatchObject([{ from_label: 'SCB', amount: 12_050n }]);
});

test('DEP-01 an AUTO account credits a notice of many deliveries once, coins included', async () => {
  const notice = noticeTo(AUTO_ACCOUNT, '300.00', member);
  await Promise.all(Array.from({ length: 12 }, () => notify(notice)));
  await notify({ ...notice, eventId: randomUUID() });
  expect(await walletOf(member)).toEqual({ wallet: 300, coin: 3 });
  expect(await depositRows(member)).toHaveLength(1);
});

test('DEP-01 a sender who could be two members is nobody', async () => {
  const twin = await makeMember(server);
  const alike = `${twin.bankAccountNo.slice(0, 5)}${member.bankAccountNo.slice(5, 9)}${twin.bankAccountNo.slice(9)}`;
  await server.owner
    .updateTable('member')
    .set({ bank_account_no: alike })
    .where('id', '=', twin.id)
    .execute();
  const notice = noticeTo(AUTO_ACCOUNT, '45.00', member);
  await notify(notice);
  expect(await transferOf(notice.transRef)).toMatchObject({ status: 'QUEUED', note: 'FITS_SEVERAL' });
});

test('DEP-14 a notice of a transfer is completed by it, before or after, and only while the operator wants it', async () => {
  const add = (amount: number) => member.client('POST /api/wallet/add', { body: { amount } });
  await expect(add(15)).rejects.toMatchObject({ code: 'NO_DATA' });
  const { isManual: _off, ...deposit } = server.settings.get('deposit');
  const change = async (isManual: boolean) => {
    await server.owner
      .transaction()
      .execute((trx) => writeSetting(trx, 'deposit', { ...deposit, isManual }, 'test'));
    await server.settings.reload();
  };
  await change(true);
  try {
    await expect(add(0)).rejects.toMatchObject({ code: 'INVALID_AMOUNT' });
    const pending = await add(15);
    expect(pending).toMatchObject({ status: 'PENDING', amount: 15 });
    expect((await add(15)).id).toBe(pending.id);
    expect(await depositRows(member)).toMatchObject([{ status: 'PENDING', amount: 1_500n }]);
    await payFrom(server, member, { bankCode: 'GSB', accountNo: '020990000033' }, 15);
    await afterWork(server, async () => (await walletOf(member)).wallet === 15);
    expect(await depositRows(member)).toMatchObject([{ status: 'SUCCESS', cause: `manual:${pending.id}` }]);

    const { transRef } = await payFrom(server, member, { bankCode: 'GSB', accountNo: '020990000033' }, 16);
    await queued(transRef);
    expect(await add(16)).toMatchObject({ status: 'SUCCESS' });
    expect((await walletOf(member)).wallet).toBe(31);
  } finally {
    await change(false);
  }
});

test('DEP-06 the QR that waits is told, and where and for how much the last one was made', async () => {
  const waiting = async () => (await member.client('GET /api/qrcode')).waiting;
  const habits = () => member.client('GET /api/account/habits');
  expect(await waiting()).toEqual([]);
  const { qrcodeId, amount } = await makeQr(member, 300);
  expect(await waiting()).toEqual([{ qrcodeId, bankCode: 'KBANK', amount, expireIn: expect.any(Number) }]);
  expect(await habits()).toMatchObject({
    depositWay: 'qr',
    lastQr: { bankCode: 'KBANK', amount: 300 },
  });
  await member.client('DELETE /api/qrcode/:qrcodeId', { params: { qrcodeId: qrcodeId ?? '' } });
  expect(await waiting()).toEqual([]);
  expect(await habits()).toMatchObject({ lastQr: { bankCode: 'KBANK', amount: 300 } });
});
