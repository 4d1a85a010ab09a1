import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { lockMemberAccounts } from '../../ledger/account.ts';
import type { BonusRow } from './bonusRow.ts';
import { weighedStake } from './turnoverWeights.ts';

/** The member's money in satang; for games the last reported amounts. */
export interface MemberTotal {
  walletAccount: bigint;
  walletVersion: bigint;
  /** Includes holds for withdrawals. */
  posted: Satang;
  available: Satang;
  games: Satang;
  /** True while a transfer, a withdrawal or a round is in progress, so that the total is unknown. */
  isMoving: boolean;
  /** True if a game that may hold money did not report its balance. */
  isStale: boolean;
}

/** A round that is open for longer keeps no bonus waiting. */
const ROUND_LASTS = sql`interval '12 hours'`;

/** The member's total, with the money locked until the transaction ends. @throws AppError NO_WALLET */
export async function lockTotal(trx: Trx, memberId: bigint): Promise<MemberTotal> {
  await lockMemberAccounts(trx, memberId);
  return readTotal(trx, memberId);
}

/** The member's total, without waiting for locks. @throws AppError NO_WALLET */
export async function readTotal(db: Db | Trx, memberId: bigint): Promise<MemberTotal> {
  const { rows } = await sql<{
    id: bigint;
    version: bigint;
    posted: bigint;
    held: bigint;
    games: bigint;
    is_moving: boolean;
    is_stale: boolean;
  }>`
    select w.id, w.version, w.posted, w.held,
      (select coalesce(sum(g.amount), 0)::bigint from game_account g where g.member_id = w.member_id and g.is_open) as games,
      exists (select from game_account g where g.member_id = w.member_id and g.is_open and g.is_stale and g.amount > 0)
        as is_stale,
      exists (select from ledger.account t where t.member_id = w.member_id and t.kind = 'in_transfer' and t.posted <> 0)
        or exists (select from transfer t where t.member_id = w.member_id and t.status = 'PENDING')
        or exists (select from withdrawal d where d.member_id = w.member_id and d.state = 'COLLECTING')
        -- What is staked may come back with the round's end.
        or exists (select from game_round r where r.member_id = w.member_id and r.closed_at is null
          and r.opened_at > site.now() - ${ROUND_LASTS}) as is_moving
    from ledger.account w
    where w.member_id = ${memberId} and w.kind = 'wallet' and w.currency = 'THB'`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new AppError('NO_WALLET');
  return {
    walletAccount: row.id,
    walletVersion: row.version,
    posted: row.posted,
    available: row.posted - row.held,
    games: row.games,
    isMoving: row.is_moving,
    isStale: row.is_stale,
  };
}

/**
 * The balance that decides a bonus: wallet and games, minus what came in from outside after its start, so that a
 * deposit neither reaches a target nor keeps a bonus from failing (docs/decisions/145-bonuses.md). Operators'
 * adjustments since then do not count either.
 */
export async function balanceSince(db: Db | Trx, bonus: BonusRow, total: MemberTotal): Promise<Satang> {
  const { rows } = await sql<{ amount: bigint }>`
    select (
      select coalesce(sum(p.amount), 0) from ledger.posting p join ledger.account d on d.id = p.debit
      where p.credit = ${total.walletAccount} and p.credit_version > ${bonus.wallet_version} and p.phase = 'single'
        and p.reverses_id is null
        and d.kind in ('bank', 'gateway', 'gift', 'coupon', 'wheel', 'refund', 'invite', 'adjustment')
        and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)
    ) - (
      select coalesce(sum(p.amount), 0) from ledger.posting p join ledger.account c on c.id = p.credit
      where p.debit = ${total.walletAccount} and p.debit_version > ${bonus.wallet_version} and p.phase = 'single'
        and p.reverses_id is null and c.kind = 'adjustment'
        and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)
    ) as amount`.execute(db);
  return total.available + total.games - BigInt(rows[0]?.amount ?? 0n);
}

/** Stakes since the start of a bonus, as far as the providers have reported them, by the weights of its start. */
export async function stakedSince(db: Db | Trx, bonus: BonusRow): Promise<Satang> {
  if (bonus.turnover_bps === 0) return 0n;
  const { rows } = await sql<{ staked: bigint }>`
    select coalesce(sum(${weighedStake(sql.ref('b.turnover_percent'))}), 0)::bigint as staked
    from play_day p join game_provider g on g.code = p.provider
    join member_bonus b on b.id = ${bonus.id} and b.member_id = p.member_id and p.day >= b.started_on
  `.execute(db);
  const staked = (rows[0]?.staked ?? 0n) - bonus.staked_before;
  return staked > 0n ? staked : 0n;
}
