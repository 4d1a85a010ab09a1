import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { depositsOf, type Find, findHits } from './rule.ts';

/** Many small deposits that together reach the sum that each of them stays below. */
export const structuring: Find<SettingValue<'laundering'>['structuring']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    select member_id, sum(amount) as amount, count(*) as count, array_agg('posting:' || id order by id desc) as evidence
    from (${depositsOf(memberIds, terms.days)}) as d
    where amount < ${terms.belowSatang}
    group by member_id
    having count(*) >= ${terms.deposits} and sum(amount) >= ${terms.belowSatang}`,
  );
