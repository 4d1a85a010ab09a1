import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../ledger/verify.ts';
import type { StatementLine } from '../../../providers/bankStatement.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../../testing/verbWorld.ts';
import { dismissIncomingTransfer } from '../attributeIncomingTransfer.ts';
import { addTransferClaim } from '../claim/addTransferClaim.ts';
import { approveTransferClaim } from '../claim/decideTransferClaim.ts';
import { type DepositAccount, ownAccounts } from '../depositAccounts.ts';
import { approveSlip } from '../slip/decideSlip.ts';
import { lookUpNextSlips } from '../slip/lookUpSlip.ts';
import { importStatement } from './importStatement.ts';
import { receiveTransfer } from './receiveTransfer.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let world: VerbWorld;
let account: DepositAccount;
let other: DepositAccount;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  const accounts = await ownAccounts(world.db);
  account = accounts.find(({ bank_code }) => bank_code === 'SCB') as DepositAccount;
  other = accounts.find(({ bank_code }) => bank_code === 'KBANK') as DepositAccount;
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const wallet = async ({ id }: WorldMember) => Number((await moneyOf(world.db, id)).wallet);
const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);
const sender = ({ bankAccountNo }: WorldMember, displayName = 'SOMCHAI J***') => ({
  displayName,
  account: `xxx-x-x${bankAccountNo.slice(5, 9)}-x`,
  proxy: null,
});
const byTransRef = (transRef: string) =>
  world.db
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef)
    .orderBy('id')
    .execute();

type Told = Partial<Omit<Parameters<typeof receiveTransfer>[1], 'amount'>>;
const notice = async (member: WorldMember, amount: number, change: Told = {}) => {
  const told = {
    eventId: randomUUID(),
    transRef: newRef(),
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    amount: BigInt(amount),
    currency: 'THB' as const,
    receiver: { type: 'account' as const, bankCode: account.bank_code, accountNo: account.account_no },
    sender: sender(member),
    transferredAt: new Date(),
    ...change,
  };
  await world.run((trx) => receiveTransfer(trx, told, DEPOSIT_RULES));
  return told;
};
const line = (member: WorldMember, amount: number, change: Partial<StatementLine> = {}): StatementLine => ({
  transRef: newRef(),
  sendingBank: '004',
  sendingBankCode: 'KBANK',
  amount: BigInt(amount),
  currency: 'THB',
  sender: sender(member),
  reference: null,
  transferredAt: new Date(),
  ...change,
});
const statement = (lines: StatementLine[], into = account) =>
  importStatement(world.db, into, lines, DEPOSIT_RULES);

/** An operator approves a notice "I have transferred" with what they saw. */
async function approved(member: WorldMember, amount: number, transRef = newRef()) {
  const { id } = await world.run((trx) =>
    addTransferClaim(trx, {
      memberId: member.id,
      amount: BigInt(amount),
      rules: DEPOSIT_RULES,
      requestKey: undefined,
    }),
  );
  const seen = { amount: BigInt(amount), depositAccountId: account.id, transRef };
  return world.run((trx) =>
    approveTransferClaim(trx, { manualId: id, seen, ...world.decision }, DEPOSIT_RULES),
  );
}

const midnight = () =>
  new Date(`${new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+07:00`);

test.each([
  ['the same minute', () => ({ transferredAt: new Date(Math.floor(Date.now() / MINUTE) * MINUTE) })],
  ['four minutes later', () => ({ transferredAt: new Date(Date.now() + 4 * MINUTE) })],
  ['the day alone', () => ({ transferredAt: midnight(), isDay: true })],
  ['no sender', () => ({ sender: { displayName: '', account: null, proxy: null } })],
  ['no bank', () => ({ sendingBank: undefined, sendingBankCode: undefined })],
  [
    'half of the name and other masks',
    () => ({ sender: { displayName: 'MR SOMCHAI', account: null, proxy: null } }),
  ],
])(
  'DEP-06 a statement with references of its own, %s, credits nothing that a notice credited',
  async (_, change) => {
    const member = await world.newMember();
    await notice(member, 301_00);
    expect(await wallet(member)).toBe(301_00);
    const told = line(member, 301_00, change());
    for (let times = 0; times < 3; times += 1)
      expect(await statement([told])).toEqual({ lines: 1, credited: 0, queued: 0, differing: 0 });
    expect(await wallet(member)).toBe(301_00);
    expect(await byTransRef(told.transRef)).toEqual([]);
  },
);

test('DEP-06 of three payments alike, one told by a notice alone, the statement credits the two others, once', async () => {
  const member = await world.newMember();
  await notice(member, 88_00);
  const lines = [line(member, 88_00), line(member, 88_00), line(member, 88_00)];
  expect(await statement(lines)).toMatchObject({ credited: 2, queued: 0 });
  expect(await wallet(member)).toBe(264_00);
  expect(await statement(lines)).toMatchObject({ credited: 0 });
  // Late notices of the two, in any order, with references of their own.
  await notice(member, 88_00);
  await notice(member, 88_00);
  expect(await wallet(member)).toBe(264_00);
});

test('DEP-06 another sender, amount or time is another payment', async () => {
  const [one, two] = [await world.newMember(), await world.newMember()];
  await notice(one, 402_00);
  expect(await statement([line(two, 402_00)])).toMatchObject({ credited: 1 });
  expect(await statement([line(one, 402_01)])).toMatchObject({ credited: 1 });
  expect(
    await statement([line(one, 402_00, { transferredAt: new Date(Date.now() - 20 * MINUTE) })]),
  ).toMatchObject({
    credited: 1,
  });
  expect([await wallet(one), await wallet(two)]).toEqual([1_206_01, 402_00]);
});

test('DEP-14 what an operator credited by sight is found on the statement under its true reference', async () => {
  const member = await world.newMember();
  await approved(member, 519_00);
  expect(
    await statement([line(member, 519_00, { transferredAt: new Date(Date.now() - 60 * MINUTE) })]),
  ).toMatchObject({
    credited: 0,
    queued: 0,
  });
  expect(await wallet(member)).toBe(519_00);
});

test('DEP-14 what somebody else may have paid for a member whom an operator credited waits for a person', async () => {
  const [member, wife] = [await world.newMember(), await world.newMember()];
  await approved(member, 623_00);
  const told = line(wife, 623_00);
  expect(await statement([told])).toMatchObject({ credited: 0, queued: 1 });
  expect(await byTransRef(told.transRef)).toMatchObject([{ status: 'QUEUED', note: 'AMBIGUOUS' }]);
  expect([await wallet(member), await wallet(wife)]).toEqual([623_00, 0]);
  // Where the member's own line is found, hers is hers.
  expect(await statement([told, line(member, 623_00)])).toMatchObject({ credited: 1, queued: 0 });
  expect([await wallet(member), await wallet(wife)]).toEqual([623_00, 623_00]);
});

test('DEP-14 an operator cannot credit by sight what the bank told of and a machine credited', async () => {
  const member = await world.newMember();
  await notice(member, 733_00);
  await expect(approved(member, 733_00)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
  expect(await wallet(member)).toBe(733_00);
});

test('DEP-06 sources that write one reference are believed: another reference is another payment', async () => {
  const member = await world.newMember();
  const first = await notice(member, 47_00);
  expect(await statement([line(member, 47_00, { transRef: first.transRef })])).toMatchObject({ credited: 0 });
  // Of two payments the second's notice is lost, and its line stands first in the file.
  const second = await notice(member, 48_00);
  expect(
    await statement([line(member, 48_00), line(member, 48_00, { transRef: second.transRef })]),
  ).toMatchObject({ credited: 1 });
  expect(await wallet(member)).toBe(143_00);
  await world.owner.deleteFrom('shared_reference').execute();
});

test('DEP-06 a wrong twin is found out by the next report, and its own money is credited', async () => {
  const [member, nobody] = [await world.newMember(), { displayName: '', account: null, proxy: null }];
  const first = await notice(member, 59_00);
  const lost = line(member, 59_00, { sender: nobody });
  // Its notice is late, so that it is taken for the other one.
  expect(await statement([lost])).toMatchObject({ credited: 0, queued: 0 });
  expect(await statement([line(member, 59_00, { transRef: first.transRef })])).toMatchObject({ credited: 0 });
  expect(await byTransRef(lost.transRef)).toMatchObject([{ status: 'QUEUED' }]);
  await notice(member, 59_00, { transRef: lost.transRef });
  expect(await wallet(member)).toBe(118_00);
  await world.owner.deleteFrom('shared_reference').execute();
});

test('DEP-06 a reference that comes again for another account or another day is seen by a person', async () => {
  const member = await world.newMember();
  const transRef = newRef();
  await notice(member, 61_00, { transRef });
  const receiver = { type: 'account' as const, bankCode: other.bank_code, accountNo: other.account_no };
  await notice(member, 62_00, { transRef, receiver });
  await notice(member, 61_00, { transRef, transferredAt: new Date(Date.now() + 9 * DAY) });
  for (let times = 0; times < 2; times += 1)
    await notice(member, 61_00, { transRef, transferredAt: new Date(Date.now() + 9 * DAY) });
  expect((await byTransRef(transRef)).map(({ status, note, amount }) => [amount, status, note])).toEqual([
    [61_00n, 'CREDITED', null],
    [62_00n, 'QUEUED', 'REFERENCE_REUSED'],
    [61_00n, 'QUEUED', 'REFERENCE_REUSED'],
  ]);
  expect(await wallet(member)).toBe(61_00);
  // Two accounts of ours at banks that number from one, on statements that name no bank.
  const unnamed = { transRef: '000001', sendingBank: undefined, sendingBankCode: undefined };
  expect(await statement([line(member, 63_00, unnamed)])).toMatchObject({ queued: 1 });
  expect(await statement([line(member, 64_00, unnamed)], other)).toMatchObject({ queued: 1 });
  expect(await byTransRef('000001')).toHaveLength(2);
});

test('DEP-06 what two reports told differently waits for a person, though the first one comes again', async () => {
  const member = await world.newMember();
  const nobody = { displayName: '', account: null, proxy: null };
  const told = await notice(member, 71_00, { sender: nobody });
  await statement([line(member, 17_00, { transRef: told.transRef })]);
  await notice(member, 71_00, { transRef: told.transRef });
  expect(await byTransRef(told.transRef)).toMatchObject([{ status: 'QUEUED', note: 'AMOUNT_DIFFERS' }]);
  expect(await wallet(member)).toBe(0);
});

test('DEP-06 a sender that only the second source shows is the transfer’s: its member is credited', async () => {
  const member = await world.newMember();
  const told = await notice(member, 79_00, { sender: { displayName: '', account: null, proxy: null } });
  expect(await wallet(member)).toBe(0);
  expect(await statement([line(member, 79_00, { transRef: told.transRef })])).toMatchObject({ credited: 1 });
  expect(await wallet(member)).toBe(79_00);
  await world.owner.deleteFrom('shared_reference').execute();
});

/** As a text of a bank tells it that names no bank of the sender. */
const digitsAlone = (digits: string): Told =>
  ({
    sendingBank: undefined,
    sendingBankCode: undefined,
    sender: { displayName: '', account: `X-${digits}`, proxy: null },
  }) as never;

test('DEP-06 a sender whose bank only the second source names is the transfer’s: its member is credited, once', async () => {
  const member = await world.newMember();
  const text = await notice(member, 83_00, digitsAlone(member.bankAccountNo.slice(-4)));
  expect(await byTransRef(text.transRef)).toMatchObject([{ status: 'QUEUED', note: 'NO_MATCH' }]);
  const told = line(member, 83_00);
  expect(await statement([told])).toMatchObject({ credited: 1 });
  expect(await byTransRef(text.transRef)).toMatchObject([
    { status: 'CREDITED', sender: { bankCode: 'KBANK' } },
  ]);
  await notice(member, 83_00, {
    ...digitsAlone(member.bankAccountNo.slice(-4)),
    transRef: text.transRef,
  });
  expect(await statement([told])).toMatchObject({ credited: 0 });
  expect(await wallet(member)).toBe(83_00);
});

test('DEP-06 a bank that comes with other digits than those told is not that sender’s', async () => {
  const [member, stranger] = [await world.newMember(), await world.newMember()];
  const text = await notice(member, 84_00, digitsAlone('9999'));
  await statement([line(stranger, 84_00, { sender: sender(member) })]);
  const [first] = await byTransRef(text.transRef);
  expect(first).toMatchObject({ status: 'QUEUED', sender: { account: 'X-9999' } });
  expect(first?.sender).not.toHaveProperty('bankCode');
});

test('DEP-05 a slip of what an operator credited for another picture of it ends as its repeat', async () => {
  const member = await world.newMember();
  const values = (step: string) => ({
    member_id: member.id,
    reference: randomUUID(),
    file_key: randomUUID(),
    step,
    due_at: step === 'LOOKUP' ? new Date() : null,
  });
  const wallet1 = await world.owner
    .insertInto('slip')
    .values({ ...values('OPERATOR'), operator_note: 'WALLET_SLIP' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.run((trx) =>
    approveSlip(
      trx,
      {
        slipId: wallet1.id,
        amount: 911_00n,
        depositAccountId: account.id,
        transRef: newRef(),
        ...world.decision,
      },
      DEPOSIT_RULES,
    ),
  );
  const transRef = newRef();
  const again = await world.owner
    .insertInto('slip')
    .values({ ...values('LOOKUP'), payload: 'a mini QR', trans_ref: transRef, sending_bank: '004' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const slip = {
    transRef,
    sendingBank: '004',
    receivingBank: '014',
    transTimestamp: new Date(),
    sender: sender(member),
    receiver: { displayName: 'KRAPAO', account: `xxx-x-x${account.account_no.slice(5, 9)}-x`, proxy: null },
    amount: 911_00n,
    currency: 'THB' as const,
    ref1: null,
  };
  const verifier = { lookUp: async () => ({ status: 'found' as const, slip }) };
  await lookUpNextSlips(world.context, verifier);
  expect(
    await world.db
      .selectFrom('slip')
      .select(['status', 'step', 'repeat_of'])
      .where('id', '=', again.id)
      .executeTakeFirst(),
  ).toEqual({ status: 'SUCCESS', step: 'DONE', repeat_of: wallet1.id });
  expect(await wallet(member)).toBe(911_00);
});

test('DEP-06 a dismissed payment without a sender hides no payment whose sender is shown: a person decides', async () => {
  const member = await world.newMember();
  const unnamed = { displayName: '', account: null, proxy: null };
  const { transRef } = await notice(member, 666_00, { sender: unnamed });
  const [{ id: transferId } = { id: 0n }] = await byTransRef(transRef);
  await world.run((trx) => dismissIncomingTransfer(trx, { transferId, ...world.decision }));
  const named = line(member, 666_00, { transferredAt: new Date(Date.now() + 3 * MINUTE) });
  expect(await statement([named])).toMatchObject({ credited: 0, queued: 1 });
  expect(await byTransRef(named.transRef)).toMatchObject([{ status: 'QUEUED', note: 'SEVERAL_WAYS' }]);
  expect(await statement([named])).toMatchObject({ credited: 0, queued: 1 });
  expect(await wallet(member)).toBe(0);
});
