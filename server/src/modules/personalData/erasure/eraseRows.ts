import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { CATALOGUE, columnsOf } from '../catalogue/catalogue.ts';
import { type Markers, patternOf } from './markers.ts';

const GONE = '…';

/** Does with the rows of a member in every table what the catalogue says; the member's own row last. */
export async function eraseRows(trx: Trx, memberId: bigint, markers: Markers): Promise<void> {
  for (const table of Object.keys(CATALOGUE)) await sweepTable(trx, table, memberId, markers);
  for (const [table, { of, erasure, blanks }] of Object.entries(CATALOGUE)) {
    if (of === undefined || table === 'member') continue;
    const where = ofMember(of, memberId);
    if (erasure === 'delete') await sql`delete from ${sql.table(table)} where ${where}`.execute(trx);
    if (erasure === 'blank' && blanks !== undefined) await blank(trx, table, blanks, where);
  }
  // The constraints let a closed account alone hold nobody.
  await sql`update member set status = 'closed', ${assigned(CATALOGUE.member?.blanks ?? {})} where id = ${memberId}`.execute(
    trx,
  );
}

/** The condition of the catalogue for the rows of a member. */
export const ofMember = (of: string, memberId: bigint): RawBuilder<boolean> =>
  sql.raw<boolean>(of.replaceAll(':member', memberId.toString()));

async function blank(
  trx: Trx,
  table: string,
  blanks: Record<string, string>,
  where: RawBuilder<boolean>,
): Promise<void> {
  if (Object.keys(blanks).length === 0) return;
  await sql`update ${sql.table(table)} set ${assigned(blanks)} where ${where}`.execute(trx);
}

const assigned = (blanks: Record<string, string>) =>
  sql.join(Object.entries(blanks).map(([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`));

/**
 * Takes the person out of free words: in their own rows and in rows of nobody, and in rows of others where one of their
 * numbers is named too. A name alone in a row of another member may be that of a namesake.
 */
async function sweepTable(trx: Trx, table: string, memberId: bigint, markers: Markers): Promise<void> {
  const entry = CATALOGUE[table];
  if (entry === undefined || entry.erasure === 'redact') return;
  const { words } = columnsOf(entry);
  if (words.length === 0) return;
  const all = patternOf([...markers.numbers, ...markers.names]);
  const numbers = patternOf(markers.numbers);
  if (all === null || numbers === null) return;
  const types = await typesOf(trx, table);
  const isOwn = entry.of === undefined ? sql<boolean>`true` : ofMember(entry.of, memberId);
  for (const column of words) {
    const text = sql`${sql.ref(column)}::text`;
    await sql`
      update ${sql.table(table)}
      set ${sql.ref(column)} = regexp_replace(${text}, ${all}, ${GONE}, 'gi')::${sql.raw(types.get(column) ?? 'text')}
      where (${isOwn} and ${text} ~* ${all}) or ${text} ~* ${numbers}`.execute(trx);
  }
}

async function typesOf(trx: Trx, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(trx);
  return new Map(rows.map(({ name, type }) => [name, type]));
}
