import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openVerbWorld, type VerbWorld } from '../../testing/verbWorld.ts';
import { type DepositAccount, ownAccounts } from '../deposits/depositAccounts.ts';
import { explainedLines } from './explanations.ts';

let world: VerbWorld;
let accounts: DepositAccount[];
beforeAll(async () => {
  world = await openVerbWorld(OWN_CLUSTER);
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
  // Both accounts say the same of lines of one time.
  const at = new Date();
  for (const { id } of [one, other]) await leave(id, at);
  expect((await explanations()).flat().toSorted()).toEqual([first, null].toSorted());
  // A line with the reference of the payout is the payout’s, in whatever account.
  const second = await payByHand('BY-HAND-2');
  await leave(other.id, new Date(), 'BY-HAND-2');
  expect((await explanations()).flat().filter((subject) => subject === second)).toHaveLength(1);
  expect((await explanations())[1]).toContain(second);
});
