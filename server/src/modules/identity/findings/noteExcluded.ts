import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { noteFinding } from '../../protection/levels/noteFinding.ts';

const OTHERS_MAX = 20;

/**
 * Notes that a member may be an excluded person under another account, so that play and deposits rest until an operator
 * has decided (protection.md 12): they share a device, or a form of the name while no two birth dates off documents
 * differ. Two members whom operators hold apart are two persons. A phone or account of an excluded person is refused
 * before (excludedIdentity.ts).
 */
export async function noteExcluded(trx: Trx, memberId: bigint): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with proved as (select member_id, names, birth_date from identity_request
        where state = 'APPROVED'),
      born as (select member_id, max(birth_date) as birth_date from proved group by member_id)
    select o.id::text as id
    from member m join member o on o.id <> m.id and o.merged_into is distinct from m.id
    left join born mine on mine.member_id = m.id left join born theirs on theirs.member_id = o.id
    where m.id = ${memberId}
      and exists (select from pause p where p.member_id = o.id and p.kind = 'exclusion' and p.ended_at is null)
      and not exists (select from member_distinct d
        where d.member_id = least(m.id, o.id) and d.other_id = greatest(m.id, o.id))
      and (exists (select from member_device a join member_device b on b.device_id = a.device_id
          where a.member_id = m.id and b.member_id = o.id)
        or (mine.birth_date is not distinct from coalesce(theirs.birth_date, mine.birth_date)
            or mine.birth_date is null)
          and (o.name_keys && m.further_name_keys or o.further_name_keys && m.name_keys
            or exists (select from proved a cross join unnest(a.names) an join proved b on b.member_id = o.id
              cross join unnest(b.names) bn where a.member_id = m.id
              and (account_name_keys(an, false) && account_name_keys(bn, true)
                or account_name_keys(an, true) && account_name_keys(bn, false)))))
    order by o.id limit ${OTHERS_MAX}`.execute(trx);
  const members = rows.map(({ id }) => id);
  if (members.length > 0)
    await noteFinding(trx, { memberId, kind: 'excluded', subject: members.join(','), detail: { members } });
}
