import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { type Find, findHits } from './rule.ts';

/** Many senders that pay one member; banks show senders masked, so equal ones may count as one. */
export const manySenders: Find<SettingValue<'laundering'>['manySenders']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    select member_id, sum(amount) as amount, count(distinct sender) as count,
      array_agg('incoming:' || id order by id desc) as evidence
    from (
      select t.member_id, t.id, coalesce(t.credited_amount, t.amount) as amount, sender_key(t.sender) as sender
      from incoming_transfer t
      where t.member_id = any(${[...memberIds]}::bigint[])
        and t.credited_at > site.now() - make_interval(days => ${terms.days})
        and sender_key(t.sender) is not null
    ) as paid
    group by member_id
    having count(distinct sender) >= ${terms.senders}`,
  );
