import type { RegisterWay } from '@krapao/contract/api/operator/registers';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { wayOf } from '../registers/registers.ts';
import type { Period } from './period.ts';

interface Row {
  way: string;
  code: string;
  name: string | null;
  count: bigint;
  given: bigint;
  taken: bigint;
}

/**
 * What rewards cost in a period, by bonus, the dearest first; baht. A bonus that was given before the period and ended in
 * it counts with what its end took back.
 */
export async function rewardCosts(trx: Trx, { start, end }: Period, language: Language) {
  const { rows } = await sql<Row>`
    select b.source as way, coalesce(b.code, '') as code,
      (array_agg(b.name order by b.id desc))[1] ->> ${language} as name,
      count(*) filter (where b.created_at >= ${start}) as count,
      coalesce(sum(b.bonus) filter (where b.created_at >= ${start}), 0)::bigint as given,
      coalesce(sum(b.removed) filter (where b.ended_at >= ${start} and b.ended_at < ${end}), 0)::bigint as taken
    from member_bonus b
    where b.created_at >= ${start} and b.created_at < ${end}
      or b.ended_at >= ${start} and b.ended_at < ${end} and b.removed > 0
    group by 1, 2
    union all
    select split_part(e.cause, ':', 1), '', null, count(*), sum(e.amount)::bigint, 0
    from statement_entry e
    where e.statement_type = 'bonus' and e.cause not like 'bonus:%' and e.created_at >= ${start}
      and e.created_at < ${end}
    group by 1`.execute(trx);
  return rows
    .map(({ way, code, name, count, given, taken }) => ({
      way: wayOf('bonuses', way) as RegisterWay,
      code,
      // What belongs to no definition has the name of its way.
      name: code === '' ? null : name,
      count: Number(count),
      given: bahtFromSatang(given),
      takenBack: bahtFromSatang(taken),
      cost: bahtFromSatang(given - taken),
    }))
    .toSorted((one, other) => other.cost - one.cost);
}
