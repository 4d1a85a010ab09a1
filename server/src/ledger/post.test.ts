import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { balance, ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { keyFrom } from './key.ts';
import { post } from './post.ts';

let database: TestDatabase;
let nextMember = 1;
const by = { actor: 'system', cause: 'test' };

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.close());

async function walletWith(amount: bigint) {
  return database.db.transaction().execute(async (trx) => {
    const bank = await ensureHouseAccount(trx, 'bank', 'KBANK');
    const wallet = await ensureMemberAccount(trx, nextMember++, 'wallet');
    if (amount > 0n)
      await post(trx, { ...by, key: randomUUID(), code: 'deposit', debit: bank, credit: wallet, amount });
    return { bank, wallet };
  });
}
const balanceOf = (id: bigint) => database.db.transaction().execute((trx) => balance(trx, id));

test('a deposit moves money from the house to the wallet and answers the balances after it', async () => {
  const { bank, wallet } = await walletWith(0n);
  const before = await balanceOf(bank);
  const posted = await database.db.transaction().execute((trx) =>
    post(trx, {
      ...by,
      key: keyFrom('deposit', 'a'),
      code: 'deposit',
      debit: bank,
      credit: wallet,
      amount: 12_345n,
    }),
  );
  expect(posted).toMatchObject({ debitAfter: null, creditAfter: 12_345n, replayed: false });
  expect(await balanceOf(wallet)).toEqual({ posted: 12_345n, held: 0n, available: 12_345n });
  expect((await balanceOf(bank)).posted).toBe(before.posted - 12_345n);
});
