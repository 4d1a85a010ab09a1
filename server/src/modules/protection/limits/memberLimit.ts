import type { LimitKind, LimitPeriod } from '@krapao/contract/api/protection/limits';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../../database/connect.ts';

export type LimitRow = Selectable<Database['member_limit']>;

/** A limit that holds: satang, of time minutes. */
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
