import { sql } from 'kysely';
import type { SettingValue } from '../../../settings/schema.ts';
import { type Find, findHits, withdrawalsOf } from './rule.ts';

/** Facts are searched so many days back; what was found before is no news. */
const BACK_DAYS = 7;

/** A withdrawal soon after the payout account changed. */
export const accountChanged: Find<SettingValue<'laundering'>['accountChanged']> = (db, memberIds, terms) =>
  findHits(
    db,
    sql`
    select w.member_id, sum(w.amount) as amount, count(*) as count,
      array_agg('withdrawal:' || w.id order by w.at desc) as evidence
    from (${withdrawalsOf(memberIds, BACK_DAYS)}) as w
    join member m on m.id = w.member_id
    where m.bank_account_changed_at > m.created_at + interval '1 minute'
      and w.at >= m.bank_account_changed_at
      and w.at < m.bank_account_changed_at + make_interval(days => ${terms.days})
      and w.amount >= ${terms.withdrawalSatang}
    group by w.member_id`,
  );
