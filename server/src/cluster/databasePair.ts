import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { machineClock } from '../clock.ts';
import { withClient } from '../database/databaseClient.ts';
import { readableAddress } from '../database/hostList.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { findBinaries } from '../embedded/embeddedBinaries.ts';
import { type Folders, foldersOf } from '../embedded/embeddedFolders.ts';
import { launch } from '../embedded/embeddedLaunch.ts';
import { answers, isRunning, readPostmaster } from '../embedded/embeddedPostmaster.ts';
import { type DatabaseUser, databaseUser } from '../embedded/embeddedUser.ts';
import { copyCluster } from '../operations/copyCluster.ts';
import { childrenOf, slay } from '../testing/processes.ts';

const WITHIN_MS = 60_000;
// Processes are killed, not machines: what PostgreSQL has handed to the system stays.
const SETTINGS = {
  fsync: 'off',
  max_connections: '300',
  wal_keep_size: '256MB',
  wal_receiver_status_interval: '1s',
};

/** Two PostgreSQL of the embedded package: a primary and its synchronous standby. */
export interface DatabasePair {
  /** The owner's address with both hosts; the first is the server that was the primary at first. */
  url: string;
  /** The owner's address of each server. */
  urls: [string, string];
  /** The server that takes writes, 0 or 1, after the latest promotion. */
  primary(): number;
  /** Whether a server runs; a silent one does. */
  isRunning(nth: number): Promise<boolean>;
  /** Whether a server answers. */
  answers(nth: number): Promise<boolean>;
  /** The main process of a server that runs. */
  pid(nth: number): Promise<number | undefined>;
  /** Kills a server with all its processes. */
  kill(nth: number): Promise<void>;
  /** Promotes the server that is a standby. @returns once it takes writes */
  promote(): Promise<void>;
  /** Starts a killed server with the data that it had. */
  start(nth: number): Promise<void>;
  /** Makes the other server, which does not run, a copy of the primary and its synchronous standby. */
  attachStandby(): Promise<void>;
  /** Whether commits wait for a standby. */
  setSynchronous(nth: number, isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  folders: Folders;
  port: number;
  url: string;
}

/** In a temporary folder. @param ports of the two servers */
export async function startPair(ports: readonly [number, number]): Promise<DatabasePair> {
  const root = await mkdtemp(join(tmpdir(), 'krapao-pair-'));
  await chmod(root, 0o755);
  const binaries = await findBinaries();
  const first = join(root, 'a');
  const made = await startEmbedded(first, SETTINGS);
  await made.stop();
  const password = new URL(made.url).password;
  const servers = ports.map((port, nth): Server => {
    const folders = foldersOf(join(root, nth === 0 ? 'a' : 'b'));
    const url = new URL(made.url);
    url.port = String(port);
    return { folders, port, url: url.href };
  }) as [Server, Server];
  const user = await databaseUser(servers[0].folders.cluster, [
    binaries.postgres,
    servers[0].folders.cluster,
  ]);
  let primary = 0;
  const at = (nth: number) => servers[nth] as Server;
  const run = async (nth: number) => {
    await launch(binaries, user, at(nth).folders, password, SETTINGS, at(nth).port);
  };

  await run(0);
  const pair: DatabasePair = {
    url: readableAddress(
      made.url.replace(/@[^/]*/, `@${ports.map((port) => `127.0.0.1:${port}`).join()}`) +
        '?target_session_attrs=read-write',
    ),
    urls: [servers[0].url, servers[1].url],
    primary: () => primary,
    isRunning: (nth) => isRunning(at(nth).folders),
    answers: (nth) => answers(at(nth).url),
    pid: async (nth) => (await readPostmaster(at(nth).folders))?.pid,
    kill: (nth) => killAll(at(nth).folders),
    start: (nth) => run(nth),
    promote: async () => {
      await withClient(at(1 - primary).url, (client) =>
        client.query('select pg_promote(true, 60) where pg_is_in_recovery()'),
      );
      primary = 1 - primary;
    },
    attachStandby: async () => {
      const [from, to] = [at(primary), at(1 - primary)];
      await setSynchronous(from, false);
      await rm(to.folders.root, { recursive: true, force: true });
      const ignore = () => undefined;
      const copied = await copyCluster(from.url, from.folders.cluster, to.folders.cluster, ignore, ignore);
      for (const path of copied.folders) await mkdir(join(to.folders.cluster, path), { recursive: true });
      await writeFile(join(to.folders.cluster, 'standby.signal'), '');
      await writeFile(
        join(to.folders.cluster, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${from.port} user=${new URL(from.url).username} password=${password}'\n`,
      );
      await ownAll(to.folders.root, user);
      await run(1 - primary);
      await setSynchronous(from, true);
      await streams(from.url);
    },
    setSynchronous: (nth, isOn) => setSynchronous(at(nth), isOn),
    stop: async () => {
      for (const { folders } of servers) await killAll(folders);
      await rm(root, { recursive: true, force: true });
    },
  };
  try {
    await pair.attachStandby();
  } catch (error) {
    await pair.stop();
    throw error;
  }
  return pair;
}

async function setSynchronous({ url }: Server, isOn: boolean): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${isOn ? '*' : ''}'`);
    await client.query('select pg_reload_conf()');
  });
}

/** Waits until the standby is synchronous. */
async function streams(url: string): Promise<void> {
  const deadline = machineClock.now() + WITHIN_MS;
  while (machineClock.now() < deadline) {
    const { rowCount } = await withClient(url, (client) =>
      client.query("select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'"),
    );
    if (rowCount === 1) return;
    await machineClock.sleep(50);
  }
  throw new Error('The standby did not catch up.');
}

/** Kills the main process and all its children at once, as the loss of a machine does. */
async function killAll(folders: Folders): Promise<void> {
  const postmaster = (await isRunning(folders)) ? await readPostmaster(folders) : undefined;
  if (postmaster === undefined) return;
  const children = await childrenOf(postmaster.pid);
  for (const pid of [postmaster.pid, ...children]) slay(pid);
  while (await isRunning(folders)) await machineClock.sleep(10);
}

/** PostgreSQL refuses data that others own. */
async function ownAll(root: string, { uid, gid }: DatabaseUser): Promise<void> {
  // Made by root, below a folder that all may enter.
  await chmod(dirname(root), 0o755);
  await chmod(root, 0o700);
  const paths = await readdir(root, { recursive: true, withFileTypes: true });
  await chmod(join(root, 'cluster'), 0o700);
  if (uid === undefined || gid === undefined) return;
  await chown(root, uid, gid);
  for (const entry of paths) await chown(join(entry.parentPath, entry.name), uid, gid);
}
