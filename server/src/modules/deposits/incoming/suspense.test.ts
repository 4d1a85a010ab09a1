import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Trx } from '../../../database/connect.ts';
import { balance } from '../../../ledger/account.ts';
import { verify } from '../../../ledger/verify.ts';
import type { SlipLookup } from '../../../providers/slipVerifier.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../../testing/verbWorld.ts';
import { waitingBackends } from '../../../testing/waitingBackends.ts';
import { bookAt, bookOf } from '../../cash/accountBook.ts';
import { cashAccount, flowAccount, lockBooks } from '../../cash/cashBook.ts';
import { addEntry, applyEntry, type NewEntry, reverseEntry } from '../../cash/cashEntry.ts';
import { attributeIncomingTransfer, dismissIncomingTransfer } from '../attributeIncomingTransfer.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { lookUpNextSlips } from '../slip/lookUpSlip.ts';
import { creditSeenTransfer } from './creditSeenTransfer.ts';
import { linkArrival } from './houseArrival.ts';
import { importStatement } from './importStatement.ts';
import type { IncomingTransfer } from './incomingTransfer.ts';
import { receiveTransfer } from './receiveTransfer.ts';
import { bookDueArrivals } from './waitingArrivals.ts';

const HOUSE_NAME = 'KRAPAO SERVICE CO., LTD.';
const STRANGER = { displayName: '', account: '9876543210', proxy: null };

let world: VerbWorld;
let member: WorldMember;
/** Two accounts of ours without any history, new for each test. */
let main: DepositAccount;
let spare: DepositAccount;
let made = 0;

beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  member = await world.newMember();
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});
beforeEach(async () => {
  [main, spare] = [await own('KBANK'), await own('SCB')];
});

const own = async (bankCode: string): Promise<DepositAccount> => {
  made += 1;
  return world.owner
    .insertInto('deposit_account')
    .values({
      bank_code: bankCode,
      bank_type: 'BANK',
      mode: 'AUTO',
      account_no: `6660${String(made).padStart(4, '0')}88`,
      account_name: HOUSE_NAME,
      currency: 'BAHT',
      position: 100,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);
const rowOf = (transRef: string): Promise<IncomingTransfer> =>
  world.owner
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('trans_ref', '=', transRef)
    .executeTakeFirstOrThrow();

interface Sent {
  amount: bigint;
  into?: DepositAccount;
  sender?: { displayName: string; account: string | null; proxy: null };
  sendingBank?: [string, string];
  at?: Date;
  transRef?: string;
}

/** A bank's notice of money that no member sent, unless `sender` says so. @returns what became of it */
async function arrive({ amount, into = main, sender = STRANGER, at = new Date(), ...more }: Sent) {
  const { transRef = newRef(), sendingBank = ['KBANK', '004'] } = more;
  await world.run((trx) =>
    receiveTransfer(
      trx,
      {
        eventId: randomUUID(),
        transRef,
        sendingBank: sendingBank[1] as string,
        sendingBankCode: sendingBank[0] as string,
        amount,
        currency: 'THB',
        receiver: { type: 'account', bankCode: into.bank_code, accountNo: into.account_no },
        sender,
        transferredAt: at,
      },
      DEPOSIT_RULES,
    ),
  );
  return rowOf(transRef);
}

const house = (account: DepositAccount) => ({
  sender: { displayName: HOUSE_NAME, account: account.account_no, proxy: null },
  sendingBank: ['SCB', '014'] as [string, string],
});

/** What the account holds by the ledger, which its book says too, and what of it is nobody's. */
async function standing(account = main): Promise<{ held: bigint; nobodys: bigint }> {
  const { cash, nobodys } = await world.run(async (trx) => ({
    cash: (await balance(trx, await cashAccount(trx, account))).posted,
    nobodys: (await balance(trx, await flowAccount(trx, `suspense:${account.id}`, 'THB'))).posted,
  }));
  expect(await bookAt(world.db, account.id, new Date())).toBe(-cash);
  return { held: -cash, nobodys };
}

const dismiss = (transferId: bigint, returnReference?: string) =>
  world.run((trx) =>
    dismissIncomingTransfer(trx, {
      transferId,
      ...world.decision,
      ...(returnReference !== undefined && { returnReference }),
    }),
  );
const credit = (transferId: bigint) =>
  world.run((trx) =>
    attributeIncomingTransfer(trx, { transferId, memberId: member.id, ...world.decision }, DEPOSIT_RULES),
  );

type Entered = Partial<NewEntry> & Pick<NewEntry, 'kind' | 'amount'>;

/** Enters something into the books as an operator does. @returns the entry's id */
const enter = (entry: Entered): Promise<bigint> => world.run((trx) => enterIn(trx, entry));

async function enterIn(trx: Trx, entry: Entered): Promise<bigint> {
  const whole = {
    from: null,
    to: null,
    counterpart: null,
    fee: 0n,
    reference: '',
    reason: 'a test',
    movedAt: new Date(),
    ...entry,
  };
  const key = { key: randomUUID(), fingerprint: createHash('sha256').update('test').digest() };
  const { entry: added } = await addEntry(trx, whole, world.operatorId, key);
  const applied = await applyEntry(trx, added.id, world.operatorId);
  if (applied.kind === 'TRANSFER') await linkArrival(trx, applied);
  return added.id;
}

const reverse = (id: bigint) =>
  world.run((trx) => reverseEntry(trx, id, { operatorId: world.operatorId, reason: 'a mistake' }));

const codesOf = async (account = main) =>
  (
    await world.owner
      .selectFrom('ledger.posting as p')
      .innerJoin('ledger.account as a', (join) =>
        join.on((e) => e.or([e('a.id', '=', e.ref('p.debit')), e('a.id', '=', e.ref('p.credit'))])),
      )
      .where('a.provider', 'in', [String(account.id), `suspense:${account.id}`])
      .where('a.kind', 'in', ['cash', 'cash_flow'])
      .distinctOn('p.id')
      .select(['p.id', 'p.code'])
      .orderBy('p.id')
      .execute()
  ).map(({ code }) => code);

test('money that arrives and is nobody’s stands in suspense until it is credited; a member’s own never does', async () => {
  await arrive({ amount: 40_00n, sender: { ...STRANGER, account: member.bankAccountNo } });
  expect(await codesOf()).toEqual(['cash_deposit']);
  const { id, status } = await arrive({ amount: 70_00n });
  expect(status).toBe('QUEUED');
  expect(await standing()).toEqual({ held: 110_00n, nobodys: 70_00n });
  await credit(id);
  expect(await standing()).toEqual({ held: 110_00n, nobodys: 0n });
  expect(await codesOf()).toEqual(['cash_deposit', 'cash_arrival', 'cash_deposit']);
  await expect(credit(id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
});

test('what goes back leaves the account, and what is dismissed was never there', async () => {
  const [one, other] = [await arrive({ amount: 70_00n }), await arrive({ amount: 5_00n })];
  await dismiss(one.id, 'BACK1');
  expect(await standing()).toEqual({ held: 5_00n, nobodys: 5_00n });
  await dismiss(other.id);
  expect(await standing()).toEqual({ held: 0n, nobodys: 0n });
  expect(await codesOf()).toEqual([
    'cash_arrival',
    'cash_arrival',
    'cash_returned',
    'cash_out',
    'cash_taken_back',
  ]);
});

/** A member's slip that waits for its look-up. @returns its id */
async function addSlip(transRef: string): Promise<bigint> {
  const { id } = await world.owner
    .insertInto('slip')
    .values({
      member_id: member.id,
      reference: newRef(),
      file_key: newRef(),
      step: 'LOOKUP',
      payload: transRef,
      sending_bank: '004',
      trans_ref: transRef,
      due_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The bank's answer: a stranger sent it to the main account. */
const foundAs = (transRef: string, at: Date): SlipLookup => ({
  status: 'found',
  slip: {
    sendingBank: '004',
    transRef,
    amount: 33_00n,
    currency: 'THB',
    receivingBank: '004',
    receiver: { displayName: HOUSE_NAME, account: main.account_no, proxy: null },
    sender: STRANGER,
    transTimestamp: at,
    ref1: null,
  },
});

test('what a slip alone tells of, and nobody is credited with, stands in suspense', async () => {
  const transRef = newRef();
  await addSlip(transRef);
  await lookUpNextSlips(world.context, { lookUp: async () => foundAs(transRef, new Date()) });
  expect((await rowOf(transRef)).status).toBe('QUEUED');
  expect(await standing()).toEqual({ held: 33_00n, nobodys: 33_00n });
});

test('notice, statement and slip of one transfer at the same time put it into suspense once', async () => {
  const at = new Date();
  const transRef = newRef();
  const slipId = await addSlip(transRef);
  const line = {
    transRef,
    amount: 33_00n,
    currency: 'THB' as const,
    sendingBank: '004',
    sendingBankCode: 'KBANK',
    sender: STRANGER,
    transferredAt: at,
    reference: null,
  };
  await Promise.all([
    arrive({ amount: 33_00n, transRef, at }),
    importStatement(world.db, main, [line], DEPOSIT_RULES),
    lookUpNextSlips(world.context, { lookUp: async () => foundAs(transRef, at) }),
  ]);
  const slip = await world.owner
    .selectFrom('slip')
    .select('step')
    .where('id', '=', slipId)
    .executeTakeFirstOrThrow();
  expect(slip.step).not.toBe('LOOKUP');
  expect((await rowOf(transRef)).told_by.toSorted()).toEqual(['NOTICE', 'SLIP', 'STATEMENT']);
  expect(await codesOf()).toEqual(['cash_arrival']);
  expect(await standing()).toEqual({ held: 33_00n, nobodys: 33_00n });
});

test('credited and sent back at the same moment: one of both moves the money', async () => {
  const { id } = await arrive({ amount: 12_00n });
  const ends = await Promise.allSettled([credit(id), dismiss(id, 'BACK1'), dismiss(id), credit(id)]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { status, returned_reference: returned } = await world.owner
    .selectFrom('incoming_transfer')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await standing()).toEqual({ held: status === 'CREDITED' ? 12_00n : 0n, nobodys: 0n });
  expect(status === 'CREDITED').toBe(returned === null && ends[2]?.status !== 'fulfilled');
});

test('a transfer between own accounts takes the place of its arrival, as often as it is entered and reversed', async () => {
  const transfer = { kind: 'TRANSFER' as const, from: spare.id, to: main.id, amount: 30_00n };
  await arrive({ amount: 30_00n, ...house(spare) });
  for (let round = 0; round < 3; round += 1) {
    expect(await standing()).toEqual({ held: 30_00n, nobodys: 30_00n });
    const entry = await enter(transfer);
    expect([await standing(), await standing(spare)]).toEqual([
      { held: 30_00n, nobodys: 0n },
      { held: -30_00n, nobodys: 0n },
    ]);
    await reverse(entry);
  }
  await enter(transfer);
  // Entered first, and told by the bank afterwards.
  await enter({ ...transfer, amount: 31_00n });
  expect((await arrive({ amount: 31_00n, ...house(spare) })).status).toBe('DISMISSED');
  expect(await standing()).toEqual({ held: 61_00n, nobodys: 0n });
});

test('an opening balance between arrival and decision stays what the bank said', async () => {
  const waiting = await Promise.all([1n, 2n, 3n].map((amount) => arrive({ amount, at: minutesAgo(30) })));
  const opening = await enter({ kind: 'OPENING', to: main.id, amount: 900n, movedAt: minutesAgo(20) });
  expect(await standing()).toEqual({ held: 900n, nobodys: 6n });
  // It contains what is told late of a time before it: nothing of it is booked.
  const late = await arrive({ amount: 50n, at: minutesAgo(25) });
  expect(late.suspense_posting_id).toBeNull();
  const [first, second, third] = waiting as [IncomingTransfer, IncomingTransfer, IncomingTransfer];
  await credit(first.id);
  await dismiss(second.id);
  expect(await standing()).toEqual({ held: 900n, nobodys: 3n });
  await dismiss(third.id, 'BACK1');
  expect(await standing()).toEqual({ held: 897n, nobodys: 0n });
  await credit(late.id);
  expect(await standing()).toEqual({ held: 897n, nobodys: 0n });
  const kindsOf = async () => {
    const { rows } = await sql<{ kind: string; subject: string }>`
      select kind, subject from (${bookOf(main.id)}) book where amount > 0 order by at, amount`.execute(
      world.db,
    );
    return rows.map(({ kind, subject }) => [kind, subject]);
  };
  const subjectOf = ({ id }: IncomingTransfer) => `incoming:${id}`;
  // What was dismissed is nobody's deposit: it is a part of what the bank said.
  expect(await kindsOf()).toEqual([
    ['DEPOSIT', subjectOf(first)],
    ['OPENING', subjectOf(second)],
    ['DEPOSIT', subjectOf(third)],
    ['OPENING', `cashEntry:${opening}`],
  ]);
  await expect(reverse(opening)).resolves.toMatchObject({ kind: 'OPENING' });
  // Without the opening balance it was never there.
  expect(await standing()).toEqual({ held: 1n, nobodys: 0n });
  expect(await kindsOf()).toEqual([
    ['DEPOSIT', subjectOf(first)],
    ['DEPOSIT', subjectOf(third)],
  ]);
});

/** Credits what an operator saw arrive in the spare account. */
const seeInSpare = (transRef: string, amount: bigint, sendingBank?: string) =>
  world.run((trx) =>
    creditSeenTransfer(
      trx,
      { amount, depositAccountId: spare.id, transRef, sendingBank, transferredAt: new Date() },
      { memberId: member.id, decision: world.decision },
      DEPOSIT_RULES,
    ),
  );

test('an operator says into which account it came, where no bank has said it', async () => {
  const transRef = newRef();
  const { deposit_account_id } = await arrive({
    amount: 43_00n,
    transRef,
    into: { ...main, account_no: '0001112223' },
  });
  expect(deposit_account_id).toBeNull();
  expect(await seeInSpare(transRef, 43_00n, '004')).toMatchObject({
    deposit_account_id: spare.id,
    isToldElsewhere: false,
  });
  expect(await standing(spare)).toEqual({ held: 43_00n, nobodys: 0n });
});

test('what was seen in another account than the bank told is moved there, and says that two operators are needed', async () => {
  const transRef = newRef();
  await arrive({ amount: 44_00n, transRef });
  expect((await seeInSpare(transRef, 44_00n, '004')).isToldElsewhere).toBe(true);
  expect([await standing(), await standing(spare)]).toEqual([
    { held: 0n, nobodys: 0n },
    { held: 44_00n, nobodys: 0n },
  ]);
  // A claim names no bank: the transfer that the bank told stays, and what is credited is another one.
  const second = newRef();
  await arrive({ amount: 45_00n, transRef: second });
  expect((await seeInSpare(second, 45_00n)).isToldElsewhere).toBe(true);
  // Of another bank the same reference is another payment.
  const third = newRef();
  await arrive({ amount: 46_00n, transRef: third });
  expect((await seeInSpare(third, 46_00n, '014')).isToldElsewhere).toBe(false);
});

/** As a node of the version before stores it. */
const store = (amount: bigint, more: object = {}) =>
  world.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: newRef(),
      source: 'NOTICE',
      told_by: ['NOTICE'],
      amount,
      currency: 'THB',
      deposit_account_id: main.id,
      receiver: '{}',
      sender: JSON.stringify(STRANGER),
      transferred_at: minutesAgo(5),
      early_seconds: 300,
      late_seconds: 300,
      note: 'NO_MATCH',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

test('what the version before left is booked by the job once, whichever node comes first', async () => {
  await enter({ kind: 'OPENING', to: main.id, amount: 100n, movedAt: minutesAgo(10) });
  const { id } = await store(7n);
  await store(8n, { transferred_at: minutesAgo(15) });
  await store(9n, { currency: 'LAK' });
  await store(10n, { deposit_account_id: null });
  expect(await standing()).toEqual({ held: 100n, nobodys: 0n });
  expect(await Promise.all([bookDueArrivals(world.db), bookDueArrivals(world.db)])).toContain(1);
  expect(await bookDueArrivals(world.db)).toBe(0);
  expect(await standing()).toEqual({ held: 107n, nobodys: 7n });
  // It dismisses without a word to the ledger; what it would credit it cannot book into the account a second time.
  await world.owner
    .updateTable('incoming_transfer')
    .set({ status: 'DISMISSED', decided_by: world.operatorId, decided_because: 'a test' })
    .where('id', '=', id)
    .execute();
  expect(await verify(world.owner)).toEqual([]);
  expect(await bookDueArrivals(world.db)).toBe(1);
  expect(await standing()).toEqual({ held: 100n, nobodys: 0n });
});

test('the job takes the books in the order of an entry, and waits for it with nothing in its hands', async () => {
  await store(3n, { deposit_account_id: spare.id });
  await store(4n);
  const job = await world.run(async (trx) => {
    await lockBooks(trx, [main.id], true);
    const booking = bookDueArrivals(world.db);
    await waitingBackends(world.owner);
    // Of the two accounts of an entry the job holds neither.
    await lockBooks(trx, [spare.id], true);
    return { booking };
  });
  expect(await job.booking).toBe(2);
  expect([await standing(), await standing(spare)]).toEqual([
    { held: 4n, nobodys: 4n },
    { held: 3n, nobodys: 3n },
  ]);
});

test('an arrival that a transfer of our own ends while the job waits for its book is not booked beside it', async () => {
  const { sender, sendingBank } = house(spare);
  await store(30_00n, {
    note: 'OWN_ACCOUNT',
    sending_bank: sendingBank[1],
    sender: JSON.stringify({ ...sender, bankCode: sendingBank[0] }),
  });
  const job = await world.run(async (trx) => {
    await lockBooks(trx, [main.id, spare.id], true);
    const booking = bookDueArrivals(world.db);
    await waitingBackends(world.owner);
    await enterIn(trx, { kind: 'TRANSFER', from: spare.id, to: main.id, amount: 30_00n });
    return { booking };
  });
  expect(await job.booking).toBe(0);
  expect([await standing(), await standing(spare)]).toEqual([
    { held: 30_00n, nobodys: 0n },
    { held: -30_00n, nobodys: 0n },
  ]);
});
