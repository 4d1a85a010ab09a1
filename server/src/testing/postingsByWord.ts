import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** The figure of each kind of posting, as the words say it: a reversal is of the kind that it reverses. */
const FIGURE_OF: Record<string, 'deposits' | 'withdrawals' | 'cost' | 'adjustments'> = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  adjustment: 'adjustments',
  ...Object.fromEntries(
    ['refund', 'invite', 'wheel_prize', 'coupon', 'bonus_cancel', 'bonus_excess', 'bonus_failed'].map(
      (code) => [code, 'cost' as const],
    ),
  ),
};

/** Sums by the word that people use. */
export type Money = Record<'deposits' | 'withdrawals' | 'cost' | 'adjustments', number>;
export const NOTHING: Money = { deposits: 0, withdrawals: 0, cost: 0, adjustments: 0 };

/**
 * What the postings of members' wallets say in a span, one by one, in baht: by the codes, not by the accounts of the house.
 * @throws Error for a code without a word
 */
export async function postingsByWord(
  db: Db,
  memberIds: readonly bigint[],
  { start, end }: { start: Date; end: Date },
): Promise<Money> {
  const { rows } = await sql<{ code: string; sum: bigint }>`
    select coalesce(o.code, p.code)::text as code, sum(case when p.credit = w.id then p.amount else -p.amount end)::bigint as sum
    from ledger.posting p left join ledger.posting o on o.id = p.reverses_id
    join ledger.account w on w.id in (p.debit, p.credit) and w.kind = 'wallet'
    where w.member_id = any(${memberIds}::bigint[]) and p.phase in ('single', 'post') and p.at >= ${start} and p.at < ${end}
    group by 1`.execute(db);
  const found = { ...NOTHING };
  for (const { code, sum } of rows) {
    const figure = FIGURE_OF[code];
    if (figure !== undefined) found[figure] += (figure === 'withdrawals' ? -1 : 1) * Number(sum);
    else if (!code.startsWith('transfer_')) throw new Error(code);
  }
  return inBaht(found);
}
/** Satang as baht. */
export const inBaht = (money: Money) =>
  Object.fromEntries(Object.entries(money).map(([name, sum]) => [name, sum / 100])) as Money;
