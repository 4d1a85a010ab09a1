import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { type JoinedMember, MEMBER_COLUMNS, memberFacts } from '../queues/memberFacts.ts';

const FOUND_MAX = 20;
type Because = 'id' | 'phone' | 'name' | 'account' | 'reference';

/**
 * Members whose id, telephone, bank account or transaction reference is the text, or whose name contains it; the surest
 * first. Each is found once.
 */
export async function searchMembers(db: Db, text: string) {
  const wanted = text.trim();
  const digits = wanted.replace(/[\s-]/g, '');
  const isNumber = /^\+?[0-9]{1,18}$/.test(digits);
  // A telephone is typed with or without its country code; its last digits are the same.
  const phoneTail = digits.replace(/^\+/, '').replace(/^(?:66|856|0)/, '');
  const name = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ id: bigint; because: Because }>`
    with found as (
      select id, 'id' as because, 1 as rank from member
        where ${isNumber && !digits.startsWith('+')} and id = ${isNumber ? digits.replace('+', '') : '0'}::bigint
      union all
      select id, 'phone', 2 from member
        where ${isNumber && phoneTail.length >= 6} and phone_number like '%' || ${phoneTail}
      union all
      select id, 'account', 3 from member where ${isNumber && digits.length >= 6} and bank_account_no = ${digits}
      union all
      select member_id, 'reference', 4 from incoming_transfer where trans_ref = ${wanted} and member_id is not null
      union all
      select member_id, 'reference', 4 from slip where trans_ref = ${wanted} or reference = ${wanted}
      union all
      select member_id, 'reference', 4 from withdrawal where trans_ref = ${wanted} or id::text = ${wanted}
      union all
      select member_id, 'reference', 4 from transfer where id::text = ${wanted}
      union all
      select member_id, 'reference', 4 from gateway_payment where payment_id = ${wanted} or id::text = ${wanted}
      union all
      (select id, 'name', 5 from member
        where ${wanted.length >= 2} and (name ilike ${name} or bank_account_name ilike ${name})
        order by id desc limit ${FOUND_MAX})
    )
    select id, because from (
      select distinct on (id) id, because, rank from found order by id, rank
    ) as once
    order by rank, id desc
    limit ${FOUND_MAX}`.execute(db);
  if (rows.length === 0) return [];
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
  return rows.flatMap(({ id, because }) => {
    const member = byId.get(id);
    return member === undefined ? [] : [{ ...memberFacts(member), because }];
  });
}
