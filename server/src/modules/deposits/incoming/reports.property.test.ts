import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { generate } from 'promptparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../appError.ts';
import { verify } from '../../../ledger/verify.ts';
import type { SlipLookup } from '../../../providers/slipVerifier.ts';
import { checkHistories, type Part, type Rig } from '../../../testing/besideModel.ts';
import { HISTORIES_TIMEOUT_MS } from '../../../testing/budget.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../../testing/verbWorld.ts';
import { attributeIncomingTransfer, dismissIncomingTransfer } from '../attributeIncomingTransfer.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { lookUpNextSlips } from '../slip/lookUpSlip.ts';
import { importStatement } from './importStatement.ts';
import { receiveTransfer } from './receiveTransfer.ts';

/** Transfers of a history: who sent how much into which account; known from the start, told by and by. */
const TRANSFERS = [
  { by: 0, amount: 100_00, account: 'SCB' },
  { by: 1, amount: 100_00, account: 'SCB' },
  { by: 0, amount: 55_55, account: 'GSB' },
  { by: 2, amount: 70_00, account: 'GSB' },
] as const;
const BANK = '004';

/** What the verifier answers, by payload. */
const bank = new Map<string, SlipLookup[]>();

let world: VerbWorld;
let accounts: DepositAccount[];
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  accounts = await world.db.selectFrom('deposit_account').selectAll().execute();
});
afterAll(() => world.close());

type Op =
  | { do: 'notice'; nth: number }
  | { do: 'statement'; nths: number[]; isNamed: boolean }
  | { do: 'slip'; nth: number; member: number; mood: 'found' | 'later' | 'lost' }
  | { do: 'attribute'; nth: number; member: number }
  | { do: 'dismiss'; nth: number };

const nth = fc.nat(TRANSFERS.length - 1);
const member = fc.nat(2);
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('notice' as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('statement' as const),
      nths: fc.uniqueArray(nth, { minLength: 1, maxLength: 1 }),
      isNamed: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('slip' as const),
      nth,
      member,
      mood: fc.constantFrom('found' as const, 'found' as const, 'later' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('attribute' as const), nth, member }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dismiss' as const), nth }) },
);

type Status = 'UNTOLD' | 'QUEUED' | 'CREDITED' | 'DISMISSED';
interface State {
  wallets: number[];
  transfers: { status: Status; to: number | null; bankKnown: boolean }[];
  /** Why the first slip of a member for a transfer waits for an operator, by `transfer:member`. */
  waiting: Record<string, string>;
}

function credit(state: State, at: number, to: number): void {
  const transfer = state.transfers[at];
  if (!transfer) return;
  transfer.status = 'CREDITED';
  transfer.to = to;
  // What waited of the member who has it now has ended with it.
  delete state.waiting[`${at}:${to}`];
  state.wallets[to] = (state.wallets[to] ?? 0) + (TRANSFERS[at]?.amount ?? 0);
}

/** What a bank's own word does: at the AUTO account the sender is credited, where the bank is named. */
function report(at: number, isNamed: boolean): Part<State> {
  return (state) => {
    const transfer = state.transfers[at];
    const facts = TRANSFERS[at];
    if (!transfer || !facts) return 'NONE';
    transfer.bankKnown ||= isNamed;
    if (transfer.status === 'UNTOLD') transfer.status = 'QUEUED';
    if (transfer.status === 'QUEUED' && facts.account === 'SCB' && transfer.bankKnown)
      credit(state, at, facts.by);
    return 'OK';
  };
}

function slip(at: number, who: number): Part<State> {
  return (state) => {
    const transfer = state.transfers[at];
    if (!transfer) return 'NONE';
    transfer.bankKnown = true;
    const key = `${at}:${who}`;
    // The member's own money is told as what it is, by whichever report it came; a slip that waits already goes first.
    if (transfer.status === 'CREDITED')
      return transfer.to === who ? (state.waiting[key] ?? 'SUCCESS') : 'SLIP_REFNO_DUPLICATED';
    if (transfer.status === 'DISMISSED') {
      state.waiting[key] ??= 'TRANSFER_DISMISSED';
      return 'TRANSFER_DISMISSED';
    }
    if (TRANSFERS[at]?.by !== who) {
      transfer.status = 'QUEUED';
      state.waiting[key] ??= 'NOT_MATCH';
      return 'NOT_MATCH';
    }
    credit(state, at, who);
    return 'SUCCESS';
  };
}

function decide(at: number, to: number | null): Part<State> {
  return (state) => {
    const transfer = state.transfers[at];
    if (!transfer || transfer.status === 'UNTOLD') return 'NO_DATA';
    if (transfer.status !== 'QUEUED') return 'ALREADY_DECIDED';
    if (to === null) transfer.status = 'DISMISSED';
    else credit(state, at, to);
    return 'OK';
  };
}

async function rig(): Promise<Rig<State, Op>> {
  const members = [await world.newMember(), await world.newMember(), await world.newMember()];
  const idOf = (at: number) => members[at]?.id ?? 0n;
  const prefix = randomUUID().replaceAll('-', '').slice(0, 16);
  const startedAt = new Date();
  const accountOf = (code: string) => accounts.find(({ bank_code }) => bank_code === code) as DepositAccount;

  function told(at: number) {
    const { by, amount, account } = TRANSFERS[at] ?? TRANSFERS[0];
    const { bank_code: bankCode, account_no: accountNo } = accountOf(account);
    const sender = {
      displayName: 'SOMCHAI J***',
      account: `xxx-x-x${members[by]?.bankAccountNo.slice(5, 9)}-x`,
      proxy: null,
    };
    return {
      transRef: `${prefix}${at}`,
      amount: BigInt(amount),
      currency: 'THB' as const,
      sender,
      transferredAt: startedAt,
      account: accountOf(account),
      receiver: { type: 'account' as const, bankCode, accountNo },
    };
  }

  async function upload(at: number, who: number, mood: 'found' | 'later' | 'lost'): Promise<string> {
    const { transRef, amount, currency, sender, transferredAt, account } = told(at);
    const number = account.account_no;
    const shown =
      account.bank_code === 'SCB' ? `xxx-x-x${number.slice(5, 9)}-x` : `xxxxxxx${number.slice(-5)}`;
    const payload = `${generate.slipVerify({ sendingBank: BANK, transRef })} ${randomUUID()}`;
    const found: SlipLookup = {
      status: 'found',
      slip: {
        transRef,
        sendingBank: BANK,
        receivingBank: account.bank_code === 'SCB' ? '014' : '030',
        transTimestamp: transferredAt,
        sender,
        receiver: { displayName: 'KRAPAO', account: shown, proxy: null },
        amount,
        currency,
        ref1: null,
      },
    };
    const first: SlipLookup[] =
      mood === 'later'
        ? [{ status: 'pending' }]
        : mood === 'lost'
          ? [{ status: 'unknown', reason: 'TIMEOUT' }]
          : [];
    bank.set(payload, [...first, found]);
    const { id } = await world.owner
      .insertInto('slip')
      .values({
        member_id: idOf(who),
        reference: randomUUID(),
        file_key: randomUUID(),
        step: 'LOOKUP',
        payload,
        trans_ref: transRef,
        sending_bank: BANK,
        due_at: startedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return lookUp(id);
  }

  /** Looks up, as two nodes at once, until the slip has ended or waits for an operator. */
  async function lookUp(id: bigint): Promise<string> {
    const verifier = {
      lookUp: async (payload: string): Promise<SlipLookup> => {
        const answers = bank.get(payload) ?? [];
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 'not_found' };
      },
    };
    for (;;) {
      await Promise.all([lookUpNextSlips(world.context, verifier), lookUpNextSlips(world.context, verifier)]);
      const row = await world.db
        .selectFrom('slip')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      // A repeat ends as the member's first one does.
      if (row.repeat_of !== null && row.step === 'REPEAT') return lookUp(row.repeat_of);
      if (row.due_at === null) return row.note ?? row.operator_note ?? row.status;
      await sql`update slip set due_at = now() where id = ${id} and due_at > now() + interval '1 second'
        and due_at < now() + interval '50 seconds'`.execute(world.owner);
    }
  }

  const transferId = async (at: number): Promise<bigint> => {
    const row = await world.db
      .selectFrom('incoming_transfer')
      .select('id')
      .where('trans_ref', '=', `${prefix}${at}`)
      .executeTakeFirst();
    return row?.id ?? 0n;
  };

  async function execute(one: Op): Promise<string> {
    const { decision } = world;
    switch (one.do) {
      case 'notice': {
        const { account: _account, ...notice } = told(one.nth);
        const full = { ...notice, eventId: randomUUID(), sendingBank: BANK, sendingBankCode: 'KBANK' };
        await world.run((trx) => receiveTransfer(trx, full, DEPOSIT_RULES));
        return 'OK';
      }
      case 'statement':
        for (const at of one.nths) {
          const { account, receiver: _receiver, ...line } = told(at);
          const name = one.isNamed
            ? { sendingBank: BANK, sendingBankCode: 'KBANK' }
            : { sendingBank: undefined, sendingBankCode: undefined };
          await importStatement(world.db, account, [{ ...line, ...name, reference: null }], DEPOSIT_RULES);
        }
        return 'OK';
      case 'slip':
        return upload(one.nth, one.member, one.mood);
      case 'attribute':
        await world.run(async (trx) =>
          attributeIncomingTransfer(
            trx,
            { transferId: await transferId(one.nth), memberId: idOf(one.member), ...decision },
            DEPOSIT_RULES,
          ),
        );
        return 'OK';
      case 'dismiss':
        await world.run(async (trx) =>
          dismissIncomingTransfer(trx, { transferId: await transferId(one.nth), ...decision }),
        );
        return 'OK';
    }
  }

  return {
    initial: {
      wallets: [0, 0, 0],
      waiting: {},
      transfers: TRANSFERS.map(() => ({ status: 'UNTOLD' as const, to: null, bankKnown: false })),
    },
    model: (one) => {
      switch (one.do) {
        case 'notice':
          return report(one.nth, true);
        case 'statement':
          return report(one.nths[0] ?? 0, one.isNamed);
        case 'slip':
          return slip(one.nth, one.member);
        case 'attribute':
          return decide(one.nth, one.member);
        case 'dismiss':
          return decide(one.nth, null);
      }
    },
    execute: (one) =>
      execute(one).catch((error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      }),
    observe: async () => {
      const { rows: wallets } = await sql<{ posted: bigint; shown: bigint }>`
        select a.posted, (select coalesce(sum(s.amount), 0)::bigint from statement_entry s
          where s.member_id = a.member_id and s.status = 'SUCCESS') as shown
        from ledger.account a where a.kind = 'wallet' and a.member_id = any(${members.map(({ id }) => id)})
        order by a.member_id`.execute(world.db);
      const { rows: transfers } = await sql<{ trans_ref: string; status: string; member_id: bigint | null }>`
        select trans_ref, status, member_id from incoming_transfer where trans_ref like ${`${prefix}%`}
        order by trans_ref`.execute(world.db);
      return {
        wallets: wallets.map(({ posted }) => Number(posted)),
        shown: wallets.map(({ shown }) => Number(shown)),
        transfers: transfers.map(({ trans_ref, status, member_id }) => [
          Number(trans_ref.slice(prefix.length)),
          status,
          members.findIndex(({ id }) => id === member_id),
        ]),
      };
    },
    expected: ({ wallets, transfers }) => ({
      wallets,
      shown: wallets,
      transfers: transfers.flatMap(({ status, to }, at) =>
        status === 'UNTOLD' ? [] : [[at, status, to ?? -1]],
      ),
    }),
  };
}

test(
  'DEP-05 DEP-06 slips, notices and statements of the same transfers in any order, at once too, credit each once to its own',
  async () => {
    await checkHistories<State, Op>({
      budget: [12, 120],
      // The job of slips looks all of them up.
      areApart: false,
      op,
      newRig: rig,
      after: async () => expect(await verify(world.owner)).toEqual([]),
    });
  },
  HISTORIES_TIMEOUT_MS,
);
