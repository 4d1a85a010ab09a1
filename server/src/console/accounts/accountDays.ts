import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { startOfDayOf } from '../reports/period.ts';

interface Day {
  id: bigint;
  arrived: bigint;
  arrivals: number;
  credited: bigint;
  credits: number;
  asked: bigint;
  qrs: number;
}

/**
 * What happens at each account on the day in Bangkok of a moment: what banks told that arrived, what of it members have, and
 * what open QRs ask for; in units of the account's currency.
 */
export async function accountDays(trx: Trx, ids: readonly bigint[], now: Date) {
  const { rows } = await sql<Day>`
    select a.id, t.arrived, t.arrivals, t.credited, t.credits, q.asked, q.qrs
    from unnest(${ids}::bigint[]) a (id)
    cross join lateral (
      select coalesce(sum(amount), 0)::bigint as arrived, count(*)::integer as arrivals,
        coalesce(sum(amount) filter (where status = 'CREDITED'), 0)::bigint as credited,
        (count(*) filter (where status = 'CREDITED'))::integer as credits
      from incoming_transfer where deposit_account_id = a.id and transferred_at >= ${startOfDayOf(now)}) t
    cross join lateral (
      select coalesce(sum(pay_amount), 0)::bigint as asked, count(*)::integer as qrs
      from deposit_qr where deposit_account_id = a.id and status = 'OPEN') q`.execute(trx);
  return new Map(
    rows.map(({ id, arrived, arrivals, credited, credits, asked, qrs }) => [
      id,
      {
        arrived: { amount: bahtFromSatang(arrived), count: arrivals },
        credited: { amount: bahtFromSatang(credited), count: credits },
        asked: { amount: bahtFromSatang(asked), count: qrs },
      },
    ]),
  );
}
