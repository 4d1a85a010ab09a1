import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../startupError.ts';
import { type Binaries, findBinaries } from './embeddedBinaries.ts';
import { takeCare } from './embeddedCare.ts';
import { type DatabaseUser, databaseUser } from './embeddedUser.ts';
import { lockFolder } from './folderLock.ts';
import { isAlive, isPostmasterOf } from './processIdentity.ts';

const MAJOR_VERSION = '18';
const SUPERUSER = 'krapao';
const DATABASE = 'krapao';
const READY_WITHIN_MS = 60_000;
const MAX_LOG_BYTES = 10_000_000;

export interface EmbeddedDatabase {
  /** Connection string of the owner of the database. */
  url: string;
  /** True when a PostgreSQL that a killed server left running was taken over. */
  reused: boolean;
  /** Stops PostgreSQL in order and gives the folder back. */
  stop(): Promise<void>;
}

interface Folders {
  root: string;
  cluster: string;
  password: string;
  log: string;
}

/**
 * Starts the embedded PostgreSQL under `<dataFolder>/postgres`, or takes over the one left running there.
 * @param settings PostgreSQL settings beside the defaults, for example `{ fsync: 'off' }` in tests
 * @throws StartupError with one sentence when it cannot be started
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
    let url = await runningUrl(folders, password);
    const reused = url !== undefined;
    url ??= await launch(binaries, user, folders, password, settings);
    await ensureDatabase(url);
    const port = Number(new URL(url).port);
    const care = takeCare({
      isAlive: () => isRunning(folders),
      start: async () => {
        if ((await runningUrl(folders, password)) === undefined)
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
          await runToEnd(user, binaries.pgCtl, [
            'stop',
            '-D',
            folders.cluster,
            '-m',
            'fast',
            '-w',
            '-t',
            '60',
          ]).catch(async (error: unknown) => {
            // It may have died meanwhile, which is as good.
            if (await isRunning(folders)) throw error;
          });
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The connection string of the embedded PostgreSQL that runs under this folder, or undefined when none does. */
export async function findEmbedded(dataFolder: string): Promise<string | undefined> {
  const root = await realpath(dataFolder).catch(() => undefined);
  if (root === undefined) return undefined;
  const folders = foldersOf(root);
  const password = await readFile(folders.password, 'utf8').catch(() => undefined);
  return password === undefined ? undefined : runningUrl(folders, password.trim());
}

function foldersOf(dataFolder: string): Folders {
  const root = join(dataFolder, 'postgres');
  return {
    root,
    cluster: join(root, 'cluster'),
    password: join(root, 'password'),
    log: join(root, 'server.log'),
  };
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
    // PG_VERSION is among the first files; the password is written first, so a start that was cut short begins anew.
    await rm(folders.cluster, { recursive: true, force: true });
    await mkdir(folders.cluster, { recursive: true, mode: 0o700 });
    await writeFile(folders.password, randomBytes(24).toString('base64url'), { mode: 0o600 });
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

/** Line 1 of postmaster.pid is the process, line 4 the port, line 8 how far it is. */
async function readPostmaster(
  folders: Folders,
): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const text = await readFile(join(folders.cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
}

async function isRunning(folders: Folders): Promise<boolean> {
  const postmaster = await readPostmaster(folders);
  return postmaster !== undefined && isPostmasterOf(postmaster.pid, folders.cluster);
}

/** Waits for a postmaster that lives in the folder until it answers or is gone. */
async function runningUrl(folders: Folders, password: string): Promise<string | undefined> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const postmaster = await readPostmaster(folders);
    if (postmaster === undefined) return undefined;
    if (!(await isPostmasterOf(postmaster.pid, folders.cluster))) {
      // PostgreSQL would refuse to start while any process has that id. Else the file stays: by it PostgreSQL knows whether
      // backends of the dead postmaster are still at work.
      if (isAlive(postmaster.pid)) await rm(join(folders.cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    const url = urlFor(password, postmaster.port, 'postgres');
    if (postmaster.ready && (await answers(url))) return urlFor(password, postmaster.port, DATABASE);
    await delay(50);
  }
  throw new StartupError(
    `A PostgreSQL runs in ${folders.cluster} but does not answer; stop it and start again.`,
  );
}

async function launch(
  binaries: Binaries,
  user: DatabaseUser,
  folders: Folders,
  password: string,
  settings: Record<string, string>,
  fixedPort?: number,
): Promise<string> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const port = fixedPort ?? (await freePort());
    const options = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      max_connections: '200',
      ...settings,
    };
    const logSize = await stat(folders.log).then(
      (entry) => entry.size,
      () => 0,
    );
    const log = await open(folders.log, logSize > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
    const logStart = (await log.stat()).size;
    const { file, args, identity } = user.command(binaries.postgres, [
      '-D',
      folders.cluster,
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]);
    // Detached: Ctrl-C reaches the server alone, which then stops PostgreSQL after its own work is done.
    const child = spawn(file, args, {
      ...identity,
      cwd: folders.root,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const failed = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()));
    child.unref();
    await log.close();
    const ended = await Promise.race([
      failed.then(() => true),
      ready(child.pid, folders, urlFor(password, port, 'postgres'), deadline).then(() => false),
    ]);
    if (!ended) return urlFor(password, port, DATABASE);
    const output = (await readFile(folders.log, 'utf8')).slice(logStart);
    // The port was taken meanwhile, or a killed postmaster's last backends are still leaving.
    const passing =
      /could not bind|Address already in use|pre-existing shared memory block|lock file .* already exists/i.test(
        output,
      );
    if (!passing || Date.now() > deadline) {
      const reason = /(?:FATAL|PANIC|error while loading)[^\n]*/.exec(output)?.[0] ?? 'no reason given';
      throw new StartupError(`The embedded PostgreSQL did not start: ${reason} (see ${folders.log}).`);
    }
    await delay(200);
    // A server that was killed while it started one may have left it to us.
    const other = await runningUrl(folders, password);
    if (other !== undefined) return other;
  }
}

async function ready(
  pid: number | undefined,
  folders: Folders,
  url: string,
  deadline: number,
): Promise<void> {
  while (Date.now() < deadline) {
    const postmaster = await readPostmaster(folders);
    if (postmaster?.pid === pid && postmaster?.ready && (await answers(url))) return;
    await delay(20);
  }
  if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT');
  throw new StartupError(
    `The embedded PostgreSQL was not ready within ${READY_WITHIN_MS / 1000} seconds (see ${folders.log}).`,
  );
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code === '28P01') {
      throw new StartupError(
        'The embedded PostgreSQL refuses its password; the file postgres/password in the data folder was changed.',
      );
    }
    return false;
  } finally {
    await client.end().catch(() => undefined);
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

function urlFor(password: string, port: number, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}

function runToEnd(user: DatabaseUser, program: string, programArgs: string[]): Promise<void> {
  const { file, args, identity } = user.command(program, programArgs);
  return new Promise((done, fail) => {
    const child = spawn(file, args, { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else
        fail(
          new StartupError(
            `PostgreSQL's ${program.split(/[\\/]/).at(-1)} failed: ${errors.trim().split('\n').at(-1) ?? code}`,
          ),
        );
    });
  });
}
