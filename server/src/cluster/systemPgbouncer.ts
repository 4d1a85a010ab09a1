import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '../database/databaseClient.ts';
import { answers } from '../embedded/embeddedPostmaster.ts';
import { databaseUser } from '../embedded/embeddedUser.ts';
import { freePort } from '../testing/freePort.ts';
import { startProgram } from '../testing/systemProgram.ts';

const run = promisify(execFile);
const PATH = [process.env.PATH ?? '', '/usr/sbin'].join(delimiter);

export interface Pgbouncer {
  version: string;
  /** The pooler's address of the database, as the given user. */
  url: string;
  /** What the pooler says of its pools. */
  pools(): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/**
 * Starts the system's PgBouncer in transaction mode before a database.
 * @param url of the database, with the user and the password that pass through
 * @param connections to the database, at most
 * @returns undefined when the machine has none
 */
export async function startPgbouncer(url: string, connections: number): Promise<Pgbouncer | undefined> {
  const version = await run('pgbouncer', ['--version'], { env: { ...process.env, PATH } }).then(
    ({ stdout }) => /PgBouncer ([\d.]+)/i.exec(stdout)?.[1],
    () => undefined,
  );
  if (version === undefined) return undefined;
  const database = new URL(url);
  const name = database.pathname.slice(1);
  const folder = await mkdtemp(join(tmpdir(), 'krapao-pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${database.username}" "${database.password}"\n`);
  await writeFile(
    settings,
    `[databases]
${name} = host=${database.hostname} port=${database.port} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
stats_users = ${database.username}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
server_login_retry = 1
`,
  );
  const user = await databaseUser(folder, [folder]);
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [folder, users, settings]) await chown(path, user.uid, user.gid);
  await chmod(folder, 0o700);
  const own = new URL(url);
  own.port = String(port);
  const admin = new URL(own);
  admin.pathname = '/pgbouncer';
  const stop = await startProgram(user.command('pgbouncer', ['-q', settings]), {
    name: 'PgBouncer',
    answers: () => answers(own.href),
    folder,
    path: PATH,
  });
  return {
    version,
    url: own.href,
    pools: () => withClient(admin.href, async (client) => (await client.query('show pools')).rows),
    stop,
  };
}
