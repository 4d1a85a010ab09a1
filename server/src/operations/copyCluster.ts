import { createHash } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartupError } from '../startupError.ts';
import { copyHashed, listTree, type OnBytes } from './copyFiles.ts';
import type { ManifestFile } from './manifest.ts';

// Files that PostgreSQL recreates at every start; its documentation excludes the same ones from a base backup.
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?)$/;
const TEMPORARY = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
/** Crash recovery reads this file first, so it is copied last. */
const CONTROL = 'global/pg_control';

/**
 * Copies the folder of a running PostgreSQL between pg_backup_start and pg_backup_stop, and the WAL of that time. A
 * replication slot prevents the WAL from being recycled meanwhile. The copy recovers to the time of pg_backup_stop.
 * @param url of a superuser
 * @param target a folder that does not exist yet
 * @param onSize called once with the approximate number of bytes to copy
 */
export async function copyCluster(
  url: string,
  cluster: string,
  target: string,
  onSize: (bytes: number) => void,
  onBytes: OnBytes,
): Promise<{ folders: string[]; files: ManifestFile[] }> {
  const client = new pg.Client({ connectionString: url });
  let broken: Error | undefined;
  client.on('error', (error) => {
    broken = error;
  });
  await client.connect();
  try {
    const slot = `krapao_backup_${process.pid}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    await client.query("select pg_backup_start('krapao', fast => true)");

    const tree = await listTree(cluster, isKept);
    onSize(await sizeOf(cluster, tree.files));
    const files: ManifestFile[] = [];
    const copy = async (path: string) => {
      if (broken) throw broken;
      const copied = await copyHashed(join(cluster, path), join(target, path), onBytes);
      if (copied) files.push({ path, ...copied });
    };
    for (const path of tree.files) if (path !== CONTROL) await copy(path);
    await copy(CONTROL);

    const { rows } = await client.query<{ labelfile: string; spcmapfile: string; last: string }>(
      'select labelfile, spcmapfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
    );
    const stop = rows[0];
    const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(stop?.labelfile ?? '')?.[1];
    if (stop === undefined || first === undefined) throw new Error('PostgreSQL gave no backup label.');
    if (stop.spcmapfile !== '')
      throw new StartupError(
        'The database has tablespaces outside its folder, which this backup does not know.',
      );
    for (const name of await walBetween(join(cluster, 'pg_wal'), first, stop.last))
      await copy(`pg_wal/${name}`);

    files.push(await writeLabel(target, stop.labelfile));
    return { folders: [...tree.folders, 'pg_wal/archive_status'], files };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function writeLabel(target: string, text: string): Promise<ManifestFile> {
  await writeFile(join(target, 'backup_label'), text, { mode: 0o600, flush: true });
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { path: 'backup_label', bytes: Buffer.byteLength(text), sha256 };
}

function isKept(path: string): boolean {
  return (
    !EMPTIED.some((folder) => path.startsWith(`${folder}/`)) && !LEFT_OUT.test(path) && !TEMPORARY.test(path)
  );
}

async function sizeOf(root: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of files) bytes += (await stat(join(root, path)).catch(() => undefined))?.size ?? 0;
  return bytes;
}

/** The WAL segments of one timeline from the first to the last, without gaps. */
async function walBetween(folder: string, first: string, last: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => WAL_SEGMENT.test(name)).sort();
  const wanted = names.filter((name) => name >= first && name <= last);
  if (wanted[0] !== first || wanted.at(-1) !== last)
    throw new Error(`WAL ${first} to ${last} was asked for, ${wanted.join(', ') || 'none of it'} is there.`);
  return wanted;
}
