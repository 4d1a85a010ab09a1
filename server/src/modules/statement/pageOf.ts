import type { PageAsked } from '@krapao/contract/api/common';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../database/connect.ts';

/** Lists of one member with their time; each has an index (member_id, time DESC, id DESC). */
const TIMES = { statement_entry: 'created_at', slip: 'uploaded_at' } as const;
type Listed = keyof typeof TIMES;

/**
 * One page of a member's list, newest first, rows of the same moment ordered by id, with the total at one moment. The
 * page starts by key: the index finds its first row, and only the page's own rows are read. Rows newer than `upTo` are
 * not counted, so turning pages meanwhile repeats and skips none.
 * @param wanted a condition on the list's bare columns
 */
export async function pageOf<Table extends Listed>(
  db: Db,
  table: Table,
  memberId: bigint,
  { page, limit, upTo }: PageAsked,
  wanted: RawBuilder<boolean> = sql`true`,
): Promise<{ total: number; rows: Selectable<Database[Table]>[] }> {
  const list = sql.table(table);
  const time = sql.ref(TIMES[table]);
  const mine =
    upTo === undefined
      ? sql`member_id = ${memberId} and ${wanted}`
      : sql`member_id = ${memberId} and ${wanted} and id <= ${upTo}::bigint`;
  const { rows } = await sql<{ total: bigint; row_id: bigint | null } & Selectable<Database[Table]>>`
    select t.total, e.id as row_id, e.*
    from (select count(*) as total from ${list} where ${mine}) t
    left join lateral (
      select * from ${list}
      where ${mine} and (${time}, id) <= (
        select ${time}, id from ${list} where ${mine}
        order by ${time} desc, id desc offset ${(page - 1) * limit} limit 1)
      order by ${time} desc, id desc limit ${limit}) e on true
    order by e.${time} desc, e.id desc`.execute(db);
  return {
    total: Number(rows[0]?.total ?? 0n),
    rows: rows.filter(({ row_id }) => row_id !== null) as Selectable<Database[Table]>[],
  };
}
