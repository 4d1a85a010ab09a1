import { spawn } from 'node:child_process';
import { open, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { machineClock } from '../clock.ts';
import { StartupError } from '../startupError.ts';
import type { Binaries } from './embeddedBinaries.ts';
import { DATABASE, type Folders, urlFor } from './embeddedFolders.ts';
import { answers, readPostmaster, runningUrl } from './embeddedPostmaster.ts';
import type { DatabaseUser } from './embeddedUser.ts';
import { isAlive } from './processIdentity.ts';

// Includes recovery after a crash.
const READY_WITHIN_MS = 60_000;
const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts a postmaster in the folder and waits until it answers.
 * @param fixedPort the port to use; without it, any free port
 * @returns its connection string
 * @throws StartupError with one sentence
 */
export async function launch(
  binaries: Binaries,
  user: DatabaseUser,
  folders: Folders,
  password: string,
  settings: Record<string, string>,
  fixedPort?: number,
): Promise<string> {
  const deadline = machineClock.now() + READY_WITHIN_MS;
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
    // Detached: Ctrl-C reaches only the server, which stops PostgreSQL after its own work is done.
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
    // Another process took the port meanwhile, or the last backends of a killed postmaster are still ending.
    const passing =
      /could not bind|Address already in use|pre-existing shared memory block|lock file .* already exists/i.test(
        output,
      );
    if (!passing || machineClock.now() > deadline) {
      const reason = /(?:FATAL|PANIC|error while loading)[^\n]*/.exec(output)?.[0] ?? 'no reason given';
      throw new StartupError(`The embedded PostgreSQL did not start: ${reason} (see ${folders.log}).`);
    }
    await machineClock.sleep(200);
    // A server that was killed while starting a postmaster may have left it running.
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
  while (machineClock.now() < deadline) {
    const postmaster = await readPostmaster(folders);
    if (postmaster?.pid === pid && postmaster?.ready && (await answers(url))) return;
    await machineClock.sleep(20);
  }
  if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGQUIT');
  throw new StartupError(
    `The embedded PostgreSQL was not ready within ${READY_WITHIN_MS / 1000} seconds (see ${folders.log}).`,
  );
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
