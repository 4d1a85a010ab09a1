import { plainDigits } from '@krapao/contract/digits';
import type { Role } from '@krapao/contract/permissions';
import { oneSpelling } from '@krapao/contract/spelling';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { rowOfReference } from '../../modules/statement/rowId.ts';
import { type JoinedMember, MEMBER_COLUMNS, memberFacts } from '../queues/memberFacts.ts';
import { hasTelephone } from './hasTelephone.ts';

const PAGE = 20;
/** Part of a name may match everybody, so no more than this are counted or can be paged to. */
const COUNT_MAX = 1_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
type Because = 'id' | 'phone' | 'name' | 'account' | 'reference';

/**
 * Members whose id, telephone, bank account or transaction reference equals the text, or whose name contains it; best
 * matches first, a page of 20. Each is listed once.
 * @param skip how many come before the page
 * @param role who searches: whether part of a telephone finds somebody
 * @returns the page, the number of matches (counted up to 1,000) and whether there are more
 */
export async function searchMembers(db: Db, text: string, { skip, role }: { skip: number; role: Role }) {
  const wanted = text.trim();
  const digits = plainDigits(wanted).replace(/[\s-]/g, '');
  const isNumber = /^\+?[0-9]{1,18}$/.test(digits);
  const name = `%${oneSpelling(wanted).replace(/[\\%_]/g, '\\$&')}%`;
  const row = rowOfReference(wanted);
  // An id is looked up as one: compared as a text it would read every row.
  const uuid = UUID.test(wanted) ? wanted : null;
  const { rows } = await sql<{ id: bigint; because: Because; count: bigint }>`
    with found as (
      select id, 'id' as because, 1 as rank from member
        where ${isNumber && !digits.startsWith('+')} and id = ${isNumber ? digits.replace('+', '') : '0'}::bigint
      union all
      select id, 'phone', 2 from member where ${hasTelephone(wanted, role)}
      union all
      select id, 'account', 3 from member where ${isNumber && digits.length >= 6} and bank_account_no = ${digits}
      union all
      select member_id, 'reference', 4 from incoming_transfer where trans_ref = ${wanted} and member_id is not null
      union all
      select member_id, 'reference', 4 from slip where trans_ref = ${wanted} or reference = ${wanted}
      union all
      select member_id, 'reference', 4 from withdrawal where trans_ref = ${wanted} or id = ${uuid}::uuid
      union all
      select member_id, 'reference', 4 from ${sql.table(row?.table ?? 'slip')} where id = ${row?.id ?? null}
      union all
      select member_id, 'reference', 4 from transfer where id = ${uuid}::uuid
      union all
      select member_id, 'reference', 4 from gateway_payment where payment_id = ${wanted} or id = ${uuid}::uuid
      union all
      (select id, 'name', 5 from member
        where ${wanted.length >= 2} and search_name like lower(${name})
        order by id desc limit ${COUNT_MAX + 1})
    ), once as (
      select distinct on (id) id, because, rank from found order by id, rank
    )
    select id, because, (select count(*) from once) as count from once
    order by rank, id desc
    limit ${PAGE} offset ${skip}`.execute(db);
  const count = Number(rows[0]?.count ?? 0);
  if (rows.length === 0) return { members: [], count, isMore: false };
  const members: (JoinedMember & { id: bigint })[] = await db
    .selectFrom('member')
    .where(
      'member.id',
      'in',
      rows.map(({ id }) => id),
    )
    .select(['member.id', 'member.id as member_id', ...MEMBER_COLUMNS])
    .execute();
  const byId = new Map(members.map((member) => [member.id, member]));
  const page = rows.flatMap(({ id, because }) => {
    const member = byId.get(id);
    return member === undefined ? [] : [{ ...memberFacts(member), because }];
  });
  return { members: page, count: Math.min(count, COUNT_MAX), isMore: count > COUNT_MAX };
}
