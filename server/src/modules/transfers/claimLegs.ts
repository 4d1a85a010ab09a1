import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { leaseOf } from '../../jobs/leaseOf.ts';
import type { LegRow } from './transferRow.ts';

/**
 * A leg that this node holds until its lease ends. `isSending` false: it may have been sent, so the provider is asked.
 */
export interface ClaimedLeg {
  leg: LegRow;
  isSending: boolean;
}

// All of them are called in parallel, so every call begins well within its lease.
const LEGS_AT_ONCE = 25;
// Only its own call runs a new leg; the job, with many legs, would delay it.
const LEFT_TO_ITS_CALL = sql`case when state = 'INTENT' then interval '2 seconds' else interval '0' end`;

/** Claims the due legs, of one transfer or of all, and commits SENT before any provider is called. */
export async function claimLegs(
  { db, config: { leaseSeconds } }: AppContext,
  transferId: string | undefined,
): Promise<ClaimedLeg[]> {
  const isNew = sql<boolean>`due.state = 'INTENT'`;
  const rows = await db
    .with('due', (query) =>
      query
        .selectFrom('transfer_leg')
        .select(['id', 'state'])
        .where(
          'due_at',
          '<=',
          transferId === undefined ? sql<Date>`now() - ${LEFT_TO_ITS_CALL}` : sql<Date>`now()`,
        )
        .$if(transferId !== undefined, (legs) => legs.where('transfer_id', '=', transferId ?? ''))
        .orderBy('due_at')
        .limit(LEGS_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('transfer_leg as leg')
    .from('due')
    .whereRef('leg.id', '=', 'due.id')
    .set({
      ...leaseOf(leaseSeconds),
      state: sql<string>`case when ${isNew} then 'SENT' else leg.state end`,
      sends: sql<number>`leg.sends + (${isNew})::int`,
      not_found: sql<number>`case when ${isNew} then 0 else leg.not_found end`,
      sent_at: sql<Date>`case when ${isNew} then clock_timestamp() else leg.sent_at end`,
    })
    .returningAll('leg')
    .returning(isNew.as('is_sending'))
    .execute();
  return rows.map(({ is_sending: isSending, ...leg }) => ({ leg, isSending }));
}
