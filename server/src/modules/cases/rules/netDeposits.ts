import type { Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import { depositsOf, type Find, findHits, withdrawalsOf } from './rule.ts';

/**
 * Deposits less withdrawals of the pack's days reach the pack's sum (protection.md row 25): the member may need help.
 * The evidence is how often the sum was reached in a month, so that not every deposit above it is news.
 */
export const netDeposits: Find<Pack['vulnerability']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    select member_id, sum(amount) as amount, count(*) as count,
      array['netDeposits:' || to_char(site.now() at time zone 'Asia/Bangkok', 'YYYY-MM')
        || '/' || div(sum(amount), greatest(${terms.netDepositsSatang}::numeric, 1))] as evidence
    from (
      select member_id, amount from (${depositsOf(memberIds, terms.days)}) as d
      union all select member_id, -amount from (${withdrawalsOf(memberIds, terms.days)}) as w
    ) as moved
    group by member_id
    having sum(amount) >= ${terms.netDepositsSatang} and sum(amount) > 0`,
  );
