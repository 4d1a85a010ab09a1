import type { IdentityLevel } from '@krapao/contract/identity';
import type { Satang } from '@krapao/contract/money';
import type { Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { depositsIn } from '../limits/depositUse.ts';
import { countsIn } from '../limits/memberLimit.ts';

/** Sums in satang; in `allowed` null means any. */
export interface LevelSums<Sum> {
  depositMonth: Sum;
  balance: Sum;
  payoutMonth: Sum;
}

/** What a level allows. */
export function allowedAt(level: IdentityLevel, { levels }: Pick<Pack, 'levels'>): LevelSums<Satang | null> {
  const sums = levels[`level${level}`];
  const satang = (value: number | null) => (value === null ? null : BigInt(value));
  return {
    depositMonth: satang(sums.depositMonthSatang),
    balance: satang(sums.balanceSatang),
    payoutMonth: satang(sums.payoutMonthSatang),
  };
}

/**
 * What a member has used: deposits and requested payouts of the last month, refused ones left out, and all money that the
 * member holds, as far as games have told. Deposits and payouts of the person's erased accounts count.
 */
export async function usedSums(db: Db | Trx, memberId: bigint): Promise<LevelSums<Satang>> {
  const { rows } = await sql<{ payouts: bigint; balance: bigint }>`
    select
      (select coalesce(sum(amount), 0)::bigint from withdrawal
        where member_id = any(accounts_of(${memberId})) and state <> 'REJECTED' and ${countsIn(sql`created_at`, 'month')}) as payouts,
      (select coalesce(sum((ledger.balance(a.id)).posted), 0)::bigint from ledger.account a
        where a.member_id = ${memberId})
        + (select coalesce(sum(amount), 0)::bigint from game_account where member_id = ${memberId}) as balance`.execute(
    db,
  );
  const used = rows[0];
  return {
    depositMonth: (await depositsIn(db, memberId)).month,
    balance: used?.balance ?? 0n,
    payoutMonth: used?.payouts ?? 0n,
  };
}

/** What is left of each sum, never below zero; null: any. */
export function leftOf(allowed: LevelSums<Satang | null>, used: LevelSums<Satang>): LevelSums<Satang | null> {
  const left = (most: Satang | null, now: Satang) => (most === null ? null : most > now ? most - now : 0n);
  return {
    depositMonth: left(allowed.depositMonth, used.depositMonth),
    balance: left(allowed.balance, used.balance),
    payoutMonth: left(allowed.payoutMonth, used.payoutMonth),
  };
}
