import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance } from '../../ledger/account.ts';
import { verify } from '../../ledger/verify.ts';
import { histories } from '../../testing/budget.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { sessionless } from '../../testing/sessionless.ts';
import { openVerbWorld, type VerbWorld, type WorldMember } from '../../testing/verbWorld.ts';
import { attributeIncomingTransfer, dismissIncomingTransfer } from '../deposits/attributeIncomingTransfer.ts';
import { receiveTransfer } from '../deposits/incoming/receiveTransfer.ts';
import { payWithdrawal } from '../withdrawals/decidePayout.ts';
import { withdraw } from '../withdrawals/withdrawFunds.ts';
import { bookAt } from './accountBook.ts';
import { cashAccount, flowAccount } from './cashBook.ts';
import { addEntry, applyEntry, type CashKind, reverseEntry } from './cashEntry.ts';

let world: VerbWorld;
let member: WorldMember;
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
  world.set('withdraw', { isAutomatic: false, minimumSatang: 1, maximumSatang: 1_000_000_00 });
  member = await world.newMember();
  await fund(world.db, member.id, 1_000_000_00n);
});
afterAll(async () => {
  expect(await verify(world.owner)).toEqual([]);
  await world.close();
});

const satang = fc.integer({ min: 1, max: 50_000 });
const op = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deposit' as const), into: fc.nat(1), amount: satang }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      into: fc.nat(1),
      amount: satang,
      fee: fc.constantFrom(0, 0, 35_00),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fee' as const), into: fc.nat(1), amount: satang }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('in' as const, 'out' as const),
      into: fc.nat(1),
      amount: satang,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('payout' as const), into: fc.nat(1), amount: satang }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), nth: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('stranger' as const), into: fc.nat(1), amount: satang }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      nth: fc.nat(4),
      as: fc.constantFrom('credit' as const, 'dismiss' as const, 'return' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('opening' as const), into: fc.nat(1), amount: satang }),
  },
);

/** A new account of ours at SCB, which nobody has paid into. */
async function newAccount(nth: number) {
  const { id } = await world.owner
    .insertInto('deposit_account')
    .values({
      bank_code: 'SCB',
      bank_type: 'BANK',
      mode: 'AUTO',
      account_no: `77${String(Date.now()).slice(-7)}${nth}`,
      account_name: 'KRAPAO',
      currency: 'BAHT',
      position: 90,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow();
  return world.owner.selectFrom('deposit_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

const key = () => ({ key: randomUUID(), fingerprint: Buffer.from('test') });

test('after any series of deposits, strangers’ money, transfers, fees, payouts and reversals the books say what the bank would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 5, maxLength: 25 }), async (ops) => {
      const accounts = [await newAccount(0), await newAccount(1)];
      // The bank's own balances, and how each reversal changes what it would have been without the entry.
      const bank = [0n, 0n];
      const isOpened = [false, false];
      const entries: { id: bigint; undo: [number, bigint][]; end: 'booked' | 'reversed' | 'fixed' }[] = [];
      /** Money that waits or waited; `isFixed`: an opening balance contains it. */
      const waiting: { id: bigint; into: number; amount: bigint; isFixed: boolean; isOpen: boolean }[] = [];
      const accountOf = (nth: number) => {
        const account = accounts[nth];
        if (account === undefined) throw new Error('no account');
        return account;
      };
      const move = (nth: number, amount: bigint) => {
        bank[nth] = (bank[nth] ?? 0n) + amount;
      };
      const enter = async (
        kind: CashKind,
        from: number | null,
        to: number | null,
        { amount, fee = 0n }: { amount: bigint; fee?: bigint },
      ) => {
        const id = await world.run(async (trx) => {
          const { entry } = await addEntry(
            trx,
            {
              kind,
              from: from === null ? null : accountOf(from).id,
              to: to === null ? null : accountOf(to).id,
              counterpart: null,
              amount,
              fee,
              reference: '',
              reason: 'a test',
              movedAt: new Date(),
            },
            world.operatorId,
            key(),
          );
          await applyEntry(trx, entry.id, world.operatorId);
          return entry.id;
        });
        const undo: [number, bigint][] = [];
        if (from !== null) undo.push([from, amount + fee]);
        if (to !== null) undo.push([to, from === null ? fee - amount : -amount]);
        if (kind !== 'OPENING') entries.push({ id, undo, end: 'booked' });
        for (const [nth, back] of kind === 'OPENING' ? [] : undo) move(nth, -back);
      };
      const tell = async (into: number, amount: bigint, account: string | null) => {
        const transRef = randomUUID().replaceAll('-', '').slice(0, 20);
        await world.run((trx) =>
          receiveTransfer(
            trx,
            {
              eventId: randomUUID(),
              transRef,
              sendingBank: '004',
              sendingBankCode: 'KBANK',
              amount,
              currency: 'THB',
              receiver: { type: 'account', bankCode: 'SCB', accountNo: accountOf(into).account_no },
              sender: { displayName: '', account, proxy: null },
              transferredAt: new Date(),
            },
            DEPOSIT_RULES,
          ),
        );
        move(into, amount);
        return world.db
          .selectFrom('incoming_transfer')
          .select(['id', 'status'])
          .where('trans_ref', '=', transRef)
          .executeTakeFirstOrThrow();
      };
      for (const one of ops) {
        if (one.do === 'decide') {
          const money = waiting[one.nth];
          if (money === undefined) continue;
          const of = { transferId: money.id, ...world.decision };
          const deciding = world.run((trx) =>
            one.as === 'credit'
              ? attributeIncomingTransfer(trx, { ...of, memberId: member.id }, DEPOSIT_RULES)
              : dismissIncomingTransfer(trx, {
                  ...of,
                  ...(one.as === 'return' && { returnReference: 'BACK1' }),
                }),
          );
          if (!money.isOpen) {
            await expect(deciding).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
            continue;
          }
          await deciding;
          money.isOpen = false;
          // What is dismissed never came, unless the bank itself counted it.
          if (one.as === 'return' || (one.as === 'dismiss' && !money.isFixed))
            move(money.into, -money.amount);
          continue;
        }
        if (one.do === 'reverse') {
          const entry = entries[one.nth];
          if (entry === undefined) continue;
          const undoing = world.run((trx) =>
            reverseEntry(trx, entry.id, { operatorId: world.operatorId, reason: 'a mistake' }),
          );
          if (entry.end !== 'booked') {
            const code = entry.end === 'fixed' ? 'CASH_PERIOD' : 'ALREADY_DECIDED';
            await expect(undoing).rejects.toMatchObject({ code });
            continue;
          }
          await undoing;
          entry.end = 'reversed';
          for (const [nth, back] of entry.undo) move(nth, back);
          continue;
        }
        const { into } = one;
        const amount = BigInt(one.amount);
        if (one.do === 'deposit') await tell(into, amount, member.bankAccountNo);
        else if (one.do === 'stranger') {
          const { id, status } = await tell(into, amount, '9876543210');
          expect(status).toBe('QUEUED');
          waiting.push({ id, into, amount, isFixed: false, isOpen: true });
        } else if (one.do === 'transfer')
          await enter('TRANSFER', 1 - into, into, { amount, fee: BigInt(one.fee) });
        else if (one.do === 'fee') await enter('FEE', into, null, { amount: 0n, fee: amount });
        else if (one.do === 'in') await enter('IN', null, into, { amount });
        else if (one.do === 'out') await enter('OUT', into, null, { amount });
        else if (one.do === 'payout') {
          const { id } = await withdraw(world.context, sessionless(member.id), one.amount / 100);
          await world.run((trx) =>
            payWithdrawal(trx, {
              withdrawalId: id,
              transRef: id,
              accountId: accountOf(into).id,
              ...world.decision,
            }),
          );
          move(into, -amount);
        } else if (!isOpened[into]) {
          // The bank held something before our books; later entries must be later than this.
          isOpened[into] = true;
          move(into, amount);
          for (const entry of entries)
            if (entry.end === 'booked' && entry.undo.some(([nth]) => nth === into)) entry.end = 'fixed';
          for (const money of waiting) money.isFixed ||= money.into === into;
          await enter('OPENING', null, into, { amount: bank[into] ?? 0n });
        }
      }
      for (const [nth, account] of accounts.entries()) {
        const held = await world.run(
          async (trx) => (await balance(trx, await cashAccount(trx, account))).posted,
        );
        expect(-held).toBe(bank[nth]);
        expect(await bookAt(world.db, account.id, new Date())).toBe(bank[nth]);
        const nobodys = await world.run(
          async (trx) => (await balance(trx, await flowAccount(trx, `suspense:${account.id}`, 'THB'))).posted,
        );
        expect(nobodys).toBe(
          waiting.reduce(
            (sum, { into, amount, isOpen }) => (isOpen && into === nth ? sum + amount : sum),
            0n,
          ),
        );
      }
    }),
    { numRuns: histories(4, 12) },
  );
}, 120_000);
