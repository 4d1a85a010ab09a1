import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Merged } from '../../merge/planMerge.ts';

/** A limit of the account that goes that is stricter than that of the account that stays. */
export interface StricterLimit {
  kind: string;
  period: string;
  /** Satang, of time minutes. */
  most: bigint;
}

/** The limits that the account that stays gets: the strictest of both holds. */
export async function stricterLimits(db: Db | Trx, { staysId, goesId }: Merged): Promise<StricterLimit[]> {
  const { rows } = await sql<StricterLimit>`
    select g.kind, g.period, g.most from member_limit g
    left join member_limit s on s.member_id = ${staysId} and s.kind = g.kind and s.period = g.period
      and s.from_at is not null and s.ended_at is null
    where g.member_id = ${goesId} and g.from_at is not null and g.ended_at is null
      and g.most < coalesce(s.most, 9223372036854775807)
    order by g.kind, g.period`.execute(db);
  return rows;
}

/**
 * Ends every waiting wish of the account that stays that is looser than a limit of the account that goes; the member can
 * ask again.
 */
export async function endLooserWishes(trx: Trx, { staysId, goesId }: Merged): Promise<void> {
  await sql`
    update member_limit w set ended_at = site.statement_timestamp() from member_limit g
    where w.member_id = ${staysId} and w.from_at is null and w.ended_at is null
      and g.member_id = ${goesId} and g.kind = w.kind and g.period = w.period
      and g.from_at is not null and g.ended_at is null and (w.most is null or w.most > g.most)`.execute(trx);
}

/** Brings them into force. What the account that stays wished there ends; the member can ask again. */
export async function carryLimits(
  trx: Trx,
  staysId: bigint,
  limits: readonly StricterLimit[],
): Promise<void> {
  for (const { kind, period, most } of limits) {
    await sql`
      update member_limit set ended_at = site.statement_timestamp()
      where member_id = ${staysId} and kind = ${kind} and period = ${period} and ended_at is null`.execute(
      trx,
    );
    await sql`
      insert into member_limit (member_id, kind, period, most, asked_at, ready_at, from_at)
      values (${staysId}, ${kind}, ${period}, ${most}, site.statement_timestamp(), site.statement_timestamp(),
        site.statement_timestamp())`.execute(trx);
  }
}
