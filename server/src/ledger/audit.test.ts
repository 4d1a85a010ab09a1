import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { Trx } from '../database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sealAll } from '../testing/sealAll.ts';
import { balance, ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { headsFile, readHeads } from './heads.ts';
import { post } from './post.ts';
import { currentHead, sealPostings, startSealer } from './sealer.ts';
import { verify } from './verify.ts';

let database: TestDatabase;
let bank: bigint;
let wallet: bigint;

beforeEach(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  await database.db.transaction().execute(async (trx) => {
    bank = await ensureHouseAccount(trx, 'bank', 'KBANK');
    wallet = await ensureMemberAccount(trx, 1, 'wallet');
  });
});
afterEach(() => database.close());

const deposit = (trx: Trx) =>
  post(trx, {
    key: randomUUID(),
    code: 'deposit',
    debit: bank,
    credit: wallet,
    amount: 100n,
    actor: 'system',
    cause: "it's a | \\ ทดสอบ",
  });
const checks = async () => [...new Set((await verify(database.owner)).map(({ check }) => check))];

/** Does what only the owner of the database can do. */
async function tamper(statement: string): Promise<void> {
  await database.owner.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql.raw(statement).execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
  });
}

test('the sealer waits for a posting with a lower id that commits late', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  let began: () => void = () => undefined;
  const started = new Promise<void>((done) => {
    began = done;
  });
  const payout = await database.db.transaction().execute((trx) => ensureHouseAccount(trx, 'payout'));
  const late = database.db.transaction().execute(async (trx) => {
    await post(trx, {
      key: randomUUID(),
      code: 'move',
      debit: bank,
      credit: payout,
      amount: 1n,
      actor: 'system',
      cause: 'late',
    });
    began();
    await gate;
  });
  await started;
  await database.db.transaction().execute(deposit);
  expect(await sealPostings(database.db)).toBe(0n);
  release();
  await late;
  await sealAll(database.db, 2n);
  expect(await verify(database.owner)).toEqual([]);
});

test('a house account is its checkpoint and what came since', async () => {
  await database.db.transaction().execute(deposit);
  await sealAll(database.db, 1n);
  await database.db.transaction().execute(deposit);
  expect((await database.db.transaction().execute((trx) => balance(trx, bank))).posted).toBe(-200n);
  expect(await verify(database.owner)).toEqual([]);
});

test.each([
  ['update ledger.posting set amount = 200', 'the audit chain is unbroken'],
  ["update ledger.posting set cause = 'another'", 'the audit chain is unbroken'],
  ['delete from ledger.posting', 'the audit chain is unbroken'],
  [
    "update ledger.account set posted = posted + 1 where mode = 'strict'",
    'a strict account replays to its balance, without gaps and never below its floor',
  ],
  [
    'update ledger.checkpoint set posted = posted + 1',
    'a derived account sums to its checkpoint and what came since',
  ],
  ['update ledger.posting set credit = 999999', 'a posting is between two accounts of its currency'],
  ["update ledger.posting set currency = 'LAK'", 'a posting is between two accounts of its currency'],
  ["update ledger.posting set phase = 'void'", 'a hold is resolved at most once, by a posting like it'],
  [
    "update ledger.account set posted = 1 where mode = 'derived'",
    'a strict account has a floor; a derived one has none, and no balance of its own',
  ],
  [
    "update ledger.account set floor = -999 where mode = 'derived'",
    'a strict account has a floor; a derived one has none, and no balance of its own',
  ],
  ['alter table ledger.posting disable trigger posting_immutable', 'postings are protected from change'],
])('verify notices: %s', async (statement, check) => {
  await database.db.transaction().execute(deposit);
  await sealAll(database.db, 1n);
  expect(await checks()).toEqual([]);
  await tamper(statement);
  expect(await checks()).toContain(check);
});

test('verify takes transactions in the order of their numbers, not of their digits', async () => {
  await database.db.transaction().execute(deposit);
  await database.db.transaction().execute(deposit);
  await tamper(
    "update ledger.posting set xid = case id when (select min(id) from ledger.posting) then '9' else '10' end::xid8",
  );
  await sealAll(database.db, 2n);
  expect(await verify(database.owner)).toEqual([]);
});

test('a chain that was rewritten as a whole differs from the exported head', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-heads-'));
  const file = headsFile(folder);
  try {
    await database.db.transaction().execute(deposit);
    const sealer = startSealer(database.db, file, (error) => {
      throw error;
    });
    await expect.poll(() => currentHead(database.db)).toBeDefined();
    await sealer.stop();
    const heads = await readHeads(file);
    expect(heads).toHaveLength(1);
    expect(await verify(database.owner, heads)).toEqual([]);
    await tamper(
      "delete from ledger.seal; delete from ledger.checkpoint; update ledger.posting set cause = 'rewritten'",
    );
    await sealAll(database.db, 1n);
    expect(await verify(database.owner)).toEqual([]);
    expect(await verify(database.owner, heads)).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
