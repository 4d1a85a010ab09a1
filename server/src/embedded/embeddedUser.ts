import { execFile } from 'node:child_process';
import { access, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../startupError.ts';

const run = promisify(execFile);

/** The user who runs PostgreSQL, and how to start a program as that user. */
export interface DatabaseUser {
  uid: number | undefined;
  gid: number | undefined;
  /** The command line and the options for spawn that run the given program as this user. */
  command(
    program: string,
    args: string[],
  ): { file: string; args: string[]; identity: { uid?: number; gid?: number } };
}

/**
 * PostgreSQL refuses to run as root. If the server runs as root, the current owner of PostgreSQL's folder runs it,
 * otherwise the user `postgres`, which is created if missing. In all other cases it runs as the current user.
 * @param paths files and folders that this user must be able to reach
 * @throws StartupError if there is no such user or it cannot reach the paths
 */
export async function databaseUser(clusterFolder: string, paths: string[]): Promise<DatabaseUser> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) {
    return { uid: undefined, gid: undefined, command: (file, args) => ({ file, args, identity: {} }) };
  }
  const owner = await stat(clusterFolder).catch(() => undefined);
  const { uid, gid } = owner !== undefined && owner.uid !== 0 ? owner : await postgresUser();
  const closed = (await Promise.all(paths.map((path) => closedFolderAbove(path, uid, gid)))).find(
    (path) => path !== undefined,
  );
  if (closed === undefined) {
    return { uid, gid, command: (file, args) => ({ file, args, identity: { uid, gid } }) };
  }
  const setpriv = '/usr/bin/setpriv';
  if (
    !(await access(setpriv).then(
      () => true,
      () => false,
    ))
  ) {
    throw new StartupError(
      `PostgreSQL does not run as root, and its user (uid ${uid}) cannot enter ${closed}; start the server as a normal user or from another folder.`,
    );
  }
  // For a checkout below a private folder such as /root: keeps the capability to traverse folders and drops all others.
  // access(2), which initdb asks about its neighbours, ignores the capabilities of a user who is not root without the bit.
  const privileges = [
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=+dac_override',
  ];
  return {
    uid,
    gid,
    command: (file, args) => ({ file: setpriv, args: [...privileges, '--', file, ...args], identity: {} }),
  };
}

async function postgresUser(): Promise<{ uid: number; gid: number }> {
  try {
    return await idsOf('postgres');
  } catch {
    try {
      await run('groupadd', ['--system', 'postgres']).catch(() => undefined);
      await run('useradd', [
        '--system',
        '--gid',
        'postgres',
        '--no-create-home',
        '--shell',
        '/usr/sbin/nologin',
        'postgres',
      ]);
      return await idsOf('postgres');
    } catch {
      throw new StartupError(
        `PostgreSQL does not run as root, and a user for it could not be made by ${userInfo().username}; start the server as a normal user or set DATABASE_URL.`,
      );
    }
  }
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((flag) => run('id', [flag, name]).then(({ stdout }) => Number(stdout))),
  );
  if (!uid || !gid) throw new Error(`no user ${name}`);
  return { uid, gid };
}

/** The nearest folder above the path that this user may not enter. */
async function closedFolderAbove(path: string, uid: number, gid: number): Promise<string | undefined> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const entry = await stat(folder).catch(() => undefined);
    if (entry !== undefined) {
      const bit = entry.uid === uid ? 0o100 : entry.gid === gid ? 0o010 : 0o001;
      if ((entry.mode & bit) === 0) return folder;
    }
    if (folder === dirname(folder)) return undefined;
  }
}
