import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { machineClock } from '../clock.ts';
import { StartupError } from '../startupError.ts';
import { DATABASE, type Folders, urlFor } from './embeddedFolders.ts';
import { isAlive, isPostmasterOf } from './processIdentity.ts';

// A running postmaster that is silent for this long is ended by force when it is taken over.
const SILENT_MS = 30_000;
const ANSWER_WITHIN_MS = 5_000;
// PostgreSQL itself kills children that do not obey an immediate shutdown within five seconds.
const QUIT_WITHIN_MS = 7_000;
const GONE_WITHIN_MS = 10_000;

/** A postmaster that runs in the folder but does not answer. */
class SilentPostmaster extends StartupError {}

/** The content of postmaster.pid: line 1 is the process, line 4 the port, line 8 its status. */
export async function readPostmaster(
  folders: Folders,
): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const text = await readFile(join(folders.cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
}

/** Whether a postmaster runs in the folder, healthy or not. */
export async function isRunning(folders: Folders): Promise<boolean> {
  const postmaster = await readPostmaster(folders);
  return postmaster !== undefined && isPostmasterOf(postmaster.pid, folders.cluster);
}

/**
 * Waits for a postmaster that runs in the folder until it answers or is gone.
 * @returns its connection string, or undefined if none runs
 * @throws StartupError if it runs and does not answer
 */
export async function runningUrl(folders: Folders, password: string): Promise<string | undefined> {
  const deadline = machineClock.now() + SILENT_MS;
  while (machineClock.now() < deadline) {
    const postmaster = await readPostmaster(folders);
    if (postmaster === undefined) return undefined;
    if (!(await isPostmasterOf(postmaster.pid, folders.cluster))) {
      // PostgreSQL refuses to start while any process has that id. Otherwise the file stays: PostgreSQL uses it to
      // detect running backends of the dead postmaster.
      if (isAlive(postmaster.pid)) await rm(join(folders.cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    const url = urlFor(password, postmaster.port, 'postgres');
    if (postmaster.ready && (await answers(url))) return urlFor(password, postmaster.port, DATABASE);
    await machineClock.sleep(50);
  }
  throw new SilentPostmaster(
    `A PostgreSQL runs in ${folders.cluster} but does not answer; stop it and start again.`,
  );
}

/** As runningUrl, but ends a running postmaster that does not answer. @throws StartupError if it keeps running */
export function takeOver(folders: Folders, password: string): Promise<string | undefined> {
  return runningUrl(folders, password).catch(async (error: unknown) => {
    if (!(error instanceof SilentPostmaster)) throw error;
    await endByForce(folders);
    return undefined;
  });
}

/**
 * Ends the postmaster of the folder in any state, as in a crash; committed data is kept. Its children end too.
 * @throws StartupError if it keeps running
 */
export async function endByForce(folders: Folders): Promise<void> {
  for (const [signal, withinMs] of [
    ['SIGQUIT', QUIT_WITHIN_MS],
    ['SIGKILL', GONE_WITHIN_MS],
  ] as const) {
    const postmaster = await readPostmaster(folders);
    if (postmaster === undefined || !(await isPostmasterOf(postmaster.pid, folders.cluster))) return;
    process.kill(postmaster.pid, signal);
    const deadline = machineClock.now() + withinMs;
    while (machineClock.now() < deadline) {
      if (!(await isRunning(folders))) return;
      await machineClock.sleep(50);
    }
  }
  throw new StartupError(`The PostgreSQL that runs in ${folders.cluster} cannot be ended.`);
}

/** Whether PostgreSQL at this address accepts a connection and answers. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
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
