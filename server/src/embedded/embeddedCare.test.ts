import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectAsOwner } from '../database/connect.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { until } from '../testing/moneyWorld.ts';
import { startEmbedded } from './embedded.ts';
import { foldersOf } from './embeddedFolders.ts';
import { isRunning, readPostmaster } from './embeddedPostmaster.ts';

test('a postmaster that dies while its server lives is started again where it was, with what was committed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-care-'));
  const database = await startEmbedded(folder);
  const db = connectAsOwner(database.url);
  try {
    await sql`create table kept (n integer)`.execute(db);
    await sql`insert into kept values (7)`.execute(db);
    for (let nth = 0; nth < 2; nth += 1) {
      const killed = await postmaster(folder);
      process.kill(killed, 'SIGKILL');
      // Until the database is back, every caller gets the answer that it is unavailable, and no other.
      await until(async () => {
        try {
          const { rows } = await sql`select n from kept`.execute(db);
          const now = await postmaster(folder);
          return rows.length === 1 && now > 0 && now !== killed;
        } catch (error) {
          expect([String(error), isDatabaseUnavailable(error)]).toEqual([String(error), true]);
          return false;
        }
      });
    }
  } finally {
    await db.destroy();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a stop while it is dead leaves it so, and gives the folder back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-care-'));
  const database = await startEmbedded(folder);
  process.kill(await postmaster(folder), 'SIGKILL');
  await database.stop();
  expect(await isRunning(foldersOf(folder))).toBe(false);
  // The folder is released: another start takes it over, and answers.
  const again = await startEmbedded(folder);
  const db = connectAsOwner(again.url);
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
  await db.destroy();
  await again.stop();
  await rm(folder, { recursive: true, force: true });
});

async function postmaster(folder: string): Promise<number> {
  return (await readPostmaster(foldersOf(folder)))?.pid ?? 0;
}
