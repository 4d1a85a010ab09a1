import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database/connect.ts';

/**
 * What was done to the site from outside its calls. `backup.open`: a backup that is being made; its detail is the code
 * that only a restored copy shows. `backup.made`: its detail is that code's hash.
 */
export type MarkKind =
  | 'backup.open'
  | 'backup.made'
  | 'backup.restored'
  | 'ledger.sound'
  | 'ledger.unsound'
  | 'metrics.scraped';

/** Notes that it happened now. */
export async function markSite(db: Db, kind: MarkKind, detail = ''): Promise<void> {
  await sql`
    insert into site_mark (kind, detail) values (${kind}, ${detail})
    on conflict (kind, detail) do update set at = site.now()`.execute(db);
}

/** How many seconds ago each kind happened last. */
export async function marksOf(db: Db): Promise<Map<MarkKind, number>> {
  const { rows } = await sql<{ kind: MarkKind; seconds: number }>`
    select kind, extract(epoch from site.now() - max(at))::float8 as seconds from site_mark group by kind`.execute(
    db,
  );
  return new Map(rows.map(({ kind, seconds }) => [kind, seconds]));
}

/** Whether the newest `npm run verify` found the ledger unsound. @param marks of marksOf */
export function isUnsound(marks: ReadonlyMap<MarkKind, number>): boolean {
  const [sound, unsound] = [marks.get('ledger.sound'), marks.get('ledger.unsound')];
  return unsound !== undefined && (sound === undefined || unsound < sound);
}

/** A database of an older version has no marks, and can still be backed up and restored. */
async function hasMarks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('public.site_mark') is not null as "isThere"`.execute(db);
  return rows[0]?.isThere ?? false;
}

// Without letters and digits that look alike.
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** Puts the code into the database that the backup proves later; @returns what ends it, with success or not. */
export async function openBackupMark(db: Db): Promise<(isWhole: boolean) => Promise<void>> {
  if (!(await hasMarks(db))) return async () => undefined;
  const code = Array.from({ length: 12 }, (_, nth) => {
    const letter = LETTERS[randomInt(LETTERS.length)];
    return nth > 0 && nth % 4 === 0 ? `-${letter}` : letter;
  }).join('');
  await markSite(db, 'backup.open', code);
  return async (isWhole) => {
    // Also what a backup left that was killed.
    await db.deleteFrom('site_mark').where('kind', '=', 'backup.open').execute();
    if (isWhole) await markSite(db, 'backup.made', hashOf(code));
  };
}

/** In a restored database: notes that it was, and takes the code of its backup. One of an older version has none. */
export async function takeRestoreCode(db: Db): Promise<string | undefined> {
  if (!(await hasMarks(db))) return undefined;
  await markSite(db, 'backup.restored');
  const rows = await db
    .deleteFrom('site_mark')
    .where('kind', '=', 'backup.open')
    .returning(['detail', 'at'])
    .execute();
  // A backup that was killed may have left its own.
  return rows.sort((a, b) => b.at.getTime() - a.at.getTime())[0]?.detail;
}

/** Notes a restored backup of this site by its code. @returns false if no backup of this site has it */
export async function markRestored(db: Db, code: string): Promise<boolean> {
  const made = await db
    .selectFrom('site_mark')
    .select('detail')
    .where('kind', '=', 'backup.made')
    .where('detail', '=', hashOf(code.trim().toUpperCase()))
    .executeTakeFirst();
  if (made === undefined) return false;
  await markSite(db, 'backup.restored');
  return true;
}
