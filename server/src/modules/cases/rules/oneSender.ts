import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { type Find, findHits } from './rule.ts';

/**
 * One sender that pays several members. Visible digits alone are shared by strangers, so the name must be the same too.
 */
export const oneSender: Find<SettingValue<'laundering'>['oneSender']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    with paid as (
      select distinct t.member_id, sender_key(t.sender) as sender, upper(t.sender ->> 'displayName') as name
      from incoming_transfer t
      where t.member_id = any(${[...memberIds]}::bigint[])
        and t.credited_at > site.now() - make_interval(days => ${terms.days})
        and sender_key(t.sender) is not null
    )
    select distinct on (p.member_id) p.member_id, sum(o.amount) as amount, count(distinct o.member_id) as count,
      array_agg('incoming:' || o.id order by o.id desc) as evidence
    from paid p
    join incoming_transfer o on sender_key(o.sender) = p.sender and o.member_id is not null
      and o.credited_at > site.now() - make_interval(days => ${terms.days})
      and upper(o.sender ->> 'displayName') is not distinct from p.name
    group by p.member_id, p.sender, p.name
    having count(distinct o.member_id) >= ${terms.members}
    order by p.member_id, count(distinct o.member_id) desc`,
  );
