import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { writeDurably } from '../durableFile.ts';
import { StartupError } from '../startupError.ts';
import { type Binaries, findBinaries } from './embeddedBinaries.ts';
import { takeCare } from './embeddedCare.ts';
import { DATABASE, type Folders, foldersOf, SUPERUSER } from './embeddedFolders.ts';
import { launch } from './embeddedLaunch.ts';
import { answers, endByForce, isRunning, runningUrl, takeOver } from './embeddedPostmaster.ts';
import { runToEnd } from './embeddedProgram.ts';
import { type DatabaseUser, databaseUser } from './embeddedUser.ts';
import { lockFolder } from './folderLock.ts';

const MAJOR_VERSION = '18';
// Then by force: the next start recovers what was not written to disk.
const STOP_IN_ORDER_S = 30;

export interface EmbeddedDatabase {
  /** Connection string of the database's owner. */
  url: string;
  /** True if a PostgreSQL left running by a killed server was taken over. */
  reused: boolean;
  /** Stops PostgreSQL cleanly and releases the folder. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL under `<dataFolder>/postgres`, or takes over one that is still running there.
 * @param settings PostgreSQL settings besides the defaults, for example `{ fsync: 'off' }` in tests
 * @throws StartupError with one sentence if it cannot be started
 */
export async function startEmbedded(
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase> {
  const unlock = await lockFolder(resolve(dataFolder));
  try {
    const binaries = await findBinaries();
    const folders = foldersOf(await realpath(dataFolder));
    const user = await databaseUser(folders.cluster, [binaries.postgres, folders.cluster]);
    await initialise(binaries, user, folders);
    const password = await readPassword(folders);
    let url = await takeOver(folders, password);
    const reused = url !== undefined;
    url ??= await launch(binaries, user, folders, password, settings);
    await ensureDatabase(url);
    const port = Number(new URL(url).port);
    const address = url;
    const care = takeCare({
      isAlive: () => isRunning(folders),
      answers: () => answers(address),
      end: () => endByForce(folders),
      start: async () => {
        if ((await takeOver(folders, password)) === undefined)
          await launch(binaries, user, folders, password, settings, port);
      },
      log: folders.log,
    });
    return {
      url,
      reused,
      stop: async () => {
        await care.end();
        if (await isRunning(folders))
          await stopInOrder(binaries, user, folders).catch(() => endByForce(folders));
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The connection string of the embedded PostgreSQL running in this folder, or undefined if none is. */
export async function findEmbedded(dataFolder: string): Promise<string | undefined> {
  const root = await realpath(dataFolder).catch(() => undefined);
  if (root === undefined) return undefined;
  const folders = foldersOf(root);
  const password = await readFile(folders.password, 'utf8').catch(() => undefined);
  return password === undefined ? undefined : runningUrl(folders, password.trim());
}

function stopInOrder(binaries: Binaries, user: DatabaseUser, folders: Folders): Promise<void> {
  const within = String(STOP_IN_ORDER_S);
  return runToEnd(user, binaries.pgCtl, ['stop', '-D', folders.cluster, '-m', 'fast', '-w', '-t', within]);
}

async function initialise(binaries: Binaries, user: DatabaseUser, folders: Folders): Promise<void> {
  const version = await readFile(join(folders.cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new StartupError(
        `The database folder ${folders.cluster} cannot be read (${error.code}); it belongs to another user.`,
      );
    },
  );
  if (version !== undefined) {
    if (version.trim() !== MAJOR_VERSION) {
      throw new StartupError(
        `The database in ${folders.cluster} is of PostgreSQL ${version.trim()}, and this server brings PostgreSQL ${MAJOR_VERSION}; dump it with its own version and load it here, or set KRAPAO_DATA to another folder.`,
      );
    }
    return;
  }
  try {
    // PG_VERSION is among the first files; the password is written first, so an interrupted start begins again.
    await rm(folders.cluster, { recursive: true, force: true });
    await mkdir(folders.cluster, { recursive: true, mode: 0o700 });
    await writeDurably(folders.password, randomBytes(24).toString('base64url'));
    if (user.uid !== undefined && user.gid !== undefined) {
      for (const path of [folders.root, folders.cluster, folders.password])
        await chown(path, user.uid, user.gid);
    }
  } catch (error) {
    throw new StartupError(
      `The database folder ${folders.root} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  await runToEnd(user, binaries.initdb, [
    `--pgdata=${folders.cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${folders.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ]);
}

async function readPassword(folders: Folders): Promise<string> {
  try {
    return (await readFile(folders.password, 'utf8')).trim();
  } catch (error) {
    throw new StartupError(
      `The password of the database in ${folders.password} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
