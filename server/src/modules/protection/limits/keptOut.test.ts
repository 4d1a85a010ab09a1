import { encryptGiftLink } from '@krapao/contract/giftLink';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { verify } from '../../../ledger/verify.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { type BankTransfer, callSandbox, payFrom, setFaults } from '../../../testing/sandboxBank.ts';
import { scanQr } from '../../../testing/scanQr.ts';
import { switchSetting } from '../../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

const SLIP_ACCOUNT = { bankCode: 'GSB', accountNo: '020990000033' };

let server: TestServer;
let operator: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  operator = await makeOperator(server, 'administrator');
  await setFaults(server, { statement: { mode: 'error500' } });
  await switchSetting(server, 'deposit', { isManual: true });
});
beforeEach(async () => {
  member = await makeMember(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const wallet = async () => Number((await moneyOf(server.db, member.id)).wallet) / 100;
const limit = (most: number) =>
  member.client('PUT /api/protection/limits/:kind/:period', {
    params: { kind: 'deposit', period: 'week' },
    body: { most },
  });
const makeQr = (amount: number, bankCode = 'KBANK') =>
  member.client('POST /api/qrcode/:bankCode', { params: { bankCode }, body: { amount } });
const decide = async (queue: string, id: string, verb: string, body: object = {}) => {
  await operator.call(`POST /api/console/queues/${queue}/${id}/claim`);
  return operator.call(`POST /api/console/${queue}/${id}/${verb}`, { reason: 'looked at it', ...body });
};
const keptOut = ({ transRef }: BankTransfer) =>
  afterWork(server, () =>
    server.db
      .selectFrom('incoming_transfer')
      .selectAll()
      .where('trans_ref', '=', transRef)
      .where('note', '=', 'LIMIT_REACHED')
      .executeTakeFirst(),
  );

/** The newest row of the member's statement, with what its story says last. */
async function newest() {
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  const [entry] = statements;
  if (entry === undefined) return undefined;
  const story = await member.client('GET /api/statement/story/:id', { params: { id: entry._id } });
  const done = story.steps.filter(({ at }) => at !== null);
  return {
    rows: statements.length,
    status: entry.status,
    amount: entry.amount,
    waitsFor: story.waitsFor,
    last: done.at(-1)?.name,
    reference: story.bankReference,
  };
}

test('SAFE-08 money that went back: nothing is credited, its reference is kept, and the account’s book explains both movements', async () => {
  const { qrcode } = await makeQr(500);
  await limit(100);
  const transfer = await keptOut(await payFrom(server, member, { qr: await scanQr(qrcode) }));
  expect(await newest()).toMatchObject({ rows: 1, status: 'PENDING', amount: 500, waitsFor: 'saferPlay' });
  const id = String(transfer.id);
  const dismiss = (body: object) => decide('incoming', id, 'dismiss', body);
  expect(await dismiss({})).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect(await dismiss({ returnReference: 'no; good' })).toMatchObject({ status: 400 });
  const [first, second] = await Promise.all([
    dismiss({ returnReference: 'BACK-1' }),
    dismiss({ returnReference: 'BACK-1' }),
  ]);
  expect([first.status, second.status].toSorted()).toEqual([200, 409]);
  expect(await wallet()).toBe(0);
  expect(await newest()).toMatchObject({
    rows: 1,
    status: 'FAILED',
    waitsFor: null,
    last: 'sentBack',
    reference: 'BACK-1',
  });
  const { rows } = await bookOf(transfer.deposit_account_id);
  expect(rows).toEqual([
    expect.objectContaining({ kind: 'DEPOSIT', amount: 500, subject: `incoming:${id}` }),
    expect.objectContaining({ kind: 'OUT', amount: -500, reference: 'BACK-1' }),
  ]);
  // The bank's line of the transfer back is explained.
  const { differences } = (
    await operator.call(`GET /api/console/accounts/${transfer.deposit_account_id}/differences`)
  ).body as { differences: { subject: string }[] };
  expect(differences.map(({ subject }) => subject)).not.toContain(`incoming:${id}`);
});

test('SAFE-08 no second report credits what the limit kept out, also when there is room again', async () => {
  const { qrcode } = await makeQr(300);
  await limit(200);
  const paid = await payFrom(server, member, { qr: await scanQr(qrcode) });
  const transfer = await keptOut(paid);
  await server.owner.deleteFrom('member_limit').where('member_id', '=', member.id).execute();
  const slip = await uploadSlip(paid);
  await afterWork(server, async () => (await slip()).step === 'OPERATOR');
  expect((await slip()).operator_note).toBe('LIMIT_REACHED');
  expect(await wallet()).toBe(0);
  const credit = await decide('incoming', String(transfer.id), 'credit', { memberId: String(member.id) });
  expect(credit.status).toBe(200);
  expect([(await slip()).status, await wallet()]).toEqual(['SUCCESS', 300]);
});

test('SAFE-08 a slip of money above the limit waits with its transfer, and ends when that went back', async () => {
  await limit(100);
  const transfer = await payFrom(server, member, SLIP_ACCOUNT, 150);
  const slip = await uploadSlip(transfer);
  await afterWork(server, async () => (await slip()).step === 'OPERATOR');
  expect(await slip()).toMatchObject({ operator_note: 'LIMIT_REACHED', status: 'PENDING' });
  const { id, deposit_account_id } = await keptOut(transfer);
  expect(
    await decide('slips', String((await slip()).id), 'approve', {
      amount: 150,
      accountId: String(deposit_account_id),
    }),
  ).toMatchObject({ body: { code: 'LIMIT_REACHED' } });
  expect(await decide('incoming', String(id), 'dismiss', { returnReference: 'B2' })).toMatchObject({
    status: 200,
  });
  expect([(await slip()).status, await wallet()]).toEqual(['FAILED', 0]);
});

test('SAFE-08 a claim whose money is above the limit stays open beside it, and ends as that does', async () => {
  await member.client('POST /api/wallet/add', { body: { amount: 260 } });
  await limit(250);
  const transfer = await keptOut(await payFrom(server, member, SLIP_ACCOUNT, 260));
  expect(await newest()).toMatchObject({ rows: 1, status: 'PENDING', waitsFor: 'saferPlay' });
  // Its time is over, and its money is still here.
  await server.owner
    .updateTable('manual_deposit')
    .set({ created_at: new Date(clock.now() - 48 * 3_600_000) })
    .where('member_id', '=', member.id)
    .execute();
  server.wakeJob('expire-deposits');
  expect(
    await decide('incoming', String(transfer.id), 'credit', { memberId: String(member.id) }),
  ).toMatchObject({ body: { code: 'LIMIT_REACHED' } });
  await decide('incoming', String(transfer.id), 'dismiss', { returnReference: 'B3' });
  expect(await newest()).toMatchObject({ rows: 1, status: 'FAILED', last: 'sentBack', reference: 'B3' });
  expect(await wallet()).toBe(0);
});

test('SAFE-08 a payment at a gateway and a gift link that went back keep their references', async () => {
  const order = await makeQr(120, 'WW');
  await limit(100);
  await payFrom(server, member, { qr: await scanQr(order.qrcode) });
  await afterWork(server, async () => (await newest())?.waitsFor === 'saferPlay');
  expect(await decide('latePayments', order.qrcodeId ?? '', 'dismiss')).toMatchObject({ status: 400 });
  expect(
    await decide('latePayments', order.qrcodeId ?? '', 'dismiss', { returnReference: 'RF-9' }),
  ).toMatchObject({ status: 200 });
  expect(await newest()).toMatchObject({ status: 'FAILED', last: 'sentBack', reference: 'RF-9' });
  const { link } = await callSandbox<{ link: string }>(server, 'POST', '/gift-links', {
    amount: 130,
    state: 'ok',
  });
  const { id } = await member.client('POST /api/wallet/truelink', {
    body: { link: await encryptGiftLink(link) },
  });
  expect(await newest()).toMatchObject({ status: 'PENDING', amount: 130, waitsFor: 'saferPlay' });
  expect(await decide('gifts', id, 'reject')).toMatchObject({ status: 400 });
  expect(await decide('gifts', id, 'reject', { returnReference: 'TM-1' })).toMatchObject({ status: 200 });
  expect(await newest()).toMatchObject({ status: 'FAILED', last: 'sentBack', reference: 'TM-1' });
  expect(await wallet()).toBe(0);
});

/** Sends the picture of a transfer's slip. @returns what reads its row */
async function uploadSlip({ slipUrl }: BankTransfer) {
  const picture = await fetch(`${slipUrl}?format=png`);
  const form = new FormData();
  form.append('file', new Blob([await picture.arrayBuffer()]), 'slip.png');
  const { reference } = await member.client('POST /api/wallet/slip', { form });
  return () =>
    server.db.selectFrom('slip').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
}

/** The book of an account today, in baht. */
async function bookOf(accountId: bigint | null) {
  const today = new Date(clock.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const { body } = await operator.call(`POST /api/console/accounts/${accountId}/book`, {
    from: today,
    to: today,
  });
  const { lines } = body as { lines: { kind: string; amount: number; subject: string; reference: string }[] };
  return { rows: lines.toReversed() };
}
