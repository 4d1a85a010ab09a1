import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCandidates } from '../../../console/queues/incomingQueue.ts';
import { verify } from '../../../ledger/verify.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../../testing/verbWorld.ts';
import { listStatement } from '../../statement/listStatement.ts';
import { attributeIncomingTransfer, dismissIncomingTransfer } from '../attributeIncomingTransfer.ts';
import { addTransferClaim } from '../claim/addTransferClaim.ts';
import { ownAccounts } from '../depositAccounts.ts';
import { cancelQr } from '../qr/closeQr.ts';
import { createQr } from '../qr/createQr.ts';
import type { DepositQr } from '../qr/showQr.ts';
import { importStatement } from './importStatement.ts';
import { receiveTransfer } from './receiveTransfer.ts';

const MINUTE = 60_000;
const PROMPTPAY = { type: 'promptpay', proxyType: 'NATID', id: '0999900000017' } as const;
const NUMBER = { type: 'account', bankCode: 'KBANK', accountNo: '0990000025' } as const;
const NOTHING_SHOWN = { displayName: '', account: null, proxy: null };
const READER = { language: 'en', gateways: new Map<string, string>() } as const;
const STRANGER = { displayName: 'MALEE S***', account: 'xxx-x-x7777-x', proxy: null };

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const wallet = async ({ id }: WorldMember) => Number((await moneyOf(world.db, id)).wallet);

const openQr = ({ id }: WorldMember, amount: number) =>
  world.run((trx) =>
    createQr(trx, {
      memberId: id,
      bankCode: 'KBANK',
      amount: BigInt(amount),
      minutes: 15,
      attForBaht: DEPOSIT_RULES.attForBaht,
      requestKey: undefined,
    }),
  );

const cancel = ({ id }: WorldMember, qr: DepositQr) => world.run((trx) => cancelQr(trx, id, String(qr.id)));

/** Lets time pass since a QR was made and closed. */
async function age(qr: DepositQr, ms: number): Promise<void> {
  const row = await world.owner
    .selectFrom('deposit_qr')
    .selectAll()
    .where('id', '=', qr.id)
    .executeTakeFirstOrThrow();
  const before = (at: Date) => new Date(at.getTime() - ms);
  await world.owner
    .updateTable('deposit_qr')
    .set({
      created_at: before(row.created_at),
      expires_at: before(row.expires_at),
      ...(row.closed_at && { closed_at: before(row.closed_at) }),
    })
    .where('id', '=', qr.id)
    .execute();
}

const senderOf = ({ bankAccountNo }: WorldMember, displayName = 'SOMCHAI J***') => ({
  displayName,
  account: `xxx-x-x${bankAccountNo.slice(5, 9)}-x`,
  proxy: null,
});

function notice(amount: number, sender: object, change: object = {}) {
  return {
    eventId: randomUUID(),
    transRef: randomUUID().replaceAll('-', '').slice(0, 20),
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    amount: BigInt(amount),
    currency: 'THB' as const,
    receiver: PROMPTPAY,
    sender,
    transferredAt: new Date(),
    ...change,
  } as Parameters<typeof receiveTransfer>[1];
}

async function pay(amount: number, sender: object, change: object = {}, rules = DEPOSIT_RULES) {
  const told = notice(amount, sender, change);
  await world.run((trx) => receiveTransfer(trx, told, rules));
  return world.db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', told.transRef)
    .executeTakeFirstOrThrow();
}

/** Two members whom banks show alike. */
async function twins(): Promise<[WorldMember, WorldMember]> {
  const [one, other] = [await world.newMember(), await world.newMember()];
  const bankAccountNo = `${other.bankAccountNo.slice(0, 5)}${one.bankAccountNo.slice(5, 9)}${other.bankAccountNo.slice(9)}`;
  await world.owner
    .updateTable('member')
    .set({ bank_account_no: bankAccountNo })
    .where('id', '=', other.id)
    .execute();
  return [one, { ...other, bankAccountNo }];
}

test.each([
  ['SOMCHAI J***', 771_00],
  ['นาย สมชาย ใ***', 772_00],
  ['', 773_00],
])(
  'DEP-06 a thief’s QR of the amount takes no money that a member sent from the own account, shown as “%s”',
  async (displayName, amount) => {
    const [thief, member] = [await world.newMember(), await world.newMember()];
    const qr = await openQr(thief, amount);
    expect(qr.amount).toBe(BigInt(amount));
    const paid = await pay(amount, senderOf(member, displayName), { receiver: NUMBER });
    expect(paid).toMatchObject({ status: 'CREDITED', member_id: member.id });
    expect([await wallet(thief), await wallet(member)]).toEqual([0, amount]);
    await cancel(thief, qr);
  },
);

test('DEP-06 digits alone do not outweigh an amount that nobody pays by chance: a person sees both', async () => {
  const [owner, other] = [await world.newMember(), await world.newMember()];
  const { amount } = await openQr(owner, 640_37);
  // The bank's clock is behind ours.
  const transferredAt = new Date(Date.now() - 30_000);
  const paid = await pay(Number(amount), senderOf(other, ''), { transferredAt });
  expect(paid).toMatchObject({ status: 'QUEUED', note: 'PAYER_DIFFERS' });
  const candidates = await findCandidates(world.db, paid.id);
  expect(candidates.map(({ member, because, sender }) => [member.id, because, sender])).toEqual([
    [String(other.id), 'account', 'match'],
    [String(owner.id), 'qr', 'no_match'],
  ]);
});

test('DEP-06 a payer who contradicts the QR’s member is decided by a person, or credited where the setting says so', async () => {
  const [member, lookalike] = await twins();
  const qr = await openQr(member, 510_11);
  const queued = await pay(510_11, STRANGER, { sendingBank: '014', sendingBankCode: 'SCB' });
  expect(queued).toMatchObject({ status: 'QUEUED', note: 'PAYER_DIFFERS', member_id: null });
  const credit = { ...DEPOSIT_RULES, thirdPartyPayer: 'credit' } as const;
  // Another member's account stays a contradiction.
  const others = await world.newMember();
  const kept = await pay(510_11, senderOf(others, ''), {}, credit);
  expect(kept).toMatchObject({ note: 'PAYER_DIFFERS' });
  const paid = await pay(510_11, STRANGER, { sendingBank: '014', sendingBankCode: 'SCB' }, credit);
  expect(paid).toMatchObject({
    status: 'CREDITED',
    member_id: member.id,
    cause: `qr:${qr.id}`,
  });
  expect([await wallet(member), await wallet(lookalike), await wallet(others)]).toEqual([510_11, 0, 0]);
});

test('DEP-06 a report without the bank contradicts by digits and name all the same', async () => {
  const thief = await world.newMember();
  await openQr(thief, 523_00);
  const [account] = (await ownAccounts(world.db)).filter(({ bank_code }) => bank_code === 'KBANK');
  if (!account) throw new Error('no account');
  const line = {
    ...notice(523_00, STRANGER),
    sendingBank: undefined,
    sendingBankCode: undefined,
    reference: null,
  };
  expect(await importStatement(world.db, account, [line], DEPOSIT_RULES)).toMatchObject({
    credited: 0,
    queued: 1,
  });
  expect(await wallet(thief)).toBe(0);
});

test('DEP-06 a sender of whom the bank shows nothing does not contradict the QR', async () => {
  const member = await world.newMember();
  const { amount } = await openQr(member, 530_00);
  expect(await pay(Number(amount), NOTHING_SHOWN)).toMatchObject({
    member_id: member.id,
  });
});

test('DEP-06 a QR of somebody who looks like the payer takes no whole amount, and none is made for them', async () => {
  const [thief, member] = await twins();
  const qr = await openQr(thief, 880_00);
  expect(qr.amount).toBe(880_01n);
  const beside = await openQr(thief, 879_99);
  expect(beside.amount).toBe(879_99n);
  // As if they had looked different when the QR was made.
  await world.owner
    .updateTable('deposit_qr')
    .set({ amount: 880_00n, pay_amount: 880_00n })
    .where('id', '=', beside.id)
    .execute();
  expect(await pay(880_00, senderOf(member), { receiver: NUMBER })).toMatchObject({ note: 'AMBIGUOUS' });
  await cancel(thief, beside);
  // What has satang of its own is the QR's, whichever of the two paid it.
  const own = await openQr(member, 881_00);
  expect(await pay(Number(own.amount), senderOf(member))).toMatchObject({ member_id: member.id });
  expect(await wallet(thief)).toBe(0);
});

test('DEP-14 a notice “I have transferred” takes no money of a member who looks the same', async () => {
  const [thief, member] = await twins();
  await world.run((trx) =>
    addTransferClaim(trx, {
      memberId: thief.id,
      amount: 330_00n,
      rules: DEPOSIT_RULES,
      requestKey: undefined,
    }),
  );
  expect(await pay(330_00, senderOf(member), { receiver: NUMBER })).toMatchObject({ status: 'QUEUED' });
  expect(await wallet(thief)).toBe(0);
});

test('DEP-07 a QR that was open when the money was sent is paid, though it was cancelled or replaced since', async () => {
  const member = await world.newMember();
  const cancelled = await openQr(member, 210_00);
  const sentAt = new Date();
  await cancel(member, cancelled);
  const replaced = await openQr(member, 211_00);
  const alsoSentAt = new Date();
  const shown = await openQr(member, 212_00);
  for (const [qr, transferredAt] of [
    [cancelled, sentAt],
    [replaced, alsoSentAt],
  ] as const)
    expect(await pay(Number(qr.amount), NOTHING_SHOWN, { transferredAt })).toMatchObject({
      status: 'CREDITED',
      cause: `qr:${qr.id}`,
    });
  expect(await wallet(member)).toBe(421_00);
  // Nobody pays one that was cancelled before, unless it is its member.
  await cancel(member, shown);
  // Not in the millisecond of the cancellation.
  const transferredAt = new Date(Date.now() + 1);
  expect(await pay(212_00, NOTHING_SHOWN, { transferredAt })).toMatchObject({ note: 'QR_CLOSED' });
  expect(await pay(212_00, senderOf(member))).toMatchObject({ cause: `qr:${shown.id}` });
});

test('DEP-06 a bank that tells a day late pays the QR of that time, and no other member’s of today', async () => {
  const [member, other] = [await world.newMember(), await world.newMember()];
  const qr = await openQr(member, 213_00);
  await world.owner
    .updateTable('deposit_qr')
    .set({ status: 'EXPIRED', closed_at: qr.expires_at })
    .where('id', '=', qr.id)
    .execute();
  await age(qr, 24 * 60 * MINUTE);
  const today = await openQr(other, 213_00);
  expect(today.amount).toBe(213_00n);
  const transferredAt = new Date(Date.now() - 24 * 60 * MINUTE + 2 * MINUTE);
  const paid = await pay(213_00, NOTHING_SHOWN, { transferredAt });
  expect(paid).toMatchObject({ status: 'CREDITED', member_id: member.id, cause: `qr:${qr.id}` });
  expect(await wallet(other)).toBe(0);
});

test('DEP-06 making and cancelling QRs holds no amounts: what is paid afterwards is not theirs', async () => {
  const thief = await world.newMember();
  for (const amount of [300_00, 400_00, 500_00]) await cancel(thief, await openQr(thief, amount));
  for (const amount of [300_00, 400_00, 500_00])
    expect(await pay(amount, NOTHING_SHOWN, { receiver: NUMBER })).toMatchObject({ note: 'QR_CLOSED' });
  const member = await world.newMember();
  expect(await pay(400_00, senderOf(member), { receiver: NUMBER })).toMatchObject({ member_id: member.id });
  expect(await wallet(thief)).toBe(0);
});

test('DEP-14 STM-01 money that waits, from one member’s own account, is shown to that member alone until it is decided', async () => {
  const slipAccount = { receiver: { type: 'account', bankCode: 'GSB', accountNo: '020990000033' } };
  const rowsOf = async (of: WorldMember) =>
    (await listStatement(world.db, of.id, { page: 1, limit: 10 }, READER)).statements.map(
      ({ status, amount, isBeingChecked }) => [status, amount, isBeingChecked],
    );
  const [member, other] = [await world.newMember(), await world.newMember()];
  const first = await pay(150_00, senderOf(member), slipAccount);
  await pay(60_00, STRANGER, { ...slipAccount, sendingBank: '014', sendingBankCode: 'SCB' });
  expect(await rowsOf(member)).toEqual([['PENDING', 150, true]]);
  expect(await rowsOf(other)).toEqual([]);
  const attribute = (transferId: bigint, { id }: WorldMember) =>
    world.run((trx) =>
      attributeIncomingTransfer(trx, { transferId, memberId: id, ...world.decision }, DEPOSIT_RULES),
    );
  await attribute(first.id, member);
  expect(await rowsOf(member)).toEqual([['SUCCESS', 150, undefined]]);

  // It turns out to be somebody else's, or none of a deposit.
  const second = await pay(151_00, senderOf(member), slipAccount);
  await attribute(second.id, other);
  expect((await rowsOf(member))[0]).toEqual(['FAILED', 151, undefined]);
  expect(await rowsOf(other)).toEqual([['SUCCESS', 151, undefined]]);
  const third = await pay(152_00, senderOf(member), slipAccount);
  await world.run((trx) => dismissIncomingTransfer(trx, { transferId: third.id, ...world.decision }));
  expect((await rowsOf(member))[0]).toEqual(['FAILED', 152, undefined]);

  // The member's notice completes it: one row for one sum.
  await pay(153_00, senderOf(member), slipAccount);
  await world.run((trx) =>
    addTransferClaim(trx, {
      memberId: member.id,
      amount: 153_00n,
      rules: DEPOSIT_RULES,
      requestKey: undefined,
    }),
  );
  expect((await rowsOf(member)).filter(([, amount]) => amount === 153)).toEqual([
    ['SUCCESS', 153, undefined],
  ]);
  expect([await wallet(member), await wallet(other)]).toEqual([303_00, 151_00]);

  // Whose it may not be sees nothing.
  const [one, alike] = await twins();
  await pay(154_00, senderOf(one), slipAccount);
  expect([await rowsOf(one), await rowsOf(alike)]).toEqual([[], []]);
});
