import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { StartupError } from '../startupError.ts';

const run = promisify(execFile);

/**
 * Requires pg_dump or pg_restore on the PATH, at least of this major version, because an older one refuses newer
 * servers.
 * @returns its major version
 * @throws StartupError with one sentence that says what to install
 */
export async function requireProgram(
  program: 'pg_dump' | 'pg_restore',
  major: number,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const help = `install the PostgreSQL ${major} client programs (postgresql-client-${major} on Debian) or put their folder on the PATH`;
  const output = await run(program, ['--version'], { env: environment }).catch(() => undefined);
  if (output === undefined)
    throw new StartupError(
      `${program} of PostgreSQL ${major} or newer is needed, and there is none on the PATH; ${help}.`,
    );
  const found = Number(/(\d+)[.\d]*\s*(?:\(|$)/.exec(output.stdout.trim())?.[1] ?? 0);
  if (found < major)
    throw new StartupError(
      `${program} of PostgreSQL ${major} or newer is needed, and the one on the PATH is of PostgreSQL ${found}; ${help}.`,
    );
  return found;
}

/**
 * Runs pg_dump or pg_restore against a database. The password is passed in the environment, where other users of the
 * machine cannot read it.
 * @throws StartupError with the last line of its error output
 */
export async function runProgram(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  databaseUrl: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const child = spawn(program, [...args, `--dbname=${url.href}`, '--no-password'], {
    env: { ...environment, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0)
    throw new StartupError(`${program} failed: ${errors.trim().split('\n').slice(0, 3).join(' ') || code}`);
}
