import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { type Find, findHits, withdrawalsOf } from './rule.ts';

const BACK_DAYS = 7;

/** A withdrawal minutes after a bonus ended. */
export const bonusEnded: Find<SettingValue<'laundering'>['bonusEnded']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    select w.member_id, sum(w.amount) as amount, count(*) as count,
      array_agg('withdrawal:' || w.id order by w.at desc) as evidence
    from (${withdrawalsOf(memberIds, BACK_DAYS)}) as w
    where w.amount >= ${terms.withdrawalSatang} and exists (
      select from member_bonus b where b.member_id = w.member_id
        and b.ended_at <= w.at and b.ended_at > w.at - make_interval(mins => ${terms.minutes}))
    group by w.member_id`,
  );
