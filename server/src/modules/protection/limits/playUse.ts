import { LIMIT_PERIODS, type LimitPeriod } from '@krapao/contract/api/protection/limits';
import type { Satang } from '@krapao/contract/money';
import { WALLET } from '@krapao/contract/walletCode';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { PERIOD_LENGTH } from './memberLimit.ts';

/** What a member played in a period, in satang. */
export interface PlayUse {
  /**
   * Moved into games since some moment of the period and not taken back: the most that may be lost of it. Of a collection
   * on its way into a game the wallet's part counts from its start.
   */
  inGames: Satang;
  /** Of games that bet from the wallet itself, beside what is in the others; a net win is no loss of theirs. */
  lostFromWallet: Satang;
  stakedFromWallet: Satang;
  /** What houses told, of every day that touches the period. */
  lost: Satang;
  staked: Satang;
  /** Bets from the wallet, and the rounds that houses told of other games. */
  bets: bigint;
}

/**
 * What a member played in the periods that end now. Money that was taken back beyond what the period put in gives no
 * room: it may be older (docs/decisions/202-limits-at-every-way-in.md). The person's erased accounts count.
 */
export async function playIn(db: Db | Trx, memberId: bigint): Promise<Record<LimitPeriod, PlayUse>> {
  const periods = LIMIT_PERIODS.map(
    (period) => sql`(${period}, site.clock_timestamp() - ${PERIOD_LENGTH[period]})`,
  );
  const { rows } = await sql<PlayUse & { period: LimitPeriod }>`
    select p.period, moved."inGames", told.lost, told.staked, told."lostFromWallet", told."stakedFromWallet", told.bets
    from (values ${sql.join(periods)}) as p (period, since),
    lateral (
      select (coalesce(sum(change), 0) - least(coalesce(min(before), 0), 0))::bigint as "inGames" from (
        select change, sum(change) over (order by created_at, id) as before from (
          select t.created_at, t.id,
            case when t.status = 'PENDING' and t.to_code <> ${WALLET} and l.onward = 0 then t.amount - l.outward
              else l.change end as change
          from transfer t, lateral (
            select count(*) filter (where direction = 'in') as onward,
              coalesce(sum(coalesce(asked_amount, amount)) filter (where direction = 'out'), 0) as outward,
              coalesce(sum(case when direction = 'in' then amount else -amount end)
                filter (where state = 'CONFIRMED' or (direction = 'in' and state <> 'REJECTED')), 0) as change
            from transfer_leg where transfer_id = t.id) l
          where t.member_id = any(accounts_of(${memberId})) and t.created_at > p.since) c) m) moved,
    lateral (
      select greatest(coalesce(sum(stake - win), 0), 0)::bigint as lost, coalesce(sum(stake), 0)::bigint as staked,
        greatest(coalesce(sum(stake - win) filter (where kind = 'seamless'), 0), 0)::bigint as "lostFromWallet",
        coalesce(sum(stake) filter (where kind = 'seamless'), 0)::bigint as "stakedFromWallet",
        coalesce(sum(case kind when 'seamless' then bets else rounds end), 0)::bigint as bets
      from play_day join game_provider on code = provider
      where member_id = any(accounts_of(${memberId})) and day >= (p.since at time zone 'Asia/Bangkok')::date) told`.execute(
    db,
  );
  const use = new Map(rows.map(({ period, ...figures }) => [period, figures]));
  const nothing: PlayUse = {
    inGames: 0n,
    lostFromWallet: 0n,
    stakedFromWallet: 0n,
    lost: 0n,
    staked: 0n,
    bets: 0n,
  };
  return {
    day: use.get('day') ?? nothing,
    week: use.get('week') ?? nothing,
    month: use.get('month') ?? nothing,
  };
}
