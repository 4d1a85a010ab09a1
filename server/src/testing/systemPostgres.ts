import { execFile } from 'node:child_process';
import { access, chmod, chown, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answers } from '../embedded/embeddedPostmaster.ts';
import { databaseUser } from '../embedded/embeddedUser.ts';
import { freePort } from './freePort.ts';
import { startProgram } from './systemProgram.ts';

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
  const url = `postgresql://owner@127.0.0.1:${port}/postgres`;
  const stop = await startProgram(server, { name: 'PostgreSQL', answers: () => answers(url), folder });
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
