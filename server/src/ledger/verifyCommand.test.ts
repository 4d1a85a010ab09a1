import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, connectAsOwner, type Db, type Trx } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { type EmbeddedDatabase, findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { post } from './post.ts';
import { makeRoot, sealPostings } from './sealer.ts';
import { verifyAll } from './verify.ts';
import { RunFile } from './verifyProgress.ts';

let folder: string;
let database: EmbeddedDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-verify-'));
  database = await startEmbedded(folder);
  await migrate(database.url);
  const db = connect(database.url);
  try {
    await db.transaction().execute((trx) => deposit(trx, 1));
  } finally {
    await db.destroy();
  }
});
afterEach(async () => {
  if (await findEmbedded(folder)) await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function deposit(trx: Trx, memberId: number): Promise<void> {
  await post(trx, {
    key: randomUUID(),
    code: 'deposit',
    debit: await ensureHouseAccount(trx, 'bank', 'KBANK'),
    credit: await ensureMemberAccount(trx, memberId, 'wallet'),
    amount: 100n,
    actor: 'system',
    cause: 'test',
  });
}

/** Does what only the owner of the database can do. */
async function tamper(owner: Db, statement: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(statement).execute(trx);
  });
}

function runVerify(): Promise<{ code: number | string; output: string }> {
  const { DATABASE_URL: _, ...env } = process.env;
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'verifyCommand.ts')],
      { env: { ...env, KRAPAO_DATA: folder } },
      (error, stdout, stderr) => done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

test('npm run verify reads the embedded database beside the running server, and leaves it running', async () => {
  expect(await runVerify()).toEqual({
    code: 0,
    output: 'The ledger and the audit log are sound: 1 postings replayed.\n',
  });
  expect(await findEmbedded(folder)).toBe(database.url);
});

test('npm run verify starts the embedded database where no server runs, and stops it again', async () => {
  await database.stop();
  expect(await runVerify()).toEqual({
    code: 0,
    output: 'The ledger and the audit log are sound: 1 postings replayed.\n',
  });
  expect(await findEmbedded(folder)).toBeUndefined();
});

test('npm run verify says what is wrong and ends with 1', async () => {
  const owner = connectAsOwner(database.url);
  await sql`update ledger.account set posted = posted + 1 where mode = 'strict'`.execute(owner);
  await owner.destroy();
  const { code, output } = await runVerify();
  expect(code).toBe(1);
  expect(output).toContain('NOT TRUE: a strict account replays to its balance');
});

test('a run that was interrupted goes on: what is verified is not read again, what came since is', async () => {
  const db = connect(database.url);
  const owner = connectAsOwner(database.url);
  try {
    const stopsAfterParts = new RunFile(folder);
    stopsAfterParts.end = async () => Promise.reject(new Error('interrupted'));
    await sealPostings(db);
    await makeRoot(db);
    await expect(verifyAll(owner, [], { file: stopsAfterParts })).rejects.toThrow('interrupted');
    // A change of what was verified is not seen now, but by the next whole run.
    await tamper(owner, 'update ledger.posting set amount = 7');
    await db.transaction().execute((trx) => deposit(trx, 2));
    expect(await verifyAll(owner, [], { file: new RunFile(folder) })).toEqual({
      findings: [],
      postings: 2,
      unchecked: [],
    });
    expect((await verifyAll(owner, [], { file: new RunFile(folder) })).findings).not.toEqual([]);
    await tamper(owner, 'update ledger.posting set amount = 100');
    await expect(verifyAll(owner, [], { file: stopsAfterParts })).rejects.toThrow('interrupted');
    await tamper(owner, 'update ledger.posting set amount = 7');
    // An account that moved is read again whole.
    await db.transaction().execute((trx) => deposit(trx, 1));
    expect((await verifyAll(owner, [], { file: new RunFile(folder) })).findings).not.toEqual([]);
  } finally {
    await Promise.all([db.destroy(), owner.destroy()]);
  }
});
