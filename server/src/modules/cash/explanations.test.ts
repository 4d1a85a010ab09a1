import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { type DepositAccount, ownAccounts } from '../deposits/depositAccounts.ts';
import { explainedLines } from './explanations.ts';

let world: VerbWorld;
let accounts: DepositAccount[];
beforeAll(async () => {
  world = await openVerbWorld(inject('databaseUrl'));
  accounts = (await ownAccounts(world.db)).filter(
    ({ bank_type, currency }) => bank_type === 'BANK' && currency === 'BAHT',
  );
});
afterAll(() => world.close());

const AMOUNT = 7_777_00n;

async function leave(accountId: bigint, at: Date, reference = ''): Promise<void> {
  await world.owner
    .insertInto('statement_outgoing')
    .values({
      deposit_account_id: accountId,
      line_key: randomUUID(),
      at,
      is_day: false,
      amount: AMOUNT,
      reference,
      description: 'out',
      balance_after: null,
    })
    .execute();
}

/** A payout that was paid by hand, from an account that nobody named. */
async function payByHand(transRef: string): Promise<string> {
  const { id: memberId, bankAccountNo } = await world.newMember();
  const { id } = await world.owner
    .insertInto('withdrawal')
    .values({
      id: randomUUID(),
      member_id: memberId,
      amount: AMOUNT,
      pay_amount: AMOUNT,
      pay_currency: 'THB',
      state: 'PAID',
      bank_code: 'KBANK',
      bank_account_no: bankAccountNo,
      bank_account_name: 'SOMCHAI JAIDEE',
      trans_ref: transRef,
      currency: 'BAHT',
      settled_at: new Date(),
      due_at: null,
      hold_id: 1n,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `withdrawal:${id}`;
}

test('a payout that names no account explains one line of all accounts', async () => {
  const [one, other] = accounts as [DepositAccount, DepositAccount];
  const span = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000) };
  const explanations = async () => {
    const lines = [one, other].map((account) => explainedLines(world.db, account, span));
    return (await Promise.all(lines)).map((all) =>
      all.map(({ explainedBy }) => explainedBy?.subject ?? null),
    );
  };
  const first = await payByHand('BY-HAND-1');
  await leave(one.id, new Date());
  await leave(other.id, new Date(Date.now() - 1_000));
  expect((await explanations()).flat().toSorted()).toEqual([first, null].toSorted());
  // A line with the reference of the payout is the payout’s, in whatever account.
  const second = await payByHand('BY-HAND-2');
  await leave(other.id, new Date(), 'BY-HAND-2');
  expect((await explanations()).flat().filter((subject) => subject === second)).toHaveLength(1);
  expect((await explanations())[1]).toContain(second);
  // Two lines of one time: both accounts say the same of them.
  const at = new Date();
  await payByHand('BY-HAND-3');
  await leave(one.id, at);
  await leave(other.id, at);
  const known = (await explanations()).flat().filter((subject) => subject !== null);
  expect([known.length, new Set(known).size]).toEqual([3, 3]);
});
