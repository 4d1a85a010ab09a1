import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { type Archived, archivePart, listParts } from './archivePart.ts';
import type { Posted } from './command.ts';
import type { Head } from './heads.ts';
import { hold, post, postHold, reverse } from './post.ts';
import { currentHead, makeRoot, sealPostings } from './sealer.ts';
import { verify, verifyAll } from './verify.ts';

let database: TestDatabase;
let folder: string;
let bank: bigint;
let game: bigint;
let payout: bigint;
let wallet: bigint;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-archive-'));
  database = await createTestDatabase(OWN_CLUSTER);
  await database.db.transaction().execute(async (trx) => {
    bank = await ensureHouseAccount(trx, 'bank', 'KBANK');
    game = await ensureHouseAccount(trx, 'provider', 'pg');
    payout = await ensureHouseAccount(trx, 'payout');
    wallet = await ensureMemberAccount(trx, 1, 'wallet');
  });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const write = (code: string, debit: bigint, credit: bigint, amount: bigint, key: string = randomUUID()) =>
  database.db
    .transaction()
    .execute((trx) => post(trx, { key, code, debit, credit, amount, actor: 'system', cause: 'a | "b"\n' }));
const deposit = (key?: string) => write('deposit', bank, wallet, 100_00n, key);
const bet = (key?: string) => write('game_bet', wallet, game, 1_00n, key);
const win = () => write('game_win', game, wallet, 2_00n);
const findings = async () => (await verifyAll(database.owner, [], { archives: folder })).findings;

/** Begins the next part as if the last one had begun two months ago. */
async function turnMonth(): Promise<void> {
  await sql`update ledger.posting_part set began_at = began_at - interval '62 days' where began_at is not null`.execute(
    database.owner,
  );
  const { rows } = await sql<{ begun: number }>`select ledger.turn_month(1) as begun`.execute(database.db);
  expect(rows).toEqual([{ begun: 1 }]);
}

/** Archives the oldest part as if it had ended two days ago. */
async function archive(): Promise<Archived> {
  await expect
    .poll(async () => {
      await sealPostings(database.db);
      await sql`select ledger.count_postings()`.execute(database.db);
      const { rows } = await sql`
        select from ledger.posting where xid >= (select xid_to from ledger.report_stamp) limit 1`.execute(
        database.db,
      );
      return rows.length;
    })
    .toBe(0);
  await makeRoot(database.db);
  await sql`update ledger.posting_part set began_at = began_at - interval '2 days' where began_at is not null`.execute(
    database.owner,
  );
  const part = (await listParts(database.owner)).find(({ state }) => state === 'ended');
  if (part === undefined) throw new Error('no part has ended');
  return archivePart(database.owner, part, folder);
}

test('a part begins with a month while postings go on, and another stands ready', async () => {
  await deposit();
  const { rows } = await sql<{ begun: number }>`select ledger.turn_month(1) as begun`.execute(database.db);
  expect(rows).toEqual([{ begun: 0 }]);
  const [posted] = await Promise.all([Promise.all(Array.from({ length: 50 }, () => deposit())), turnMonth()]);
  await deposit();
  expect(new Set(posted.map(({ id }) => id)).size).toBe(50);
  const { rows: parts } = await sql<{ part: string }>`
    select distinct tableoid::regclass::text as part from ledger.posting order by 1`.execute(database.owner);
  expect(parts.map(({ part }) => part)).toEqual(['ledger.posting_0', 'ledger.posting_1']);
  expect(await listParts(database.owner)).toMatchObject([
    { number: 0, state: 'open' },
    { number: 1, state: 'open' },
  ]);
  expect(await verify(database.owner)).toEqual([]);
});

test('a part with few postings goes on into the next month, and a turn that was taken back does not move ids back', async () => {
  await deposit();
  await sql`update ledger.posting_part set began_at = began_at - interval '62 days' where number = 0`.execute(
    database.owner,
  );
  const { rows } = await sql<{ begun: number }>`select ledger.turn_month() as begun`.execute(database.db);
  expect(rows).toEqual([{ begun: 0 }]);
  await database.db
    .transaction()
    .execute(async (trx) => {
      await sql`select ledger.turn_month(1)`.execute(trx);
      throw new Error('taken back');
    })
    .catch(() => undefined);
  const first = await deposit();
  await turnMonth();
  expect((await deposit()).id).toBe(first.id + 1n);
  expect(await verify(database.owner)).toEqual([]);
});

test('keys, holds and reversals of an archived part answer as before, and bets are only in the file', async () => {
  const key = randomUUID();
  const betKey = randomUUID();
  const first = await deposit(key);
  const taken = await write('adjustment', bank, wallet, 7_00n);
  const held = await database.db.transaction().execute((trx) =>
    hold(trx, {
      key: randomUUID(),
      code: 'withdraw',
      debit: wallet,
      credit: payout,
      amount: 30_00n,
      actor: 'system',
      cause: 'w',
    }),
  );
  await bet(betKey);
  await win();
  await turnMonth();
  await bet();
  await deposit();
  const { postings, kept } = await archive();
  expect({ postings, kept }).toEqual({ postings: 5n, kept: 3n });
  expect(await findings()).toEqual([]);

  expect(await deposit(key)).toEqual({ ...first, replayed: true });
  await expect(write('deposit', bank, wallet, 1n, key)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_MISMATCH',
  });
  await expect(bet(betKey)).rejects.toThrow('is in the archive');
  const resolve = () =>
    database.db
      .transaction()
      .execute(
        (trx): Promise<Posted> =>
          postHold(trx, { key: randomUUID(), pendingId: held.id, actor: 'system', cause: 'w' }),
      );
  await resolve();
  await expect(resolve()).rejects.toThrow('posting_pending_once');
  const takeBack = () =>
    database.db.transaction().execute((trx) =>
      reverse(trx, {
        key: randomUUID(),
        postingId: taken.id,
        code: 'adjustment',
        actor: 'system',
        cause: 'r',
      }),
    );
  await takeBack();
  await expect(takeBack()).rejects.toThrow('posting_reversed_once');
  await win();
  expect(await findings()).toEqual([]);

  await turnMonth();
  await deposit();
  expect(await archive()).toMatchObject({ postings: 5n, kept: 3n });
  expect(await findings()).toEqual([]);
});

test.each([
  ['a file that was changed', () => changeFile((path) => appendFile(path, 'x'))],
  ['a file that is missing', () => changeFile((path) => rename(path, `${path}.away`))],
  ['a balance that was carried', () => tamper('update ledger.carried set posted = posted + 1')],
  ['a chain that was carried', () => tamper("update ledger.carried set hash = sha256('x')")],
  ['an account that nothing carried', () => tamper('insert into ledger.carried values (999, 0, 1, 0)')],
  [
    'a kept posting that was changed',
    () => tamper('update ledger.posting set amount = 1 where id < 10000000000'),
  ],
  [
    'what a house account was carried with',
    () => tamper('update ledger.carried set posted = posted + 1 where version = 0'),
  ],
  ['the roots that cover it', () => tamper('truncate ledger.root_exception, ledger.root cascade')],
  ['a key that is gone', () => tamper('delete from ledger.posting_key')],
  ['a part that its name lets change', () => tamper('drop trigger posting_immutable on ledger.posting_1')],
])('verify notices: %s', async (_what, change) => {
  await deposit();
  await bet();
  await turnMonth();
  await bet();
  const { path } = await archive();
  file = path;
  expect(await findings()).toEqual([]);
  await change();
  expect(await findings()).not.toEqual([]);
});

let file = '';
const changeFile = (change: (path: string) => Promise<void>) => change(file);

/** Does what only the owner of the database can do. */
async function tamper(statement: string): Promise<void> {
  await database.owner.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql.raw(statement).execute(connection);
    await sql`set session_replication_role = origin`.execute(connection);
  });
}

test('without the files, verify goes on from what was carried, proves it, and says what it did not check', async () => {
  const other = await database.db.transaction().execute((trx) => ensureMemberAccount(trx, 2, 'wallet'));
  await deposit();
  await write('deposit', bank, other, 5_00n);
  await database.db.transaction().execute((trx) =>
    hold(trx, {
      key: randomUUID(),
      code: 'withdraw',
      debit: wallet,
      credit: payout,
      amount: 30_00n,
      actor: 'system',
      cause: 'w',
    }),
  );
  await write('move', bank, payout, 3n);
  await bet();
  await sealPostings(database.db);
  await makeRoot(database.db);
  await sql`select ledger.prove_owed()`.execute(database.db);
  const { hash, seq } = (await currentHead(database.db)) as Head;
  const exported: Head[] = [{ chain: 'root', seq, hash, form: 2 }];
  await turnMonth();
  await win();
  await write('move', bank, payout, 4n);
  await archive();
  const verified = async () => verifyAll(database.owner, exported);
  const { findings: none, postings, unchecked } = await verified();
  expect(none).toEqual([]);
  // Those of the new part, and those between house accounts, which stay.
  expect(postings).toBe(3);
  expect(unchecked).toEqual([
    expect.stringContaining('5 archived postings, of which the database has 4'),
    expect.stringContaining(`root ${seq}, the newest that was exported`),
    'the sums of what members were owed at roots before the last archive: 1',
    expect.stringContaining('totals of reports'),
  ]);
  // One account moved since it was archived, the other did not.
  for (const account of [wallet, other]) {
    for (const change of [
      'posted = posted + 1',
      'held = held + 1',
      "hash = sha256('x')",
      'version = version - 1',
    ]) {
      await tamper(
        `create table saved as select * from ledger.carried; update ledger.carried set ${change} where account_id = ${account}`,
      );
      expect((await verified()).findings, change).not.toEqual([]);
      await tamper(
        'delete from ledger.carried; insert into ledger.carried select * from saved; drop table saved',
      );
    }
  }
  expect(await findings()).toEqual([]);
});

test('a part is archived only when its postings are sealed and a root covers them', async () => {
  await deposit();
  await turnMonth();
  await sql`update ledger.posting_part set began_at = began_at - interval '2 days'`.execute(database.owner);
  const archived = () => sql`select ledger.archive_part(0, 1, '\\x00')`.execute(database.owner);
  await expect(archived()).rejects.toThrow('not counted in the reports yet');
  await tamper('update ledger.report_stamp set xid_to = pg_current_xact_id()');
  await expect(archived()).rejects.toThrow('postings of part 0 are not sealed yet');
  await sealPostings(database.db);
  await expect(archived()).rejects.toThrow('no root covers all postings of part 0 yet');
});

test('what has not ended, is not the oldest or differs from its file is not archived', async () => {
  const archivedAs = (number: number, postings: number) =>
    sql`select ledger.archive_part(${number}, ${postings}, '\\x00')`.execute(database.owner);
  await deposit();
  await expect(archivedAs(0, 1)).rejects.toThrow('has not ended');
  await turnMonth();
  await deposit();
  await expect(archivedAs(0, 1)).rejects.toThrow('less than a day ago');
  await expect(archivedAs(1, 1)).rejects.toThrow('not the oldest');
  await sql`update ledger.posting_part set began_at = began_at - interval '2 days'`.execute(database.owner);
  await expect(archivedAs(0, 2)).rejects.toThrow('part 0 has 1 postings of members, the file 2');
  await expect(sql`select ledger.archive_part(0, 1, '\\x00')`.execute(database.db)).rejects.toThrow(
    'permission denied',
  );
});

test.each([
  'update ledger.posting_1 set amount = 2',
  'truncate ledger.posting_1',
  'delete from ledger.posting_key',
])('refused to the owner and to the application: %s', async (statement) => {
  await expect(sql.raw(statement).execute(database.owner)).rejects.toMatchObject({ code: 'KL005' });
  await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('permission denied');
});
