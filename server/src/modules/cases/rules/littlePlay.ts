import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { depositsOf, type Find, findHits, withdrawalsOf } from './rule.ts';

/** Money that came in and went out again with little play between. Stakes are the providers' figures. */
export const littlePlay: Find<SettingValue<'laundering'>['littlePlay']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    with moved as (
      select member_id, amount as deposited, 0 as withdrawn, 'posting:' || id as row, at
      from (${depositsOf(memberIds, terms.days)}) as d
      union all
      select member_id, 0, amount, 'withdrawal:' || id, at from (${withdrawalsOf(memberIds, terms.days)}) as w
    )
    select m.member_id, sum(m.deposited) as amount, count(*) as count, array_agg(m.row order by m.at desc) as evidence
    from moved m
    group by m.member_id
    having sum(m.deposited) >= ${terms.depositsSatang} and sum(m.deposited) > 0
      and sum(m.withdrawn) * 100 >= sum(m.deposited) * ${terms.withdrawnPercent}
      and (select coalesce(sum(p.stake), 0) from play_day p where p.member_id = m.member_id
        and p.day > (site.now() at time zone 'Asia/Bangkok')::date - ${terms.days}::integer) * 100
        < sum(m.deposited) * ${terms.playedPercent}`,
  );
