import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The path of pgbench; undefined if this machine has none. */
export async function findPgbench(): Promise<string | undefined> {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/lib/postgresql/18/bin',
    '/usr/lib/postgresql/15/bin',
  ];
  for (const folder of folders) {
    const path = join(folder, 'pgbench');
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
