import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { type Find, findHits } from './rule.ts';

/** Several members who were paid, or asked to be paid, to one bank account. */
export const sharedAccount: Find<SettingValue<'laundering'>['sharedAccount']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    with own as (
      select m.id as member_id, m.bank_code, m.bank_account_no from member m
      where m.id = any(${[...memberIds]}::bigint[])
      union
      select w.member_id, w.bank_code, w.bank_account_no from withdrawal w
      where w.member_id = any(${[...memberIds]}::bigint[])
    ),
    shared as (
      select own.member_id, own.bank_code, own.bank_account_no, m.id as other from own
      join member m on m.bank_code = own.bank_code and m.bank_account_no = own.bank_account_no and m.id <> own.member_id
      union
      select own.member_id, own.bank_code, own.bank_account_no, w.member_id from own
      join withdrawal w on w.bank_account_no = own.bank_account_no and w.bank_code = own.bank_code
        and w.member_id <> own.member_id
    )
    select distinct on (member_id) member_id, null::bigint as amount, count(*) + 1 as count,
      array_agg('member:' || other order by other desc) as evidence
    from shared
    group by member_id, bank_code, bank_account_no
    having count(*) + 1 >= ${terms.members}
    order by member_id, count(*) desc`,
  );
