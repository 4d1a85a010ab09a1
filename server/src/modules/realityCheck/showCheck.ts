import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { holds } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';

type Shown = ResponseOf<Contract['GET /api/protection/realityCheck']>;

const NOTHING: Shown = {
  isDue: false,
  dueAt: null,
  since: null,
  minutes: 0,
  into: null,
  back: null,
  net: null,
};

/** A bet and a cancelled win leave the wallet; a win and a cancelled bet come back. */
const BETS = ['game_bet', 'game_win', 'game_cancel'];

interface Figures {
  since: Date;
  is_due: boolean;
  next: Date;
  minutes: number;
  into: bigint;
  back: bigint;
  /** What games hold now, less what they held then. */
  grown: bigint;
  is_stale: boolean;
}

/**
 * Since when a member plays and what came of it: what games hold now and what came back, less what they held then and
 * what went in; bets and wins of games that bet from the wallet as well. The result is unknown while a game that may
 * hold money is silent.
 */
export async function showCheck(db: Db, memberId: bigint, pack: SettingValue<'protection'>): Promise<Shown> {
  const usual = pack.realityCheck.usualMinutes;
  const moved = (side: 'debit' | 'credit', codes: readonly string[]) => sql`(
    select coalesce(sum(p.amount), 0)::bigint from ledger.posting p
    join ledger.account a on a.id = ${sql.ref(`p.${side}`)} and a.member_id = r.member_id
    where p.code = any(${codes}) and p.at >= r.since)`;
  const { rows } = await sql<Figures>`
    select r.since, r.asked_at is not null as is_due,
      greatest(r.since, r.answered_at) + make_interval(mins => coalesce(r.minutes, ${usual}::int)) as next,
      floor(extract(epoch from site.clock_timestamp() - r.since) / 60)::int as minutes,
      ${moved('debit', ['transfer_in', ...BETS])} as into, ${moved('credit', ['transfer_out', ...BETS])} as back,
      g.amount - r.began_with as grown, g.is_stale
    from reality_check r, lateral (
      select coalesce(sum(amount), 0)::bigint as amount, coalesce(bool_or(is_stale and amount > 0), false) as is_stale
      from game_account where member_id = r.member_id and is_open) g
    where r.member_id = ${memberId} and r.since is not null and (r.asked_at is not null or exists (
      select from play_session s where s.member_id = r.member_id and s.ended_at is null))`.execute(db);
  const [row] = rows;
  if (row === undefined) return NOTHING;
  return {
    isDue: row.is_due,
    dueAt: row.is_due || !holds(pack, 'realityCheck') ? null : row.next.toISOString(),
    since: row.since.toISOString(),
    minutes: row.minutes,
    into: bahtFromSatang(row.into),
    back: bahtFromSatang(row.back),
    net: row.is_stale ? null : bahtFromSatang(row.grown + row.back - row.into),
  };
}
