import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

const SHOWN_MAX = 100;
const DAYS = 30;

/** Payouts of the last 30 days of which operators said that the paying account is not known: how many, and the newest. */
export async function listNotKnown(db: Db) {
  const found = db
    .selectFrom('withdrawal as w')
    .where('w.state', '=', 'PAID')
    .where('w.cash_account_id', 'is', null)
    .where('w.decided_by', 'is not', null)
    .where('w.settled_at', '>', sql<Date>`site.now() - make_interval(days => ${DAYS})`);
  const { count, amount } = await found
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      sql<bigint>`coalesce(sum(w.amount), 0)::bigint`.as('amount'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await found
    .innerJoin('member as m', 'm.id', 'w.member_id')
    .innerJoin('operator as o', 'o.id', 'w.decided_by')
    .orderBy('w.settled_at', 'desc')
    .limit(SHOWN_MAX)
    .select([
      'w.id',
      'w.member_id',
      'm.name',
      'w.amount',
      'w.trans_ref',
      'w.settled_at',
      'o.name as operator',
    ])
    .execute();
  return {
    days: DAYS,
    count: Number(count),
    amount: bahtFromSatang(amount),
    payouts: rows.map((row) => ({
      id: row.id,
      memberId: String(row.member_id),
      memberName: row.name,
      amount: bahtFromSatang(row.amount),
      reference: row.trans_ref ?? '',
      at: (row.settled_at as Date).toISOString(),
      operatorName: row.operator,
    })),
  };
}
