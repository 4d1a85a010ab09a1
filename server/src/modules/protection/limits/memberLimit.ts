import type { LimitKind, LimitPeriod } from '@krapao/contract/api/protection/limits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../../database/connect.ts';

export type LimitRow = Selectable<Database['member_limit']>;

/** A limit that holds: satang, a number of bets, or minutes. */
export interface LimitInForce {
  id: bigint;
  kind: LimitKind;
  period: LimitPeriod;
  most: bigint;
}

/** Rolling periods, back from the database's clock. */
export const PERIOD_LENGTH = {
  day: sql`interval '24 hours'`,
  week: sql`interval '7 days'`,
  month: sql`interval '1 month'`,
} as const satisfies Record<LimitPeriod, unknown>;

/** When what happened at a moment leaves the period. */
export const leavesAt = (at: RawBuilder<Date>, period: LimitPeriod): RawBuilder<Date> =>
  sql<Date>`(${at} + ${PERIOD_LENGTH[period]})`;

/**
 * SQL condition: what happened at a moment counts in the period that ends now, until leavesAt. At the end of a month the
 * day a month ago is earlier than the days that leave now, so it only bounds what an index reads.
 */
export const countsIn = (at: RawBuilder<Date>, period: LimitPeriod): RawBuilder<boolean> =>
  sql<boolean>`(${at} > site.clock_timestamp() - ${PERIOD_LENGTH[period]} and ${leavesAt(at, period)} > site.clock_timestamp())`;

/** The member's limits of these kinds that hold now. */
export async function limitsInForce(
  db: Db | Trx,
  memberId: bigint,
  kinds: readonly LimitKind[],
): Promise<LimitInForce[]> {
  const rows = await db
    .selectFrom('member_limit')
    .select(['id', 'kind', 'period', 'most'])
    .where('member_id', '=', memberId)
    .where('kind', 'in', kinds)
    .where('from_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('most', 'is not', null)
    .execute();
  return rows as LimitInForce[];
}
