import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import type { TransferReceiver } from '../../providers/incomingTransferFeed.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { attributeIncomingTransfer, dismissIncomingTransfer } from './attributeIncomingTransfer.ts';
import { addTransferClaim } from './claim/addTransferClaim.ts';
import { creditLatePayment, dismissLatePayment } from './gateway/decideLatePayment.ts';
import { settleGatewayPayment } from './gateway/settleGatewayPayment.ts';
import { receiveTransfer } from './incoming/receiveTransfer.ts';
import { approveSlip, rejectSlip } from './slip/decideSlip.ts';

const GSB: TransferReceiver = { type: 'account', bankCode: 'GSB', accountNo: '020990000033' };

let world: VerbWorld;
let member: WorldMember;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  member = await world.newMember();
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);
const wallet = async ({ id }: WorldMember) => (await moneyOf(world.db, id)).wallet;

function notice(change: object = {}) {
  return {
    eventId: randomUUID(),
    transRef: newRef(),
    sendingBank: '014',
    sendingBankCode: 'SCB',
    amount: 250_00n,
    currency: 'THB' as const,
    receiver: GSB,
    sender: { displayName: 'A B***', account: null, proxy: null },
    transferredAt: new Date(),
    ...change,
  };
}

async function queued(change: object = {}): Promise<bigint> {
  const told = notice(change);
  await world.run((trx) => receiveTransfer(trx, told, DEPOSIT_RULES));
  return (await transferOf(told.transRef)).id;
}

const transferOf = (transRef: string) =>
  world.db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef)
    .executeTakeFirstOrThrow();

const attribute = (transferId: bigint, to: WorldMember) =>
  world.run((trx) =>
    attributeIncomingTransfer(trx, { transferId, memberId: to.id, ...world.decision }, DEPOSIT_RULES),
  );

async function slipAt(step: string, of: WorldMember, change: object = {}): Promise<bigint> {
  const { id } = await world.owner
    .insertInto('slip')
    .values({
      member_id: of.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step,
      ...(step === 'OPERATOR'
        ? { operator_note: 'SENDER_UNCLEAR' }
        : { due_at: sql<Date>`now() + interval '1 day'` }),
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const slipOf = (id: bigint) =>
  world.db.selectFrom('slip').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const entriesOf = (of: WorldMember) =>
  world.db
    .selectFrom('statement_entry')
    .select(['cause', 'status', 'amount'])
    .where('member_id', '=', of.id)
    .orderBy('id')
    .execute();

test('DEP-06 an operator credits a queued transfer to its member once, by name and with the reason', async () => {
  const to = await world.newMember();
  const id = await queued();
  const both = await Promise.allSettled([attribute(id, to), attribute(id, await world.newMember())]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'ALREADY_DECIDED' });
  const winner = both.find((one) => one.status === 'fulfilled')?.value;
  expect(winner).toMatchObject({
    status: 'CREDITED',
    decided_by: world.operatorId,
    decided_because: world.decision.reason,
    credited_amount: 250_00n,
  });
  const posting = await sql<{ code: string; actor: string }>`
    select code, actor from ledger.posting where cause = ${winner?.cause} order by id`.execute(world.owner);
  // It waited in the book of the account where it came in; then out of suspense, and into the wallet.
  const { operator: actor } = world.decision;
  expect(posting.rows).toEqual([
    { code: 'cash_arrival', actor: 'system' },
    { code: 'cash_deposit', actor },
    { code: 'deposit', actor },
  ]);
});

test('DEP-06 attribution refuses strangers, transfers to nobody, and a decision without a name or a reason', async () => {
  const id = await queued();
  const refusal = (change: object) =>
    world.run((trx) =>
      attributeIncomingTransfer(
        trx,
        { transferId: id, memberId: member.id, ...world.decision, ...change },
        DEPOSIT_RULES,
      ),
    );
  await expect(refusal({ memberId: 999_999_999n })).rejects.toMatchObject({ code: 'NO_USER' });
  await expect(refusal({ transferId: 999_999_999n })).rejects.toMatchObject({ code: 'NO_DATA' });
  await expect(refusal({ operator: 'member:1' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(refusal({ reason: '  ' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  const elsewhere = await queued({ receiver: { ...GSB, accountNo: '111' } });
  await expect(attribute(elsewhere, member)).rejects.toMatchObject({ code: 'NO_BANK' });
  expect(await wallet(member)).toBe(0n);
});

test('DEP-14 attribution completes the notice of the member, whose statement row it is', async () => {
  const to = await world.newMember();
  const id = await queued({ amount: 321_00n });
  await world.run((trx) =>
    addTransferClaim(trx, { memberId: to.id, amount: 321_00n, rules: DEPOSIT_RULES, requestKey: undefined }),
  );
  await attribute(id, to);
  expect(await entriesOf(to)).toMatchObject([{ status: 'SUCCESS', amount: 321_00n }]);
  expect(await wallet(to)).toBe(321_00n);
});

test('DEP-05 attribution ends the slips of the transfer that wait for an operator', async () => {
  const to = await world.newMember();
  const told = notice();
  await world.run((trx) => receiveTransfer(trx, told, DEPOSIT_RULES));
  const refs = { trans_ref: told.transRef, sending_bank: told.sendingBank };
  const own = await slipAt('OPERATOR', to, refs);
  const other = await slipAt('OPERATOR', member, refs);
  await attribute((await transferOf(told.transRef)).id, to);
  expect(await slipOf(own)).toMatchObject({ status: 'SUCCESS', amount: 250_00n });
  expect(await slipOf(other)).toMatchObject({ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' });
});

test('DEP-06 kip are credited in baht by the rate of the moment, down to the satang', async () => {
  const to = await world.newMember();
  const id = await queued({ currency: 'LAK', amount: 100_000_00n });
  expect(await attribute(id, to)).toMatchObject({ amount: 100_000_00n, credited_amount: 153_84n });
  expect(await wallet(to)).toBe(153_84n);
});

test('DEP-06 a dismissed transfer is credited to nobody, whatever reports come later', async () => {
  const told = notice();
  await world.run((trx) => receiveTransfer(trx, told, DEPOSIT_RULES));
  const { id } = await transferOf(told.transRef);
  const dismiss = () =>
    world.run((trx) => dismissIncomingTransfer(trx, { transferId: id, ...world.decision }));
  expect(await dismiss()).toMatchObject({ status: 'DISMISSED', decided_by: world.operatorId });
  await expect(dismiss()).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  await expect(attribute(id, member)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  await world.run((trx) => receiveTransfer(trx, told, DEPOSIT_RULES));
  expect(await transferOf(told.transRef)).toMatchObject({ status: 'DISMISSED', credited_amount: null });
});

test('DEP-05 an approved slip is credited with what the operator saw; its transfer can be claimed by nothing else', async () => {
  const to = await world.newMember();
  const transRef = newRef();
  const slipId = await slipAt('OPERATOR', to, { trans_ref: transRef, sending_bank: '014' });
  const { id: depositAccountId } = await world.db
    .selectFrom('deposit_account')
    .select('id')
    .where('bank_code', '=', 'GSB')
    .executeTakeFirstOrThrow();
  const approval = { slipId, amount: 99_50n, depositAccountId, ...world.decision };
  const approve = (change: object = {}) =>
    world.run((trx) => approveSlip(trx, { ...approval, ...change }, DEPOSIT_RULES));
  await expect(approve({ amount: 0n })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' });
  await expect(approve({ depositAccountId: 9_999n })).rejects.toMatchObject({ code: 'NO_BANK' });
  await expect(approve({ slipId: 9_999_999n })).rejects.toMatchObject({ code: 'NO_DATA' });
  const both = await Promise.allSettled([approve(), approve()]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await slipOf(slipId)).toMatchObject({
    status: 'SUCCESS',
    amount: 99_50n,
    decided_by: world.operatorId,
  });
  await world.run((trx) => receiveTransfer(trx, notice({ transRef, amount: 99_50n }), DEPOSIT_RULES));
  expect(await wallet(to)).toBe(99_50n);
  const repeat = await slipAt('OPERATOR', to, { trans_ref: transRef, sending_bank: '014' });
  await expect(approve({ slipId: repeat })).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  expect(await wallet(to)).toBe(99_50n);
});

test("DEP-05 a mobile wallet's slip needs the reference that the operator reads", async () => {
  const to = await world.newMember();
  const slipId = await slipAt('OPERATOR', to, { operator_note: 'WALLET_SLIP' });
  const { id: depositAccountId } = await world.db
    .selectFrom('deposit_account')
    .select('id')
    .where('bank_code', '=', 'TRUEMONEY')
    .executeTakeFirstOrThrow();
  const approval = { slipId, amount: 20_00n, depositAccountId, ...world.decision };
  await expect(world.run((trx) => approveSlip(trx, approval, DEPOSIT_RULES))).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  const transRef = newRef();
  await world.run((trx) => approveSlip(trx, { ...approval, transRef }, DEPOSIT_RULES));
  expect(await wallet(to)).toBe(20_00n);
  // The same transfer, told by a bank afterwards.
  await world.run((trx) =>
    receiveTransfer(
      trx,
      notice({
        transRef,
        amount: 20_00n,
        receiver: { type: 'promptpay', proxyType: 'MSISDN', id: '0800000041' },
      }),
      DEPOSIT_RULES,
    ),
  );
  expect(await transferOf(transRef)).toMatchObject({ status: 'CREDITED', sending_bank: '014' });
  expect(await wallet(to)).toBe(20_00n);
});

/** The account at the wallet, where no feed reports what comes. */
const walletAccount = async () => {
  const { id } = await world.db
    .selectFrom('deposit_account')
    .select('id')
    .where('bank_code', '=', 'TRUEMONEY')
    .executeTakeFirstOrThrow();
  return id;
};

test('DEP-05 a proof of the bank’s app is credited by the reference on the picture, with its repeats', async () => {
  const [to, other] = [await world.newMember(), await world.newMember()];
  const trans_ref = newRef();
  const waits = { operator_note: 'BANK_PROOF', trans_ref };
  const slipId = await slipAt('OPERATOR', to, waits);
  const repeat = await slipAt('REPEAT', to, { trans_ref, repeat_of: slipId, due_at: null });
  const same = await slipAt('OPERATOR', other, waits);
  const seen = { slipId, amount: 30_00n, depositAccountId: await walletAccount(), ...world.decision };
  const approve = (transRef?: string) =>
    world.run((trx) => approveSlip(trx, { ...seen, ...(transRef && { transRef }) }, DEPOSIT_RULES));
  await expect(approve()).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await approve(trans_ref);
  expect(await transferOf(trans_ref)).toMatchObject({ status: 'CREDITED', member_id: to.id });
  expect((await slipOf(repeat)).status).toBe('SUCCESS');
  expect(await slipOf(same)).toMatchObject({ status: 'FAILED', note: 'SLIP_REFNO_DUPLICATED' });
  expect([await wallet(to), await wallet(other)]).toEqual([30_00n, 0n]);
});

test('DEP-05 a QR made by oneself neither pays a transfer twice nor ends another member’s slip', async () => {
  const [thief, victim] = [await world.newMember(), await world.newMember()];
  const ofVictim = newRef();
  const waits = (trans_ref: string) => ({ operator_note: 'BANK_PROOF', trans_ref });
  const first = await slipAt('OPERATOR', thief, waits(newRef()));
  const second = await slipAt('OPERATOR', thief, waits(ofVictim));
  const slip = await slipAt('OPERATOR', victim, waits(ofVictim));
  // What the operator reads on both pictures of the thief.
  const transRef = newRef();
  const depositAccountId = await walletAccount();
  const approve = (slipId: bigint) =>
    world.run((trx) =>
      approveSlip(
        trx,
        { slipId, amount: 30_00n, depositAccountId, transRef, ...world.decision },
        DEPOSIT_RULES,
      ),
    );
  await approve(first);
  await expect(approve(second)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  expect(await wallet(thief)).toBe(30_00n);
  expect((await slipOf(slip)).status).toBe('PENDING');
});

test('DEP-05 a rejected slip shows the reason; one that a machine still works on is left alone', async () => {
  const slipId = await slipAt('OPERATOR', member);
  const reject = (id: bigint) =>
    world.run((trx) => rejectSlip(trx, { slipId: id, note: 'NOT_MATCH', ...world.decision }));
  expect(await reject(slipId)).toMatchObject({
    status: 'FAILED',
    note: 'NOT_MATCH',
    decided_because: world.decision.reason,
  });
  await expect(reject(slipId)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  await expect(reject(await slipAt('LOOKUP', member))).rejects.toMatchObject({ code: 'REQUEST_IN_PROGRESS' });
  await expect(reject(9_999_999n)).rejects.toMatchObject({ code: 'NO_DATA' });
});

async function latePayment(of: WorldMember): Promise<string> {
  const payment = await world.owner
    .insertInto('gateway_payment')
    .values({
      member_id: of.id,
      gateway: 'WW',
      connection_id: 'sandbox-gateway-ww',
      amount: 100_00n,
      pay_amount: 100_00n,
      pay_currency: 'THB',
      status: 'EXPIRED',
      expires_at: new Date(Date.now() - 60_000),
      closed_at: new Date(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await world.run((trx) =>
    settleGatewayPayment(trx, payment, { amount: 100_00n, paidAt: new Date() }, DEPOSIT_RULES),
  );
  return payment.id;
}

test('DEP-06 a payment that came after its QR had closed is credited by an operator, once', async () => {
  const to = await world.newMember();
  const paymentId = await latePayment(to);
  expect(await entriesOf(to)).toMatchObject([{ status: 'PENDING' }]);
  const credit = () =>
    world.run((trx) => creditLatePayment(trx, { paymentId, ...world.decision }, DEPOSIT_RULES));
  const both = await Promise.allSettled([credit(), credit()]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await wallet(to)).toBe(100_00n);
  expect(await entriesOf(to)).toMatchObject([{ status: 'SUCCESS', amount: 100_00n }]);
  await expect(
    world.run((trx) => dismissLatePayment(trx, { paymentId, ...world.decision })),
  ).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
  });
  await expect(
    world.run((trx) => creditLatePayment(trx, { paymentId: randomUUID(), ...world.decision }, DEPOSIT_RULES)),
  ).rejects.toMatchObject({ code: 'NO_DATA' });
});

test('DEP-06 a late payment that went back to its payer ends without a credit', async () => {
  const to = await world.newMember();
  const paymentId = await latePayment(to);
  await world.run((trx) => dismissLatePayment(trx, { paymentId, ...world.decision }));
  await expect(
    world.run((trx) => creditLatePayment(trx, { paymentId, ...world.decision }, DEPOSIT_RULES)),
  ).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  expect(await entriesOf(to)).toMatchObject([{ status: 'FAILED' }]);
  expect(await wallet(to)).toBe(0n);
});
