import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { depositsOf, type Find, findHits, withdrawalsOf } from './rule.ts';

const BACK_DAYS = 7;

/** Deposits, or withdrawals, of one day in Bangkok that reach the sum that the law asks to report. */
export const reportedSum: Find<SettingValue<'laundering'>['reportedSum']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    select distinct on (member_id) member_id, sum(amount) as amount, count(*) as count,
      array_agg(row order by at desc) as evidence
    from (
      select member_id, 'in' as way, 'posting:' || id as row, amount, at
      from (${depositsOf(memberIds, BACK_DAYS)}) as d
      union all
      select member_id, 'out', 'withdrawal:' || id, amount, at from (${withdrawalsOf(memberIds, BACK_DAYS)}) as w
    ) as moved
    group by member_id, way, (at at time zone 'Asia/Bangkok')::date
    having sum(amount) >= ${terms.satang}
    order by member_id, max(at) desc`,
  );
