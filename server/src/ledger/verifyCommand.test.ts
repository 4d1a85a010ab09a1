import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, connectAsOwner } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { type EmbeddedDatabase, findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { ensureHouseAccount, ensureMemberAccount } from './account.ts';
import { post } from './post.ts';

let folder: string;
let database: EmbeddedDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-verify-'));
  database = await startEmbedded(folder);
  await migrate(database.url);
  const db = connect(database.url);
  try {
    await db.transaction().execute(async (trx) => {
      const bank = await ensureHouseAccount(trx, 'bank', 'KBANK');
      const wallet = await ensureMemberAccount(trx, 1, 'wallet');
      await post(trx, {
        key: randomUUID(),
        code: 'deposit',
        debit: bank,
        credit: wallet,
        amount: 100n,
        actor: 'system',
        cause: 'test',
      });
    });
  } finally {
    await db.destroy();
  }
});
afterEach(async () => {
  if (await findEmbedded(folder)) await database.stop();
  await rm(folder, { recursive: true, force: true });
});

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
