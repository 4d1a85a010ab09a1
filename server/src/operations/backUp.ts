import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { clock } from '../clock.ts';
import { checkDatabase, connectAsOwner } from '../database/connect.ts';
import { serverMajor, withClient } from '../database/databaseClient.ts';
import { findEmbedded, startEmbedded } from '../embedded/embedded.ts';
import { openBackupMark } from '../siteMarks.ts';
import { StartupError } from '../startupError.ts';
import { copyCluster } from './copyCluster.ts';
import { copyHashed, hashFile, listTree, type OnBytes } from './copyFiles.ts';
import { DUMP, dumpDatabase } from './dumpDatabase.ts';
import { type Manifest, type ManifestFile, writeManifest } from './manifest.ts';

/** Reports progress to the waiting user; one line each. */
export type Say = (line: string) => void;

/** Copied besides the database. Heads come before it, so no head is ahead of the database's own chain. */
const BEFORE = ['audit', 'secret'];
/**
 * Copied after the database: a file is written before the row that names it, so no row of the backup lacks its file.
 */
const AFTER = ['files'];

const MEGABYTE = 1_000_000;
const SAY_EVERY_BYTES = 64 * MEGABYTE;

/**
 * Backs up a running site: database, uploaded files, exported heads of the audit chain, generated master key. The
 * folder gets its final name when it is complete.
 * @throws StartupError with one sentence
 */
export async function backUp(
  site: { dataFolder: string; databaseUrl: string | undefined },
  target: string,
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<Manifest> {
  const folder = resolve(target);
  if (await exists(folder)) throw new StartupError(`${folder} exists already; choose another folder.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(partial, { mode: 0o700 });
  const startedAt = clock.date().toISOString();

  let manifest: Manifest;
  const folders: string[] = [];
  const files: ManifestFile[] = [];
  const copyFolders = async (names: readonly string[]) => {
    for (const name of names) {
      const tree = await listTree(site.dataFolder, (path) => path === name || path.startsWith(`${name}/`));
      folders.push(...tree.folders);
      for (const path of tree.files) {
        const copied = await copyHashed(join(site.dataFolder, path), join(partial, path), () => undefined);
        if (copied) files.push({ path, ...copied });
      }
      if (tree.files.length > 0) say(`${name}: ${tree.files.length} files`);
    }
  };

  await copyFolders(BEFORE);
  const source = await openSource(site);
  const db = connectAsOwner(source.url);
  try {
    const endMark = await openBackupMark(db);
    let isWhole = false;
    try {
      const database = site.databaseUrl
        ? await dumped(source.url, partial, environment, say)
        : await copied(source.url, site.dataFolder, partial, say);
      folders.push(...database.folders);
      files.push(...database.files);
      await copyFolders(AFTER);
      manifest = {
        format: 1,
        kind: site.databaseUrl ? 'dump' : 'cluster',
        postgresMajor: database.postgresMajor,
        startedAt,
        finishedAt: clock.date().toISOString(),
        folders,
        files,
      };
      await writeManifest(partial, manifest);
      await rename(partial, folder);
      isWhole = true;
    } finally {
      await endMark(isWhole);
    }
  } finally {
    await db.destroy();
    await source.stop();
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  say(`Backup is whole: ${files.length} files, ${megabytes(bytes)} in ${folder}`);
  return manifest;
}

interface DatabaseCopy {
  folders: string[];
  files: ManifestFile[];
  postgresMajor: number;
}

/** The site's database; an embedded one that does not run is started for the copy. */
async function openSource({
  dataFolder,
  databaseUrl,
}: {
  dataFolder: string;
  databaseUrl: string | undefined;
}): Promise<{ url: string; stop(): Promise<unknown> }> {
  if (databaseUrl !== undefined) {
    await checkDatabase(databaseUrl);
    return { url: databaseUrl, stop: async () => undefined };
  }
  const running = await findEmbedded(dataFolder);
  if (running !== undefined) return { url: running, stop: async () => undefined };
  if (!(await exists(join(dataFolder, 'postgres', 'cluster', 'PG_VERSION'))))
    throw new StartupError(`There is no database in ${dataFolder}; set KRAPAO_DATA or DATABASE_URL.`);
  return startEmbedded(dataFolder);
}

async function copied(url: string, dataFolder: string, partial: string, say: Say): Promise<DatabaseCopy> {
  say('Database: copying, the server may go on working');
  let size = 0;
  const { folders, files } = await copyCluster(
    url,
    join(dataFolder, 'postgres', 'cluster'),
    join(partial, 'postgres', 'cluster'),
    (bytes) => {
      size = bytes;
    },
    progress(say, () => size),
  );
  const password = await copyHashed(
    join(dataFolder, 'postgres', 'password'),
    join(partial, 'postgres', 'password'),
    () => undefined,
  );
  if (password === null) throw new StartupError(`The password of the database in ${dataFolder} is missing.`);
  return {
    folders: ['postgres', 'postgres/cluster', ...folders.map((path) => `postgres/cluster/${path}`)],
    files: [
      ...files.map((file) => ({ ...file, path: `postgres/cluster/${file.path}` })),
      { path: 'postgres/password', ...password },
    ],
    postgresMajor: await withClient(url, serverMajor),
  };
}

async function dumped(
  url: string,
  partial: string,
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<DatabaseCopy> {
  say('Database: pg_dump is at work, the servers may go on working');
  const postgresMajor = await dumpDatabase(url, partial, environment);
  const dump = { path: DUMP, ...(await hashFile(join(partial, DUMP))) };
  say(`Database: ${megabytes(dump.bytes)}`);
  return { folders: [], files: [dump], postgresMajor };
}

/** Reports the progress of a copy every 64 MB and at the end. */
function progress(say: Say, total: () => number): OnBytes {
  let done = 0;
  let said = 0;
  return (bytes) => {
    done += bytes;
    if (done - said < SAY_EVERY_BYTES) return;
    said = done;
    say(`Database: ${megabytes(done)} of about ${megabytes(Math.max(total(), done))}`);
  };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
