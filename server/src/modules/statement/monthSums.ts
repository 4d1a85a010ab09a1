import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

type MonthSums = NonNullable<ResponseOf<Contract['POST /api/statement']>['months']>[number];

/** What a member deposited, got and withdrew in the whole months of these times, newest first. */
export async function monthSums(db: Db, memberId: bigint, times: readonly Date[]): Promise<MonthSums[]> {
  if (times.length === 0) return [];
  const { rows } = await sql<{ month: string; deposits: bigint; bonuses: bigint; withdrawals: bigint }>`
    select to_char(m.start, 'YYYY-MM') as month,
      coalesce(sum(e.amount) filter (where e.statement_type = 'deposit'), 0)::bigint as deposits,
      coalesce(sum(e.amount) filter (where e.statement_type = 'bonus'), 0)::bigint as bonuses,
      coalesce(sum(e.amount) filter (where e.statement_type = 'withdraw'), 0)::bigint as withdrawals
    from (select distinct date_trunc('month', t at time zone 'Asia/Bangkok') as start
      from unnest(${times}::timestamptz[]) t) m
    left join statement_entry e on e.member_id = ${memberId} and e.status = 'SUCCESS'
      and e.created_at >= m.start at time zone 'Asia/Bangkok'
      and e.created_at < (m.start + interval '1 month') at time zone 'Asia/Bangkok'
    group by m.start order by m.start desc`.execute(db);
  return rows.map(({ month, deposits, bonuses, withdrawals }) => ({
    month,
    deposits: bahtFromSatang(deposits),
    bonuses: bahtFromSatang(bonuses),
    withdrawals: bahtFromSatang(withdrawals),
  }));
}
