import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, connectAsOwner } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { type EmbeddedDatabase, startEmbedded } from '../embedded/embedded.ts';
import { ensureHouseAccount, ensureMemberAccount } from '../ledger/account.ts';
import { exportHead, headsFile } from '../ledger/heads.ts';
import { post } from '../ledger/post.ts';
import { currentHead, makeRoot, sealPostings } from '../ledger/sealer.ts';
import { markRestored, marksOf } from '../siteMarks.ts';
import { backUp } from './backUp.ts';
import { type Manifest, readManifest, writeManifest } from './manifest.ts';
import { restore } from './restore.ts';

const WRITERS = 4;
const MANIFEST_FILES = ['manifest.json', 'manifest.sha256'];

let root: string;
let data: string;
let backup: string;
let database: EmbeddedDatabase;
const said: string[] = [];
/** Keys of postings that were acknowledged before the backup began, and all keys that were sent. */
const acknowledged: string[] = [];
const sent = new Set<string>();
let before: string[] = [];
/** What the restored copy shows. */
let restoreCode = '';

const say = (line: string) => void said.push(line);
const site = (dataFolder: string) => ({ dataFolder, databaseUrl: undefined });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'krapao-backup-'));
  data = join(root, 'data');
  backup = join(root, 'backup');
  // The minimum WAL that PostgreSQL keeps, so that it is recycled during the copy.
  database = await startEmbedded(data, { max_wal_size: '32MB', min_wal_size: '32MB' });
  await migrate(database.url);
  await mkdir(join(data, 'files', 'slips'), { recursive: true });
  await writeFile(join(data, 'files', 'slips', 'first.jpg'), 'a slip');
  await writeFile(join(data, 'secret'), 'the master key');
  await writeFile(join(data, 'first-operator-password'), 'not for backups');
  await backUpUnderLoad();
});

afterAll(async () => {
  await database.stop();
  await rm(root, { recursive: true, force: true });
});

async function backUpUnderLoad(): Promise<void> {
  const db = connect(database.url);
  const owner = connectAsOwner(database.url);
  const { bank, wallets } = await db.transaction().execute(async (trx) => ({
    bank: await ensureHouseAccount(trx, 'bank', 'KBANK'),
    wallets: await Promise.all([1, 2, 3].map((member) => ensureMemberAccount(trx, member, 'wallet'))),
  }));
  let isOver = false;
  const write = async (nth: number) => {
    while (!isOver) {
      const key = randomUUID();
      sent.add(key);
      await db.transaction().execute((trx) =>
        post(trx, {
          key,
          code: 'deposit',
          debit: bank,
          credit: wallets[nth % wallets.length] as bigint,
          amount: 1n,
          actor: 'system',
          cause: `test ${key}`,
        }),
      );
      acknowledged.push(key);
    }
  };
  const churn = async () => {
    for (let round = 0; round < 12 && !isOver; round += 1) {
      await sealPostings(db);
      await sql`select pg_switch_wal()`.execute(owner);
      await sql`checkpoint`.execute(owner);
    }
  };
  const load = Promise.all(Array.from({ length: WRITERS }, (_, nth) => write(nth)));
  // A writer that fails ends this at once, and with its own words.
  await Promise.race([load, vi.waitUntil(() => acknowledged.length > 50, { timeout: 60_000 })]);
  await sealPostings(db);
  await makeRoot(db);
  const head = await currentHead(db);
  if (head) await exportHead(headsFile(data), head);
  before = [...acknowledged];
  const end = () => {
    isOver = true;
  };
  try {
    await Promise.all([backUp(site(data), backup, {}, say).finally(end), load, churn()]);
  } finally {
    end();
    await Promise.all([db.destroy(), owner.destroy()]);
  }
}

test('a backup taken under writes restores to a sound ledger with all that was acknowledged before', async () => {
  expect(acknowledged.length).toBeGreaterThan(before.length);
  expect(await readdir(root)).not.toContain('backup.partial');
  const target = join(root, 'fresh');
  const { findings, code } = await restore(backup, site(target), false, {}, say);
  restoreCode = code ?? '';
  expect(findings).toEqual([]);

  expect(await readFile(join(target, 'files', 'slips', 'first.jpg'), 'utf8')).toBe('a slip');
  expect(await readFile(join(target, 'secret'), 'utf8')).toBe('the master key');
  await expect(readFile(join(target, 'first-operator-password'))).rejects.toThrow('ENOENT');
  expect(await readdir(target)).not.toContain('restoring');
  const restored = await startEmbedded(target);
  try {
    const db = connectAsOwner(restored.url);
    const rows = await db.selectFrom('ledger.posting').select('idem').execute();
    const slots = await sql`select from pg_replication_slots`.execute(db);
    await db.destroy();
    const keys = new Set(rows.map(({ idem }) => idem));
    expect(before.filter((key) => !keys.has(key))).toEqual([]);
    expect([...keys].filter((key) => !sent.has(key))).toEqual([]);
    expect(slots.rows).toEqual([]);
  } finally {
    await restored.stop();
  }
  expect(said.join('\n')).toMatch(/Backup is whole: \d+ files/);
});

test('the code of a restored copy proves this backup to the site, and no other code does', async () => {
  const owner = connectAsOwner(database.url);
  try {
    expect(restoreCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const { rows } = await sql<{ text: string }>`select site_mark::text as text from site_mark`.execute(
      owner,
    );
    expect(JSON.stringify(rows)).not.toContain(restoreCode);
    expect(await markRestored(owner, 'AAAA-BBBB-CCCC')).toBe(false);
    expect((await marksOf(owner)).has('backup.restored')).toBe(false);
    expect(await markRestored(owner, restoreCode.toLowerCase())).toBe(true);
    expect([...(await marksOf(owner)).keys()].sort()).toEqual(['backup.made', 'backup.restored']);
  } finally {
    await owner.destroy();
  }
});

test('a backup leaves no slot behind that would keep WAL for ever', async () => {
  const owner = connectAsOwner(database.url);
  try {
    expect((await sql`select from pg_replication_slots`.execute(owner)).rows).toEqual([]);
  } finally {
    await owner.destroy();
  }
});

test('a restore goes into an empty folder only, or moves aside what is there when told to', async () => {
  const target = join(root, 'taken');
  await mkdir(target);
  await writeFile(join(target, 'secret'), 'another key');
  await expect(restore(backup, site(target), false, {}, say)).rejects.toThrow('is not empty');
  expect(await readdir(target)).toEqual(['secret']);
  expect((await restore(backup, site(target), true, {}, say)).findings).toEqual([]);
  const aside = (await readdir(target)).find((name) => name.startsWith('replaced-')) ?? '';
  expect(await readFile(join(target, aside, 'secret'), 'utf8')).toBe('another key');
  expect(await readFile(join(target, 'secret'), 'utf8')).toBe('the master key');
});

test('a restore refuses a folder that a server is using', async () => {
  await expect(restore(backup, site(data), true, {}, say)).rejects.toThrow('is using');
});

test('a backup never writes into a folder that exists', async () => {
  await expect(backUp(site(data), backup, {}, say)).rejects.toThrow('exists already');
});

const BREAKS: [string, string, (folder: string) => Promise<() => Promise<void>>][] = [
  ['cut short', 'it has no manifest', async (folder) => moved(join(folder, 'manifest.json'))],
  ['with a file missing', 'is missing', async (folder) => moved(join(folder, 'files/slips/first.jpg'))],
  ['with a file cut short', 'cut short', async (folder) => rewritten(join(folder, 'postgres/password'), '')],
  [
    'with a changed file',
    'was changed',
    async (folder) => rewritten(join(folder, 'files/slips/first.jpg'), 'A slip'),
  ],
  [
    'with a changed manifest',
    'manifest was changed',
    async (folder) => rewritten(join(folder, 'manifest.json'), '{}'),
  ],
  [
    'whose manifest names a file outside of it',
    'is no place in it',
    async (folder) =>
      withManifest(folder, (manifest) => manifest.files.push({ path: '../away', bytes: 1, sha256: '' })),
  ],
  [
    'whose manifest names a folder outside of it',
    'is no place in it',
    async (folder) => withManifest(folder, (manifest) => manifest.folders.push('files/../../away')),
  ],
  [
    'whose manifest names a folder of the machine',
    'is no place in it',
    async (folder) => withManifest(folder, (manifest) => manifest.folders.push('/away')),
  ],
  [
    'with a link in place of a file',
    'is missing',
    async (folder) => {
      const repair = await moved(join(folder, 'files/slips/first.jpg'));
      await symlink(join(root, 'aside'), join(folder, 'files/slips/first.jpg'));
      return async () => {
        await rm(join(folder, 'files/slips/first.jpg'));
        await repair();
      };
    },
  ],
  [
    'with a file too many',
    'is not of it',
    async (folder) => {
      await writeFile(join(folder, 'stranger'), '');
      return () => rm(join(folder, 'stranger'));
    },
  ],
];

test.each(BREAKS)('a backup %s is refused, and the target stays untouched', async (_, sentence, damage) => {
  const target = join(root, 'untouched');
  const repair = await damage(backup);
  try {
    await expect(restore(backup, site(target), true, {}, say)).rejects.toThrow(sentence);
    expect(await readdir(target).catch(() => [])).toEqual([]);
  } finally {
    await repair();
  }
});

/** The manifest with another content, and the checksum of that. */
async function withManifest(
  folder: string,
  change: (manifest: Manifest) => unknown,
): Promise<() => Promise<void>> {
  const manifest = await readManifest(folder);
  const texts = await Promise.all(MANIFEST_FILES.map((name) => readFile(join(folder, name))));
  change(manifest);
  await writeManifest(folder, manifest);
  return async () => {
    for (const [at, name] of MANIFEST_FILES.entries()) await writeFile(join(folder, name), texts[at] ?? '');
  };
}

async function moved(path: string): Promise<() => Promise<void>> {
  const aside = join(root, 'aside');
  await rename(path, aside);
  return () => rename(aside, path);
}

async function rewritten(path: string, text: string): Promise<() => Promise<void>> {
  const content = await readFile(path);
  await writeFile(path, text);
  return () => writeFile(path, content);
}
