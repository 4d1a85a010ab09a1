import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, connectAsOwner } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../ledger/account.ts';
import { post } from '../ledger/post.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { startSystemPostgres } from '../testing/systemPostgres.ts';
import { backUp } from './backUp.ts';
import { restore } from './restore.ts';

let root: string;
let data: string;
let system: Awaited<ReturnType<typeof startSystemPostgres>>;

const say = () => undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'krapao-dump-'));
  data = join(root, 'data');
  await mkdir(join(data, 'files', 'slips'), { recursive: true });
  await writeFile(join(data, 'files', 'slips', 'first.jpg'), 'a slip');
  system = await startSystemPostgres();
});

afterAll(async () => {
  await system?.stop();
  await rm(root, { recursive: true, force: true });
});

/** A folder that is the whole PATH, with a pg_dump that reports this version. */
async function pathWith(version: string | undefined): Promise<NodeJS.ProcessEnv> {
  const folder = await mkdtemp(join(root, 'path-'));
  if (version !== undefined)
    await writeFile(join(folder, 'pg_dump'), `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}"\n`, {
      mode: 0o755,
    });
  return { PATH: folder };
}

const site = () => ({ dataFolder: data, databaseUrl: OWN_CLUSTER });

test('without pg_dump on the PATH a backup says what to install', async () => {
  const environment = await pathWith(undefined);
  await expect(backUp(site(), join(root, 'none'), environment, say)).rejects.toThrow(
    'pg_dump of PostgreSQL 18 or newer is needed, and there is none on the PATH; install the PostgreSQL 18 client programs (postgresql-client-18 on Debian) or put their folder on the PATH.',
  );
});

test.each([
  ['9.6.24', '9'],
  ['17.6 (Debian 17.6-1)', '17'],
])('pg_dump %s does not fit PostgreSQL 18, and a backup says so', async (version, major) => {
  await expect(backUp(site(), join(root, 'old'), await pathWith(version), say)).rejects.toThrow(
    `the one on the PATH is of PostgreSQL ${major};`,
  );
});

test('a database is dumped under writes and restored into another one, sound; into a full one only when told to', async () => {
  if (system === undefined) {
    // This machine has no PostgreSQL of its own. The backup must report that; see the test above.
    await expect(backUp(site(), join(root, 'here'), await pathWith(undefined), say)).rejects.toThrow(
      'is needed',
    );
    return;
  }
  const environment = { PATH: system.programs };
  const source = await newDatabase(system.url, 'source');
  const backup = join(root, 'backup');
  const before = await backUpUnderWrites(source, backup, environment);

  const target = {
    dataFolder: join(root, 'fresh'),
    databaseUrl: await newDatabase(system.url, 'target', false),
  };
  expect((await restore(backup, target, false, environment, say)).findings).toEqual([]);
  expect(await readFile(join(target.dataFolder, 'files', 'slips', 'first.jpg'), 'utf8')).toBe('a slip');
  expect(await readdir(target.dataFolder)).toEqual(['files']);
  const keys = await keysOf(target.databaseUrl);
  expect(before.filter((key) => !keys.has(key))).toEqual([]);
  // The dump contains the application's privileges: it can read the ledger and cannot write it.
  const db = connect(target.databaseUrl);
  await expect(sql`delete from ledger.posting`.execute(db)).rejects.toThrow('permission denied');
  await db.destroy();
  expect(await migrate(target.databaseUrl)).toEqual([]);

  const second = { ...target, dataFolder: join(root, 'second') };
  await expect(restore(backup, second, false, environment, say)).rejects.toThrow('is not empty');
  const idle = new pg.Client({ connectionString: target.databaseUrl });
  await idle.connect();
  await expect(restore(backup, second, true, environment, say)).rejects.toThrow('in use by 1 connections');
  await idle.end();
  expect((await restore(backup, second, true, environment, say)).findings).toEqual([]);
  expect(await keysOf(target.databaseUrl)).toEqual(keys);

  const embedded = { ...target, databaseUrl: undefined };
  await expect(restore(backup, embedded, true, environment, say)).rejects.toThrow('set DATABASE_URL');
});

async function newDatabase(server: string, name: string, isMigrated = true): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
  const url = new URL(server);
  url.pathname = `/${name}`;
  if (isMigrated) await migrate(url.href);
  return url.href;
}

/** @returns keys of postings that were acknowledged before the backup began */
async function backUpUnderWrites(
  url: string,
  backup: string,
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const db = connect(url);
  const acknowledged: string[] = [];
  let isOver = false;
  const accounts = await db.transaction().execute(async (trx) => ({
    debit: await ensureHouseAccount(trx, 'bank', 'KBANK'),
    credit: await ensureMemberAccount(trx, 1, 'wallet'),
  }));
  const writing = (async () => {
    while (!isOver) {
      const key = randomUUID();
      const terms = { key, code: 'deposit', amount: 1n, actor: 'system', cause: `test ${key}` } as const;
      await db.transaction().execute((trx) => post(trx, { ...terms, ...accounts }));
      acknowledged.push(key);
    }
  })();
  try {
    await vi.waitUntil(() => acknowledged.length > 20, { timeout: 60_000 });
    const before = [...acknowledged];
    await backUp({ dataFolder: data, databaseUrl: url }, backup, environment, say);
    return before;
  } finally {
    isOver = true;
    await writing;
    await db.destroy();
  }
}

async function keysOf(url: string): Promise<Set<string>> {
  const owner = connectAsOwner(url);
  const rows = await owner.selectFrom('ledger.posting').select('idem').execute();
  await owner.destroy();
  return new Set(rows.map(({ idem }) => idem));
}
