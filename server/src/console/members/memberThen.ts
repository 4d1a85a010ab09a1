import type { LimitKind, LimitPeriod } from '@krapao/contract/api/protection/limits';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { archivedUntil, balanceThen } from '../../ledger/accountThen.ts';
import { shownMost } from '../../modules/protection/limits/showLimits.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';

/**
 * A member's account as of any moment, that moment included; baht. Money from the postings, the rest from its own records.
 * One snapshot. @throws AppError NO_USER, MOMENT_OUTSIDE (before the registration, or later than now), MOMENT_ARCHIVED
 */
export function memberThen(db: Db, memberId: bigint, at: Date, language: Language) {
  return inSnapshot(db, async (trx) => {
    const member = await trx
      .selectFrom('member')
      .select(['created_at', 'coin'])
      .where('id', '=', memberId)
      .executeTakeFirst();
    if (member === undefined) throw new AppError('NO_USER');
    if (at < member.created_at || at.getTime() > clock.now()) throw new AppError('MOMENT_OUTSIDE');
    const archived = await archivedUntil(trx);
    if (archived !== null && at <= archived) throw new AppError('MOMENT_ARCHIVED');
    const wallet = await balanceThen(trx, memberId, 'wallet', at);
    const inTransfer = await balanceThen(trx, memberId, 'in_transfer', at);
    return {
      at: at.toISOString(),
      wallet: bahtFromSatang(wallet.posted),
      held: bahtFromSatang(wallet.held),
      available: bahtFromSatang(wallet.posted - wallet.held),
      inTransfer: bahtFromSatang(inTransfer.posted),
      coin: await coinsThen(trx, memberId, at, member.coin),
      bonuses: await bonusesThen(trx, memberId, at, language),
      limits: await limitsThen(trx, memberId, at),
    };
  });
}

/** Null before the record of coins began. @param now the coins of a member whose coins never changed */
async function coinsThen(trx: Trx, memberId: bigint, at: Date, now: number): Promise<number | null> {
  const rows = trx.selectFrom('coin_change').where('member_id', '=', memberId);
  const last = await rows
    .select('coin')
    .where('at', '<=', at)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last !== undefined) return last.coin;
  const first = await rows.select('is_start').orderBy('id').limit(1).executeTakeFirst();
  if (first === undefined) return now;
  return first.is_start ? null : 0;
}

async function bonusesThen(trx: Trx, memberId: bigint, at: Date, language: Language) {
  const rows = await trx
    .selectFrom('member_bonus')
    .select(['id', 'source', 'name', 'deposit', 'bonus', 'created_at'])
    .where('member_id', '=', memberId)
    .where('created_at', '<=', at)
    .where(sql<boolean>`(ended_at is null or ended_at > ${at})`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, source, name, deposit, bonus, created_at }) => ({
    id: String(id),
    source,
    name: (name as Record<string, string>)[language] ?? '',
    deposit: bahtFromSatang(deposit),
    bonus: bahtFromSatang(bonus),
    since: created_at.toISOString(),
  }));
}

async function limitsThen(trx: Trx, memberId: bigint, at: Date) {
  const rows = await trx
    .selectFrom('member_limit')
    .select(['kind', 'period', 'most'])
    .where('member_id', '=', memberId)
    .where('from_at', '<=', at)
    .where(sql<boolean>`(ended_at is null or ended_at > ${at})`)
    .where('most', 'is not', null)
    .orderBy('kind')
    .orderBy('period')
    .execute();
  return rows.map(({ kind, period, most }) => ({
    kind: kind as LimitKind,
    period: period as LimitPeriod,
    most: shownMost(kind as LimitKind, most ?? 0n),
  }));
}
