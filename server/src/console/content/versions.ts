import { NEW_ITEM } from '@krapao/contract/contentPermissions';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { SETTINGS } from '../../settings/schema.ts';
import { writeSetting } from '../../settings/settings.ts';
import type { ContentAddress } from './contentKinds.ts';
import { settingKey } from './settingContent.ts';

export interface StoredVersion {
  version: number;
  at: Date | null;
  actor: string | null;
  value: unknown;
}

/** The state before the first publication: a site's default, or the initial row of a table. */
const BEGINNING = 'beginning';

/** The newest version, or version 0 if nothing was published yet. */
export async function newestVersion(
  db: Db | Trx,
  { kind, item }: ContentAddress,
): Promise<{ version: number; at: Date | null; actor: string | null }> {
  const { rows } = await (kind === 'setting'
    ? sql<{ version: number; at: Date; actor: string }>`
        select version, at, actor from setting where key = ${item} order by version desc limit 1`
    : sql<{ version: number; at: Date; actor: string }>`
        select version, at, actor from content_version
        where kind = ${kind} and item = ${item} order by version desc limit 1`
  ).execute(db);
  const [row] = rows;
  if (row === undefined || row.actor === BEGINNING)
    return { version: row?.version ?? 0, at: null, actor: null };
  return row;
}

/** A page of the history, newest first; the one before the oldest shown is there too, for what stood before. */
export async function listVersions(
  db: Db | Trx,
  { kind, item }: ContentAddress,
  { below, limit }: { below: number; limit: number },
): Promise<StoredVersion[]> {
  const { rows } = await (kind === 'setting'
    ? sql<StoredVersion>`
        select version, at, actor, value from setting
        where key = ${item} and version < ${below} order by version desc limit ${limit}`
    : sql<StoredVersion>`
        select version, at, actor, value from content_version
        where kind = ${kind} and item = ${item} and version < ${below} order by version desc limit ${limit}`
  ).execute(db);
  const shown = rows.map((row) => (row.actor === BEGINNING ? { ...row, at: null, actor: null } : row));
  if (kind !== 'setting' || shown.length === limit || below === 0) return shown;
  return [...shown, { version: 0, at: null, actor: null, value: SETTINGS[settingKey(item)].default }];
}

/** One version of the history. @throws AppError NO_DATA */
export async function findVersion(db: Db | Trx, address: ContentAddress, version: number): Promise<unknown> {
  const [found] = await listVersions(db, address, { below: version + 1, limit: 1 });
  if (found?.version !== version) throw new AppError('NO_DATA');
  return found.value;
}

/** Adds the newest version; with the first one also the state before it. The caller holds the lock. */
export async function addVersion(
  trx: Trx,
  { kind, item }: ContentAddress,
  { value, before, actor }: { value: unknown; before: unknown; actor: string },
): Promise<void> {
  if (kind === 'setting') return writeSetting(trx, settingKey(item), value as never, actor);
  const row = (version: number, content: unknown, by: string) => ({
    kind,
    item,
    version,
    value: JSON.stringify(content),
    actor: by,
  });
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from content_version where kind = ${kind} and item = ${item}`.execute(trx);
  const newest = rows[0]?.version ?? null;
  if (newest === null && before !== undefined)
    await trx
      .insertInto('content_version')
      .values(row(0, before, BEGINNING))
      .execute();
  await trx
    .insertInto('content_version')
    .values(row((newest ?? 0) + 1, value, actor))
    .execute();
}

/** Serialises changes of the same entry; for `new` entries, all of a kind. */
export async function lockContent(trx: Trx, { kind, item }: ContentAddress): Promise<void> {
  const key = `content:${kind}:${item === NEW_ITEM ? '' : item}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}
