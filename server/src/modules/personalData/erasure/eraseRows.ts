import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { CATALOGUE, columnsOf } from '../catalogue/catalogue.ts';
import { anyPattern, type Markers, numberPattern } from './markers.ts';

const GONE = '…';

/** Does with the rows of a member in every table what the catalogue says; the member's own row last. */
export async function eraseRows(trx: Trx, memberId: bigint, markers: Markers): Promise<void> {
  for (const table of Object.keys(CATALOGUE)) await sweepTable(trx, table, memberId, markers);
  for (const [table, { of, erasure, blanks, waits }] of Object.entries(CATALOGUE)) {
    if (of === undefined || table === 'member') continue;
    const where = sql<boolean>`${ofMember(of, memberId)} and ${leftAlone(waits)}`;
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

/** What waits for somebody's decision stays as it was asked. */
const leftAlone = (waits: string | undefined): RawBuilder<boolean> =>
  waits === undefined ? sql<boolean>`true` : sql<boolean>`not (${sql.raw(waits)})`;

/**
 * Takes the person out of free words: whatever they gave in their own rows; a number that was proved to be theirs in
 * rows of others; and in rows of nobody that name such a number, their names too. Nobody takes words out of rows of
 * others by what they typed themselves.
 */
async function sweepTable(trx: Trx, table: string, memberId: bigint, markers: Markers): Promise<void> {
  const entry = CATALOGUE[table];
  if (entry === undefined || entry.erasure === 'redact') return;
  const { words } = columnsOf(entry);
  if (words.length === 0) return;
  const types = await typesOf(trx, table);
  const sweep = async (pattern: string | null, where: RawBuilder<boolean>, column: string) => {
    if (pattern === null) return;
    const text = sql`${sql.ref(column)}::text`;
    await sql`
      update ${sql.table(table)}
      set ${sql.ref(column)} = regexp_replace(${text}, ${pattern}, ${GONE}, 'gi')::${sql.raw(types.get(column) ?? 'text')}
      where ${text} ~* ${pattern} and ${where} and ${leftAlone(entry.waits)}`.execute(trx);
  };
  const proved = numberPattern(markers.proved);
  for (const column of words) {
    if (entry.of !== undefined) await sweep(anyPattern(markers), ofMember(entry.of, memberId), column);
    if (proved === null) continue;
    const namesNumber = sql<boolean>`(${ofNobody(entry.of)} and ${sql.ref(column)}::text ~ ${proved})`;
    await sweep(anyPattern({ numbers: markers.proved, names: markers.names }), namesNumber, column);
    await sweep(proved, sql<boolean>`true`, column);
  }
}

/** The rows of a table that concern no member. */
function ofNobody(of: string | undefined): RawBuilder<boolean> {
  if (of === undefined) return sql<boolean>`true`;
  return of.includes(' or ') ? sql<boolean>`false` : sql.raw<boolean>(of.replaceAll('= :member', 'is null'));
}

async function typesOf(trx: Trx, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(trx);
  return new Map(rows.map(({ name, type }) => [name, type]));
}
