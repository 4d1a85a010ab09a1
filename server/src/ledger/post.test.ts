import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../appError.ts';
import type { Trx } from '../database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { balance, ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { transferLine } from './command.ts';
import { keyFrom } from './key.ts';
import { AlreadyResolvedError } from './ledgerError.ts';
import { hold, post, postHold, reverse, voidHold } from './post.ts';
import { postBatch } from './postBatch.ts';

let database: TestDatabase;
let nextMember = 1;
const by = { actor: 'system', cause: 'test' };

beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
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

const within = <T>(work: (trx: Trx) => Promise<T>) => database.db.transaction().execute(work);
const asCommand = (debit: bigint, credit: bigint, amount: bigint, code = 'move') => ({
  ...by,
  key: randomUUID(),
  code,
  debit,
  credit,
  amount,
});

test('a hold is respected: what is held cannot be spent', async () => {
  const { bank, wallet } = await walletWith(100n);
  await within((trx) => hold(trx, asCommand(wallet, bank, 80n)));
  await expect(within((trx) => post(trx, asCommand(wallet, bank, 21n)))).rejects.toMatchObject({
    code: 'MONEY_NOT_ENOUGH',
  });
  await within((trx) => post(trx, asCommand(wallet, bank, 20n)));
  expect(await balanceOf(wallet)).toEqual({ posted: 80n, held: 80n, available: 0n });
});

test('a refused hold leaves nothing behind', async () => {
  const { bank, wallet } = await walletWith(100n);
  const command = asCommand(wallet, bank, 101n);
  await expect(within((trx) => hold(trx, command))).rejects.toMatchObject({ code: 'MONEY_NOT_ENOUGH' });
  expect(
    await database.db.selectFrom('ledger.posting').where('idem', '=', command.key).selectAll().execute(),
  ).toEqual([]);
  expect(await balanceOf(wallet)).toEqual({ posted: 100n, held: 0n, available: 100n });
});

test('a hold is resolved once, and the same resolution again is a replay', async () => {
  const { bank, wallet } = await walletWith(100n);
  const { id } = await within((trx) => hold(trx, asCommand(wallet, bank, 60n)));
  const resolution = { ...by, key: randomUUID(), pendingId: id };
  const first = await within((trx) => postHold(trx, resolution));
  expect(await within((trx) => postHold(trx, resolution))).toEqual({ ...first, replayed: true });
  await expect(
    within((trx) => voidHold(trx, { ...by, key: randomUUID(), pendingId: id })),
  ).rejects.toBeInstanceOf(AlreadyResolvedError);
  expect(await balanceOf(wallet)).toEqual({ posted: 40n, held: 0n, available: 40n });
});

test('a posting is reversed once', async () => {
  const { bank, wallet } = await walletWith(100n);
  const { id } = await within((trx) => post(trx, asCommand(wallet, bank, 30n)));
  await within((trx) => reverse(trx, { ...by, key: randomUUID(), code: 'reversal', postingId: id }));
  await expect(
    within((trx) => reverse(trx, { ...by, key: randomUUID(), code: 'reversal', postingId: id })),
  ).rejects.toBeInstanceOf(AlreadyResolvedError);
  expect((await balanceOf(wallet)).posted).toBe(100n);
});

test('the same key with another command is refused', async () => {
  const { bank, wallet } = await walletWith(100n);
  const command = asCommand(wallet, bank, 30n);
  await within((trx) => post(trx, command));
  const others = [
    { amount: 31n },
    { code: 'other' },
    { credit: wallet, debit: bank },
    { cause: 'another' },
    { groupId: randomUUID() },
  ];
  for (const other of others) {
    await expect(within((trx) => post(trx, { ...command, ...other }))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
    });
  }
  await expect(within((trx) => hold(trx, command))).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  expect((await balanceOf(wallet)).posted).toBe(70n);
});

test('the same key at the same time over house accounts alone is booked once', async () => {
  const { bank } = await walletWith(0n);
  const payout = await within((trx) => ensureHouseAccount(trx, 'payout'));
  const command = asCommand(bank, payout, 5n);
  const results = await Promise.all(Array.from({ length: 8 }, () => within((trx) => post(trx, command))));
  expect(results.filter((result) => !result.replayed)).toHaveLength(1);
  expect(new Set(results.map((result) => result.id)).size).toBe(1);
});

test('the same key at the same time takes the last of the money once, and every caller gets that answer', async () => {
  const { bank, wallet } = await walletWith(100n);
  const command = asCommand(wallet, bank, 100n);
  const results = await Promise.all(Array.from({ length: 8 }, () => within((trx) => post(trx, command))));
  expect(results.filter((result) => !result.replayed)).toHaveLength(1);
  expect(await balanceOf(wallet)).toEqual({ posted: 0n, held: 0n, available: 0n });
});

test('the same resolution at the same time resolves once, and every caller gets that answer', async () => {
  const { bank, wallet } = await walletWith(100n);
  const { id } = await within((trx) => hold(trx, asCommand(wallet, bank, 100n)));
  const resolution = { ...by, key: randomUUID(), pendingId: id };
  const results = await Promise.all(
    Array.from({ length: 8 }, () => within((trx) => postHold(trx, resolution))),
  );
  expect(results.filter((result) => !result.replayed)).toHaveLength(1);
  expect(await balanceOf(wallet)).toEqual({ posted: 0n, held: 0n, available: 0n });
});

test.each([0n, -1n, 9_223_372_036_854_775_807n])(
  'an amount of %s is refused and books nothing',
  async (amount) => {
    const { bank, wallet } = await walletWith(100n);
    await expect(within((trx) => post(trx, asCommand(bank, wallet, amount)))).rejects.toBeInstanceOf(
      AppError,
    );
    expect((await balanceOf(wallet)).posted).toBe(100n);
  },
);

test('an account that does not exist, and one account on both sides, are refused', async () => {
  const { bank, wallet } = await walletWith(100n);
  await expect(within((trx) => post(trx, asCommand(bank, 999_999_999n, 1n)))).rejects.toBeInstanceOf(
    AppError,
  );
  await expect(within((trx) => post(trx, asCommand(wallet, wallet, 1n)))).rejects.toBeInstanceOf(AppError);
});

test('an account is made once, however often and at whatever time it is asked for', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => within((trx) => ensureMemberAccount(trx, 777_777, 'in_transfer'))),
  );
  expect(new Set(ids).size).toBe(1);
});

test.each([
  'update ledger.posting set amount = amount',
  'delete from ledger.posting',
  'truncate ledger.posting cascade',
  "insert into ledger.account (kind, mode) values ('bank', 'derived')",
  'update ledger.account set posted = posted + 1',
  "insert into ledger.seal (seq, xid_from, xid_to, postings, hash) values (1, '0', '1', 1, '')",
])('the application may not: %s', async (statement) => {
  await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: '42501' });
});

test('not even the owner changes a posting by accident', async () => {
  await walletWith(1n);
  await expect(sql`update ledger.posting set amount = 2`.execute(database.owner)).rejects.toMatchObject({
    code: 'KL005',
  });
  await expect(sql`truncate ledger.posting cascade`.execute(database.owner)).rejects.toMatchObject({
    code: 'KL005',
  });
});

test.each([
  "insert into ledger.account (kind, mode, floor) values ('wallet', 'strict', 0)",
  "insert into ledger.account (kind, member_id, mode) values ('wallet', 1, 'strict')",
  "insert into ledger.account (kind, mode, floor) values ('bank', 'derived', 0)",
  "insert into ledger.account (kind, mode) values ('purse', 'derived')",
  "insert into ledger.account (kind, mode) values ('bank', null)",
  "insert into ledger.account (kind, member_id, mode, floor, posted) values ('wallet', 1, 'strict', 0, 1)",
  'update ledger.account set floor = -1',
  'delete from ledger.account',
])('not even the owner: %s', async (statement) => {
  await expect(sql.raw(statement).execute(database.owner)).rejects.toMatchObject({ code: 'KL005' });
});

test.each([
  ['post', null, null, 'KL004'],
  ['void', null, null, 'KL004'],
  ['single', 1n, null, 'KL004'],
  ['hold', null, 1n, 'KL004'],
  ['post', 1n, 1n, 'KL004'],
  ['void', 999_999_999n, null, 'KL002'],
  ['single', null, 999_999_999n, 'KL002'],
  ['later', null, null, '23514'],
])('phase %s with pending %s and reverses %s is refused', async (phase, pending, reverses, code) => {
  const { bank, wallet } = await walletWith(100n);
  await expect(
    sql`select ledger.post(gen_random_uuid(), ${phase}, 'move', ${wallet}, ${bank}, 1, ${pending}, ${reverses}, null, 'system', 'test')`.execute(
      database.db,
    ),
  ).rejects.toMatchObject({ code });
});

test('no posting touches two members, alone or in a batch; the accounts of one member may pay each other', async () => {
  const [one, other] = [await walletWith(100n), await walletWith(100n)];
  for (const place of [post, hold])
    await expect(within((trx) => place(trx, asCommand(one.wallet, other.wallet, 1n)))).rejects.toMatchObject({
      message: expect.stringContaining('two members'),
    });
  const batch = await within((trx) =>
    postBatch(
      trx,
      [asCommand(one.wallet, other.wallet, 1n), asCommand(one.wallet, one.bank, 1n)].map(transferLine),
    ),
  );
  expect(batch).toMatchObject([expect.any(AppError), { debitAfter: 99n }]);
  expect((await balanceOf(other.wallet)).posted).toBe(100n);
});

test('a house account cannot hold, and accounts of two currencies do not trade', async () => {
  const { bank, wallet } = await walletWith(100n);
  await expect(within((trx) => hold(trx, asCommand(bank, wallet, 1n)))).rejects.toBeInstanceOf(AppError);
  const kip = await within((trx) => ensureHouseAccount(trx, 'bank', 'KBANK', 'LAK'));
  await expect(within((trx) => post(trx, asCommand(wallet, kip, 1n)))).rejects.toBeInstanceOf(AppError);
  expect(await balanceOf(wallet)).toEqual({ posted: 100n, held: 0n, available: 100n });
});

test.each([
  ['code', { code: 'Not A Code' }],
  ['actor', { actor: 'who is it' }],
  ['cause', { cause: '' }],
])('a posting with a bad %s is refused', async (_, bad) => {
  const { bank, wallet } = await walletWith(0n);
  await expect(within((trx) => post(trx, { ...asCommand(bank, wallet, 1n), ...bad }))).rejects.toBeInstanceOf(
    AppError,
  );
});

test('money in the ledger is whole satang: no column is a float', async () => {
  const { rows } = await sql`select column_name from information_schema.columns
    where table_schema = 'ledger' and data_type in ('real', 'double precision', 'numeric', 'money')`.execute(
    database.owner,
  );
  expect(rows).toEqual([]);
});
