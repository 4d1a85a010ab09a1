import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { noteLinked } from '../../links/noteLinked.ts';

const PAUSES_MAX = 20;

/**
 * Notes that a member may be an excluded person under another account, so that play and deposits rest until an operator
 * has decided (protection.md 12): they share a device, or a form of the name while documents show no two birth dates. Two
 * members whom operators hold apart are two persons. A phone or account of an excluded person is refused before
 * (excludedIdentity.ts).
 */
export async function noteExcluded(trx: Trx, memberId: bigint): Promise<void> {
  const { rows } = await sql<{ id: bigint; member_id: bigint }>`
    with proved as (select member_id, names from identity_request where state = 'APPROVED'),
    found as (
      select keeper_of(o.id) as id
      from member m join member o on o.id <> m.id
      where m.id = ${memberId}
        and exists (select from pause p where p.member_id = o.id and p.kind = 'exclusion' and p.ended_at is null)
        and not exists (select from member_distinct d
          where d.member_id = least(m.id, o.id) and d.other_id = greatest(m.id, o.id))
        and (exists (select from member_device a join member_device b on b.device_id = a.device_id
            where a.member_id = m.id and b.member_id = o.id)
          or not born_differently(m.id, o.id)
            and (o.name_keys && m.further_name_keys or o.further_name_keys && m.name_keys
              or exists (select from proved a cross join unnest(a.names) an join proved b on b.member_id = o.id
                cross join unnest(b.names) bn where a.member_id = m.id
                and (account_name_keys(an, false) && account_name_keys(bn, true)
                  or account_name_keys(an, true) && account_name_keys(bn, false))))))
    select distinct p.id, p.member_id from found join pause p on p.member_id = found.id
    where found.id <> ${memberId} and p.kind = 'exclusion' and p.ended_at is null
    order by p.id limit ${PAUSES_MAX}`.execute(trx);
  for (const pause of rows) await noteLinked(trx, pause, [memberId]);
}
