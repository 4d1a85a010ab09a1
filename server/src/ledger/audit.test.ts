import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Trx } from '../database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { sealAll } from '../testing/sealAll.ts';
import { balance, ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { FORMER_CHAIN } from './chains.ts';
import { headsFile, readHeads } from './heads.ts';
import { post } from './post.ts';
import { currentHead, makeRoot, sealPostings, startSealer } from './sealer.ts';
import { verify } from './verify.ts';

let database: TestDatabase;
let bank: bigint;
let payout: bigint;
let wallet: bigint;
let other: bigint;

beforeEach(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
  await database.db.transaction().execute(async (trx) => {
    bank = await ensureHouseAccount(trx, 'bank', 'KBANK');
    payout = await ensureHouseAccount(trx, 'payout');
    wallet = await ensureMemberAccount(trx, 1, 'wallet');
    other = await ensureMemberAccount(trx, 2, 'wallet');
  });
});
afterEach(() => database.close());

const deposit = (trx: Trx, credit = wallet) =>
  post(trx, {
    key: randomUUID(),
    code: 'deposit',
    debit: bank,
    credit,
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

/** A posting whose transaction stays open; call what it resolves to, to commit. */
async function lateCommit(body: (trx: Trx) => Promise<unknown>): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => {
    release = done;
  });
  return new Promise((began, failed) => {
    const late = database.db.transaction().execute(async (trx) => {
      await body(trx);
      began(async () => {
        release();
        await late;
      });
      await gate;
    });
    late.catch(failed);
  });
}
const fee = (trx: Trx) =>
  post(trx, {
    key: randomUUID(),
    code: 'move',
    debit: bank,
    credit: payout,
    amount: 1n,
    actor: 'system',
    cause: 'between house accounts',
  });
const headsNow = async () =>
  (
    await sql<{ account: bigint; version: bigint }>`
      select account_id as account, version from ledger.head order by account_id`.execute(database.owner)
  ).rows.map(({ account, version }) => [account, version]);

test.each([
  ['a member’s account', deposit, () => wallet],
  ['house accounts', fee, () => 0n],
])(
  'a posting of %s with a lower id that commits late is sealed, though the sealer has long passed it',
  async (_, write, account) => {
    const commit = await lateCommit(write);
    await database.db.transaction().execute((trx) => deposit(trx, other));
    // The fence of the checkpoints waits for the open transaction, the chains do not.
    for (let nth = 0; nth < 4; nth += 1) expect(await sealPostings(database.db)).toBe(0n);
    await makeRoot(database.db);
    expect(await headsNow()).toEqual([[other, 1n]]);
    await commit();
    // Older than the root, and not sealed yet.
    expect(await checks()).toEqual([]);
    await sealPostings(database.db);
    expect(await headsNow()).toContainEqual([account(), 1n]);
    // The posting is older than the root, which does not cover it.
    expect(await checks()).toEqual([]);
    await makeRoot(database.db);
    await database.db.transaction().execute((trx) => deposit(trx));
    await sealPostings(database.db);
    expect(await checks()).toEqual([]);
    await tamper('delete from ledger.root where seq = 2; delete from ledger.root_exception');
    expect(await checks()).toContain('the root over all accounts is that of their postings');
  },
);

test('nodes that seal at once, while members are paid, make one chain of each account', async () => {
  const nodes = Array.from({ length: 3 }, () => connect(database.url));
  try {
    let isOver = false;
    const sealing = nodes.map(async (node) => {
      while (!isOver) {
        await sealPostings(node);
        await makeRoot(node);
      }
    });
    await Promise.all(
      nodes.map(async (node) => {
        for (let nth = 0; nth < 20; nth += 1)
          await node
            .transaction()
            .execute((trx) => (nth % 3 === 0 ? fee(trx) : deposit(trx, nth % 2 ? wallet : other)));
      }),
    );
    isOver = true;
    await Promise.all(sealing);
    await sealPostings(database.db);
    await makeRoot(database.db);
    expect((await headsNow()).map(([, version]) => version).toSorted()).toEqual([18n, 21n, 21n]);
    expect(await verify(database.owner)).toEqual([]);
  } finally {
    await Promise.all(nodes.map((node) => node.destroy()));
  }
});

test('an account is not sealed past a posting that is gone, and verify tells', async () => {
  for (let nth = 0; nth < 3; nth += 1) await database.db.transaction().execute((trx) => deposit(trx));
  await tamper(`delete from ledger.posting where credit_version = 2`);
  await sealPostings(database.db);
  expect(await headsNow()).toEqual([[wallet, 1n]]);
  expect(await checks()).toContain(
    'a strict account replays to its balance, without gaps and never below its floor',
  );
});

test('a house account is its checkpoint and what came since', async () => {
  await database.db.transaction().execute((trx) => deposit(trx));
  await sealAll(database.db, 1n);
  await database.db.transaction().execute((trx) => deposit(trx));
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
  [
    'update ledger.posting set debit = (select id from ledger.account where member_id = 2) where debit_version is null and credit_version = 1',
    'no posting touches two members',
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
  ['alter table ledger.head disable trigger head_goes_on', 'postings are protected from change'],
  ["update ledger.posting set cause = 'another' where credit_version is null", 'the audit chain is unbroken'],
  ['delete from ledger.posting where credit_version is null', 'the audit chain is unbroken'],
  ['delete from ledger.posting where credit_version = 2', 'the audit chain is unbroken'],
  ["update ledger.head set hash = '' where account_id > 0", 'the audit chain is unbroken'],
  ['update ledger.head set posted = posted + 1 where account_id > 0', 'the audit chain is unbroken'],
  ["update ledger.root set sums = 'THB:0:0'", 'the audit chain is unbroken'],
  ["update ledger.root set sums = 'THB:0:0'", 'the root over all accounts is that of their postings'],
  [
    "update ledger.posting set group_id = gen_random_uuid(), currency = case when id = 1 then 'LAK' else 'THB' end",
    'a posting is between two accounts of its currency',
  ],
  [
    "update ledger.posting set group_id = '0b9f2b4e-0000-4000-8000-000000000000', currency = case when credit_version = 1 then 'LAK' else 'THB' end",
    'the accounts that a group touches sum to zero in one currency',
  ],
  [
    'update ledger.posting set credit_version = null',
    'a strict account replays to its balance, without gaps and never below its floor',
  ],
  [
    'update ledger.posting set debit_version = 1, debit_after = 0 where credit_version = 1',
    'a derived account has no versions',
  ],
  [
    'update ledger.posting set reverses_id = id - 1 where credit_version = 2',
    'a reversal mirrors its posting, once',
  ],
  [
    'update ledger.account set held = 1 where id = (select min(credit) from ledger.posting where credit_version = 1)',
    'what an account holds is the sum of its open holds',
  ],
  ['update ledger.posting set idem = (select idem from ledger.posting limit 1)', 'a key is booked once'],
])('verify notices: %s', async (statement, check) => {
  await database.db.transaction().execute((trx) => deposit(trx));
  await database.db.transaction().execute((trx) => deposit(trx));
  await database.db.transaction().execute(fee);
  await sealAll(database.db, 3n);
  await makeRoot(database.db);
  await tamper(statement);
  expect(await checks()).toContain(check);
});

test('verify notices: two versions of an account change places', async () => {
  for (let nth = 0; nth < 3; nth += 1) await database.db.transaction().execute((trx) => deposit(trx));
  await sealAll(database.db, 3n);
  // The balances after them fit: only the chain tells.
  await tamper(`drop index ledger.posting_0_credit_version;
    update ledger.posting set credit_version = 3 - credit_version, credit_after = 300 - credit_after where credit_version < 3`);
  expect(await checks()).toEqual(['the audit chain is unbroken']);
});

test('seals from before accounts had chains are still checked, and the first root continues them', async () => {
  await database.db.transaction().execute((trx) => deposit(trx));
  await sealAll(database.db, 1n);
  const { rows } = await sql<{ line: string }>`
    select ${FORMER_CHAIN.row} as line from ledger.posting`.execute(database.owner);
  const hash = createHash('sha256')
    .update(createHash('sha256').digest())
    .update(rows[0]?.line ?? '')
    .digest('hex');
  const head = { chain: 'ledger', seq: 1n, hash, form: 1 } as const;
  await tamper(`update ledger.seal set hash = decode('${hash}', 'hex')`);
  await makeRoot(database.db);
  expect(await verify(database.owner, [head])).toEqual([]);
  expect(await verify(database.owner, [{ ...head, hash: '00' }])).toHaveLength(1);
  await tamper(`update ledger.seal set hash = sha256('')`);
  // The seal itself, and the root that continues it.
  expect(await verify(database.owner)).toHaveLength(2);
});

test('a chain that was rewritten as a whole differs from the exported head', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-heads-'));
  const file = headsFile(folder);
  try {
    await database.db.transaction().execute((trx) => deposit(trx));
    const sealer = startSealer(database.db, file, (error) => {
      throw error;
    });
    await expect.poll(() => currentHead(database.db)).toBeDefined();
    await sealer.stop();
    const heads = await readHeads(file);
    expect(heads).toHaveLength(1);
    expect(await verify(database.owner, heads)).toEqual([]);
    await tamper(
      "delete from ledger.head; delete from ledger.root; update ledger.seal_hint set again_after = 0; update ledger.posting set cause = 'rewritten'",
    );
    await sealPostings(database.db);
    await makeRoot(database.db);
    expect(await verify(database.owner)).toEqual([]);
    expect(await verify(database.owner, heads)).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
