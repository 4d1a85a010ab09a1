import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectAsOwner } from '../database/connect.ts';
import { until } from '../testing/moneyWorld.ts';
import { startEmbedded } from './embedded.ts';
import { foldersOf } from './embeddedFolders.ts';
import { isRunning, readPostmaster } from './embeddedPostmaster.ts';

// A stopped process is alive and answers nobody, like a postmaster whose recovery process was killed.
const WAIT_MS = 120_000;

test.concurrent('a postmaster that lives and does not answer is ended and started again where it was', {
  timeout: WAIT_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-silence-'));
  const database = await startEmbedded(folder);
  const db = connectAsOwner(database.url);
  try {
    await sql`create table kept (n integer)`.execute(db);
    await sql`insert into kept values (7)`.execute(db);
    await db.destroy();
    const silent = await silence(folder);
    await until(async () => {
      const now = await readPostmaster(foldersOf(folder));
      return now !== undefined && now.pid !== silent && now.ready;
    }, WAIT_MS);
    const again = connectAsOwner(database.url);
    const { rows } = await sql`select n from kept`.execute(again);
    expect(rows).toEqual([{ n: 7 }]);
    await again.destroy();
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test.concurrent('a postmaster that does not answer is no hindrance to a stop', {
  timeout: WAIT_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-silence-'));
  const database = await startEmbedded(folder);
  await silence(folder);
  await database.stop();
  expect(await isRunning(foldersOf(folder))).toBe(false);
  const again = await startEmbedded(folder);
  expect(again.reused).toBe(false);
  await again.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Suspends the postmaster's process without ending it. */
async function silence(folder: string): Promise<number> {
  const { pid = 0 } = (await readPostmaster(foldersOf(folder))) ?? {};
  process.kill(pid, 'SIGSTOP');
  return pid;
}
