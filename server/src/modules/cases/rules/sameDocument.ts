import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import { findHits, type Hit } from './rule.ts';

/** Members whose approved documents have one number; the oldest account has the case. */
export const sameDocument = (db: Db, memberIds: readonly bigint[]): Promise<Hit[]> =>
  findHits(
    db,
    sql`
    select min(o.member_id) as member_id, null::bigint as amount, count(distinct o.member_id) as count,
      array(select 'member:' || other from unnest(array_agg(distinct o.member_id)) as other
        where other <> min(o.member_id) order by other) as evidence
    from (select distinct number_hash, document_kind from identity_request
      where member_id = any(${[...memberIds]}::bigint[]) and state = 'APPROVED' and number_hash is not null) as own
    join identity_request o on o.number_hash = own.number_hash and o.document_kind = own.document_kind
      and o.state = 'APPROVED'
    join member m on m.id = o.member_id and m.merged_into is null
    group by own.number_hash
    having count(distinct o.member_id) > 1`,
  );
