import { execFile, spawn } from 'node:child_process';
import { access, chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { databaseUser } from '../embedded/embeddedUser.ts';
import { freePort } from './freePort.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const LEAST = 15;

/**
 * Starts a PostgreSQL of the system's packages, which include pg_dump, in a temporary folder.
 * @returns undefined when the machine has none; otherwise a superuser's URL and the folder of the programs
 */
export async function startSystemPostgres(): Promise<
  { url: string; programs: string; stop(): Promise<void> } | undefined
> {
  const programs = await findPrograms();
  if (programs === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'krapao-system-postgres-'));
  const user = await databaseUser(folder, [folder]);
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  const init = user.command(join(programs, 'initdb'), [
    '-D',
    folder,
    '-U',
    'owner',
    '--auth=trust',
    '-E',
    'UTF8',
  ]);
  await run(init.file, init.args, { ...init.identity, cwd: '/' });
  const port = await freePort();
  const options = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off'];
  const server = user.command(join(programs, 'postgres'), ['-D', folder, '-p', String(port), ...options]);
  const child = spawn(server.file, server.args, { ...server.identity, cwd: '/', stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `postgresql://owner@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + 30_000;
  while (!(await answers(url))) {
    if (Date.now() < deadline && child.exitCode === null) continue;
    await stop();
    throw new Error('The PostgreSQL of the machine did not start.');
  }
  return { url, programs, stop };
}

async function findPrograms(): Promise<string | undefined> {
  const majors = (await readdir(DEBIAN).catch(() => [])).map(Number).filter((major) => major >= LEAST);
  for (const major of majors.sort((a, b) => b - a)) {
    const folder = join(DEBIAN, String(major), 'bin');
    const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore'].map((name) => access(join(folder, name)));
    if ((await Promise.allSettled(needed)).every(({ status }) => status === 'fulfilled')) return folder;
  }
  return undefined;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client
    .connect()
    .then(() => client.end())
    .then(
      () => true,
      () => false,
    );
}
