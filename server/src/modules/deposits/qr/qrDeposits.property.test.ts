import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../appError.ts';
import { verify } from '../../../ledger/verify.ts';
import { checkHistories, type Part, type Rig } from '../../../testing/besideModel.ts';
import { HISTORIES_TIMEOUT_MS } from '../../../testing/budget.ts';
import { DEPOSIT_RULES } from '../../../testing/depositRules.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../../testing/verbWorld.ts';
import type { DepositRules } from '../depositRules.ts';
import { receiveTransfer } from '../incoming/receiveTransfer.ts';
import { cancelQr, expireQrs } from './closeQr.ts';
import { createQr } from './createQr.ts';

const MINUTE = 60_000;

let world: VerbWorld;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
});
afterAll(() => world.close());

/** A member by number, from the registered account; an account of nobody; or a bank that shows nothing. */
type Payer = number | 'stranger' | 'hidden';

type ThirdPartyPayer = DepositRules['thirdPartyPayer'];

type Op =
  | { do: 'create'; member: number; amount: number }
  | {
      do: 'pay';
      qr: number;
      by: Payer;
      when: 'now' | 'late';
      more: number;
      ref: number;
    }
  | { do: 'cancel'; member: number; qr: number }
  | { do: 'expire' | 'closeInTime'; qr: number };

const member = fc.nat(2);
/** Counted from the newest one back. */
const qr = fc.nat(3);
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      member,
      // Few amounts, so that members meet.
      amount: fc.constantFrom(50_00, 50_01, 70_00),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      qr,
      by: fc.oneof(member, fc.constantFrom('stranger' as const, 'hidden' as const)),
      when: fc.constantFrom('now' as const, 'now' as const, 'late' as const),
      more: fc.constantFrom(0, 0, 0, 0, 1, 100),
      // The same reference is the same transfer, told again.
      ref: fc.nat(12),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), member, qr }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'closeInTime' as const), qr }),
  },
);

interface Qr {
  member: number;
  amount: number;
  status: 'OPEN' | 'PAID' | 'EXPIRED' | 'CANCELLED';
  /** False when it is past its time, so that a payment of now is late. */
  isTimely: boolean;
  /** On the clock of the state; null while it was not cancelled. */
  cancelledAt: number | null;
}
interface State {
  clock: number;
  wallets: number[];
  qrs: Qr[];
  /** Whose a transfer is, by reference; null waits for an operator. */
  transfers: Record<number, number | null>;
}

function cancel(state: State, qr: Qr): void {
  qr.status = 'CANCELLED';
  state.clock += 1;
  qr.cancelledAt = state.clock;
}

function create(who: number, requested: number): Part<State> {
  return (state) => {
    const { qrs } = state;
    for (const one of qrs) if (one.member === who && one.status === 'OPEN') cancel(state, one);
    const nearby = Array.from({ length: 100 }, (_none, more) => requested + more).filter(
      (amount) => !qrs.some((one) => one.status === 'OPEN' && one.amount === amount),
    );
    const fresh = nearby.find(
      (amount) => !qrs.some((one) => one.status !== 'OPEN' && one.member !== who && one.amount === amount),
    );
    const amount = fresh ?? nearby[0] ?? 0;
    qrs.push({ member: who, amount, status: 'OPEN', isTimely: true, cancelledAt: null });
    return String(amount);
  };
}

/** The money is sent, then it is told: a QR may be cancelled between the two. */
function pay(op: Extract<Op, { do: 'pay' }>, thirdPartyPayer: ThirdPartyPayer): Part<State> {
  return (state) => {
    const target = state.qrs.at(-1 - op.qr);
    if (!target) return 'NONE';
    state.clock += 1;
    return tell({ ...op, thirdPartyPayer }, target.amount + op.more, state.clock);
  };
}

function tell(
  { by, when, ref, thirdPartyPayer }: Extract<Op, { do: 'pay' }> & { thirdPartyPayer: ThirdPartyPayer },
  amount: number,
  sentAt: number,
): Part<State> {
  return (state) => {
    if (ref in state.transfers) return 'OK';
    // The open one first, then the newest.
    const newestFirst = state.qrs.toReversed();
    const near = [
      ...newestFirst.filter((one) => one.status === 'OPEN'),
      ...newestFirst.filter((one) => one.status !== 'OPEN'),
    ].filter((one) => one.amount === amount);
    const payable = near.filter(
      ({ status, isTimely, cancelledAt, member: who }) =>
        status !== 'PAID' &&
        isTimely &&
        when === 'now' &&
        // Its own member may have sent it a moment after.
        (cancelledAt === null || sentAt < cancelledAt || who === by),
    );
    const isOne = near.every((one) => one.member === near[0]?.member);
    const isDecided = by === 'hidden' || (by === 'stranger' && thirdPartyPayer === 'credit');
    const chosen =
      typeof by === 'number'
        ? payable.find((one) => one.member === by)
        : isDecided && isOne
          ? payable[0]
          : undefined;
    const owner = typeof by === 'number' ? by : (chosen?.member ?? null);
    state.transfers[ref] = owner;
    if (chosen) chosen.status = 'PAID';
    if (owner !== null) state.wallets[owner] = (state.wallets[owner] ?? 0) + amount;
    return 'OK';
  };
}

const NOBODY = { displayName: '', account: null, proxy: null };
const STRANGER = { displayName: 'MALEE S***', account: 'xxx-x-x7777-x', proxy: null };

let rigs = 0;

async function rig(): Promise<Rig<State, Op>> {
  const members = [await world.newMember(), await world.newMember(), await world.newMember()];
  const idOf = (nth: number) => members[nth]?.id ?? 0n;
  // An account of its own, so that histories do not meet.
  rigs += 1;
  // For a whole history: a report of a queued transfer that is told again goes by the rules of then.
  const rules: DepositRules = { ...DEPOSIT_RULES, thirdPartyPayer: rigs % 3 === 0 ? 'credit' : 'queue' };
  const bankCode = `T${rigs}`;
  const promptPayId = String(9_000_000_000_000 + rigs);
  const { id: accountId } = await world.owner
    .insertInto('deposit_account')
    .values({
      bank_code: bankCode,
      bank_type: 'BANK',
      mode: 'QR',
      account_no: promptPayId,
      account_name: 'TEST',
      promptpay_id: promptPayId,
      currency: 'BAHT',
      position: 99,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const prefix = randomUUID().replaceAll('-', '').slice(0, 12);

  const senderOf = (by: Payer) => {
    if (by === 'hidden') return NOBODY;
    if (by === 'stranger') return STRANGER;
    const account = `xxx-x-x${members[by]?.bankAccountNo.slice(5, 9)}-x`;
    return { displayName: 'SOMCHAI J***', account, proxy: null };
  };

  const qrs = () =>
    world.db
      .selectFrom('deposit_qr')
      .selectAll()
      .where('deposit_account_id', '=', accountId)
      .orderBy('id')
      .execute();

  async function execute(one: Op): Promise<string> {
    if (one.do === 'create') {
      const made = await world.run((trx) =>
        createQr(trx, {
          memberId: idOf(one.member),
          bankCode,
          amount: BigInt(one.amount),
          minutes: 15,
          attForBaht: 650_00,
          requestKey: undefined,
        }),
      );
      return String(made.amount);
    }
    const target = (await qrs()).at(-1 - one.qr);
    if (!target) return 'NONE';
    if (one.do === 'cancel') {
      const { status } = await world.run((trx) => cancelQr(trx, idOf(one.member), String(target.id)));
      return status;
    }
    if (one.do === 'pay') {
      await world.run((trx) =>
        receiveTransfer(
          trx,
          {
            eventId: randomUUID(),
            transRef: `${prefix}${one.ref}`,
            sendingBank: '004',
            // The stranger's bank is none of the members'.
            sendingBankCode: one.by === 'stranger' ? 'SCB' : 'KBANK',
            amount: target.amount + BigInt(one.more),
            currency: 'THB',
            receiver: { type: 'promptpay', proxyType: 'NATID', id: promptPayId },
            sender: senderOf(one.by),
            // Not before a cancellation of this very millisecond, which the database knows more exactly.
            transferredAt: new Date(Date.now() + (one.when === 'late' ? 25 * MINUTE : 1)),
          },
          rules,
        ),
      );
      return 'OK';
    }
    if (one.do === 'expire') {
      // As one: the row is this transaction's, so that no other history's job leaves it out as locked.
      await world.run(async (trx) => {
        await sql`
          update deposit_qr set created_at = now() - interval '30 minutes', expires_at = now() - interval '2 minutes'
          where id = ${target.id} and status = 'OPEN'`.execute(trx);
        await expireQrs(trx);
      });
      return 'OK';
    }
    // The job's clock, not the payer's: what was paid in time is told after the QR has closed.
    await sql`
      update deposit_qr set status = 'EXPIRED', closed_at = now() where id = ${target.id} and status = 'OPEN'`.execute(
      world.owner,
    );
    return 'OK';
  }

  return {
    initial: { clock: 0, wallets: [0, 0, 0], qrs: [], transfers: {} },
    model: (one) => {
      switch (one.do) {
        case 'create':
          return create(one.member, one.amount);
        case 'pay':
          return pay(one, rules.thirdPartyPayer);
        case 'cancel':
          return (state) => {
            const target = state.qrs.at(-1 - one.qr);
            if (!target) return 'NONE';
            if (target.member !== one.member) return 'NO_DATA';
            if (target.status === 'OPEN') cancel(state, target);
            return target.status;
          };
        default:
          return (state) => {
            const target = state.qrs.at(-1 - one.qr);
            if (!target) return 'NONE';
            if (target.status === 'OPEN') {
              target.status = 'EXPIRED';
              target.isTimely = one.do === 'closeInTime';
            }
            return 'OK';
          };
      }
    },
    execute: (one) =>
      execute(one).catch((error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      }),
    observe: async () => {
      const { rows: wallets } = await sql<{ posted: bigint }>`
        select posted from ledger.account where kind = 'wallet' and member_id = any(${members.map(({ id }) => id)})
        order by member_id`.execute(world.db);
      const { rows: transfers } = await sql<{ trans_ref: string; member_id: bigint | null }>`
        select trans_ref, member_id from incoming_transfer where trans_ref like ${`${prefix}%`}`.execute(
        world.db,
      );
      return {
        wallets: wallets.map(({ posted }) => Number(posted)),
        qrs: (await qrs())
          .map(
            ({ member_id, amount, status }) =>
              `${members.findIndex(({ id }) => id === member_id)} ${amount} ${status}`,
          )
          .toSorted(),
        transfers: transfers
          .map(
            ({ trans_ref, member_id }) =>
              `${trans_ref.slice(prefix.length)} ${members.findIndex(({ id }) => id === member_id)}`,
          )
          .toSorted(),
      };
    },
    expected: ({ wallets, qrs: all, transfers }) => ({
      wallets,
      qrs: all.map(({ member: who, amount, status }) => `${who} ${amount} ${status}`).toSorted(),
      transfers: Object.entries(transfers)
        .map(([ref, who]) => `${ref} ${who ?? -1}`)
        .toSorted(),
    }),
  };
}

test(
  'DEP-06 however QRs are made, paid, paid late, paid otherwise, cancelled, each transfer is credited once to its own',
  async () => {
    await checkHistories<State, Op>({
      budget: [12, 200],
      areApart: true,
      op,
      // QRs are named by their order, which only one at a time tells.
      alone: ({ do: what }) => what === 'create',
      newRig: rig,
      after: async () => expect(await verify(world.owner)).toEqual([]),
    });
  },
  HISTORIES_TIMEOUT_MS,
);

test('DEP-06 members who ask for the same amount at once wait for different ones', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => world.newMember()));
  const made = await Promise.all(
    members.map(({ id }) =>
      world.run((trx) =>
        createQr(trx, {
          memberId: id,
          bankCode: 'KBANK',
          amount: 88_00n,
          minutes: 15,
          attForBaht: 650_00,
          requestKey: undefined,
        }),
      ),
    ),
  );
  expect(new Set(made.map(({ amount }) => amount)).size).toBe(12);
});
