import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { type Find, findHits } from './rule.ts';

/** Several members on one device; pairs whom operators separated do not count. */
export const sharedDevice: Find<SettingValue<'laundering'>['sharedDevice']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    select distinct on (a.member_id) a.member_id, null::bigint as amount, count(distinct o.member_id) + 1 as count,
      array_agg(distinct 'member:' || o.member_id) as evidence
    from member_device a
    join member_device o on o.device_id = a.device_id and o.member_id <> a.member_id
    where a.member_id = any(${[...memberIds]}::bigint[]) and not exists (
      select from member_distinct x
      where x.member_id = least(a.member_id, o.member_id) and x.other_id = greatest(a.member_id, o.member_id))
    group by a.member_id, a.device_id
    having count(distinct o.member_id) + 1 >= ${terms.members}
    order by a.member_id, count(distinct o.member_id) desc`,
  );
