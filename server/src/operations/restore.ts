import { chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { clock } from '../clock.ts';
import { checkDatabase, connectAsOwner } from '../database/connect.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { findBinaries } from '../embedded/embeddedBinaries.ts';
import { databaseUser } from '../embedded/embeddedUser.ts';
import { holderOf } from '../embedded/folderLock.ts';
import { headsFile, readHeads } from '../ledger/heads.ts';
import { type Finding, verify } from '../ledger/verify.ts';
import { takeRestoreCode } from '../siteMarks.ts';
import { StartupError } from '../startupError.ts';
import type { Say } from './backUp.ts';
import { copyHashed, hashFile, listTree } from './copyFiles.ts';
import { DUMP, loadDump } from './dumpDatabase.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** What a restored database is found to be. */
export interface Restored {
  findings: Finding[];
  /** Only a sound copy shows it; undefined for a backup of an older version. */
  code: string | undefined;
}

const SAY_EVERY_FILES = 500;
/** Names in a data folder that come from earlier restores; they do not count as content. */
const OURS = /^(restoring|replaced-\d{14}|server\.lock.*|lost\+found)$/;

/**
 * Restores a backup and replays its ledger. Every byte is compared with the manifest before the target is touched. With
 * `replace` existing data is moved aside, never deleted.
 * @returns the findings of the ledger's verify, empty if all is sound; and, if it is, the code that tells the site that
 *   this backup can be restored
 * @throws StartupError with one sentence if the backup is broken, or the target is in use or not empty
 */
export async function restore(
  backup: string,
  site: { dataFolder: string; databaseUrl: string | undefined },
  replace: boolean,
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<Restored> {
  const folder = resolve(backup);
  const manifest = await readManifest(folder);
  requireFittingTarget(manifest, site.databaseUrl);
  await requireUnusedFolder(site.dataFolder, replace);

  await mkdir(site.dataFolder, { recursive: true });
  const restoring = join(site.dataFolder, 'restoring');
  await rm(restoring, { recursive: true, force: true });
  try {
    await copyChecked(folder, restoring, manifest, say);
    if (site.databaseUrl !== undefined) {
      await checkDatabase(site.databaseUrl);
      say('Database: pg_restore is at work');
      const archive = { folder, postgresMajor: manifest.postgresMajor };
      const aside = await loadDump(site.databaseUrl, archive, replace, environment);
      if (aside.length > 0) say(`What the database held is now in ${aside.join(', ')}`);
    } else {
      await giveToDatabaseUser(restoring);
    }
    await moveIn(site.dataFolder, restoring, say);
  } finally {
    await rm(restoring, { recursive: true, force: true });
  }
  say('Ledger: replaying every posting');
  return verifyRestored(site);
}

function requireFittingTarget({ kind }: Manifest, databaseUrl: string | undefined): void {
  if (kind === 'cluster' && databaseUrl !== undefined)
    throw new StartupError('This backup is of an embedded database; restore it without DATABASE_URL.');
  if (kind === 'dump' && databaseUrl === undefined)
    throw new StartupError('This backup was made by pg_dump; set DATABASE_URL to the database it goes to.');
}

async function requireUnusedFolder(dataFolder: string, replace: boolean): Promise<void> {
  const holder = await holderOf(dataFolder);
  if (holder !== undefined)
    throw new StartupError(`A server (process ${holder}) is using ${dataFolder}; stop it first.`);
  if ((await contentOf(dataFolder)).length > 0 && !replace)
    throw new StartupError(
      `${dataFolder} is not empty; set KRAPAO_DATA to another folder, or say --replace to move what is there aside.`,
    );
}

async function contentOf(dataFolder: string): Promise<string[]> {
  const names = await readdir(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => !OURS.test(name));
}

/** Copies the files of the data folder, and compares each of them, and the database archive, with the manifest. */
async function copyChecked(from: string, to: string, manifest: Manifest, say: Say): Promise<void> {
  const { files } = await listTree(from);
  const known = new Set([...manifest.files.map(({ path }) => path), 'manifest.json', 'manifest.sha256']);
  const stranger = files.find((path) => !known.has(path));
  if (stranger !== undefined)
    throw new StartupError(`The backup ${from} is broken: ${stranger} is not of it.`);
  // Before hours of copying: missing or incomplete files are reported at once. A link is no file of the backup.
  const there = new Set(files);
  for (const { path, bytes } of manifest.files) {
    const size = there.has(path) ? (await stat(join(from, path)).catch(() => undefined))?.size : undefined;
    if (size === undefined) throw new StartupError(`The backup ${from} is broken: ${path} is missing.`);
    if (size !== bytes) throw new StartupError(`The backup ${from} is broken: ${path} was cut short.`);
  }
  await mkdir(to, { mode: 0o700 });
  for (const path of manifest.folders) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  let nth = 0;
  for (const { path, sha256 } of manifest.files) {
    const source = join(from, path);
    const copied =
      path === DUMP ? await hashFile(source) : await copyHashed(source, join(to, path), () => undefined);
    if (copied?.sha256 !== sha256)
      throw new StartupError(`The backup ${from} is broken: ${path} was changed.`);
    nth += 1;
    if (nth % SAY_EVERY_FILES === 0) say(`Files: ${nth} of ${manifest.files.length}`);
  }
  say(`Files: ${nth} of ${manifest.files.length}, all as in the manifest`);
}

/** If the server runs as root, PostgreSQL runs as another user, who must own its folder. */
async function giveToDatabaseUser(restoring: string): Promise<void> {
  const postgres = join(restoring, 'postgres');
  const { uid, gid } = await databaseUser(join(postgres, 'cluster'), [(await findBinaries()).postgres]);
  if (uid === undefined || gid === undefined) return;
  const { folders, files } = await listTree(postgres);
  for (const path of ['.', ...folders, ...files]) await chown(join(postgres, path), uid, gid);
}

/** The last step: renames within the data folder. Existing data goes into a folder named after the time. */
async function moveIn(dataFolder: string, restoring: string, say: Say): Promise<void> {
  const held = await contentOf(dataFolder);
  if (held.length > 0) {
    const aside = join(dataFolder, `replaced-${clock.date().toISOString().replace(/\D/g, '').slice(0, 14)}`);
    await mkdir(aside, { mode: (await stat(dataFolder)).mode });
    for (const name of held) await rename(join(dataFolder, name), join(aside, name));
    say(`What ${dataFolder} held is now in ${aside}`);
  }
  for (const name of await readdir(restoring)) await rename(join(restoring, name), join(dataFolder, name));
}

async function verifyRestored(site: {
  dataFolder: string;
  databaseUrl: string | undefined;
}): Promise<Restored> {
  const embedded = site.databaseUrl === undefined ? await startEmbedded(site.dataFolder) : undefined;
  try {
    const db = connectAsOwner(embedded?.url ?? site.databaseUrl ?? '');
    try {
      const findings = await verify(db, await readHeads(headsFile(site.dataFolder)));
      if (findings.length > 0) return { findings, code: undefined };
      return { findings, code: await takeRestoreCode(db) };
    } finally {
      await db.destroy();
    }
  } finally {
    await embedded?.stop();
  }
}
