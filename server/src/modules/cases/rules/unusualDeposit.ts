import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { depositsOf, type Find, findHits } from './rule.ts';

/** With fewer deposits before it there is no usual amount. */
const DEPOSITS_MIN = 4;
const BACK_DAYS = 7;
const USUAL_DAYS = 30;

/** A deposit of many times the median of the member's 30 days before it. */
export const unusualDeposit: Find<SettingValue<'laundering'>['unusualDeposit']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    with d as materialized (${depositsOf(memberIds, BACK_DAYS + USUAL_DAYS)})
    select d.member_id, max(d.amount) as amount, count(*) as count,
      array_agg('posting:' || d.id order by d.id desc) as evidence
    from d
    cross join lateral (
      select percentile_disc(0.5) within group (order by b.amount) as usual, count(*) as count from d b
      where b.member_id = d.member_id and b.id < d.id and b.at > d.at - make_interval(days => ${USUAL_DAYS})
    ) as before
    where d.at > site.now() - make_interval(days => ${BACK_DAYS}) and before.count >= ${DEPOSITS_MIN}
      and d.amount >= ${terms.depositSatang} and d.amount > before.usual * ${terms.times}
    group by d.member_id`,
  );
