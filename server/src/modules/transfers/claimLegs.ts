import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { claimDue, type LeasedWork, rowIsDue } from '../../jobs/leasedWork.ts';
import type { LegRow } from './gameTransfer.ts';

/** A leg in our hands until its lease ends. `is_sending` false: it may have been sent, so the provider is asked. */
export type ClaimedLeg = LegRow & { is_sending: boolean };

/** Legs, as rows that nodes work on. */
export const LEGS: LeasedWork<'transfer_leg'> = { job: 'transfers', table: 'transfer_leg', key: ['id'] };

// All of them are called in parallel, so every call begins well within its lease.
const LEGS_AT_ONCE = 25;
// Only its own call runs a new leg; the job, with many legs, would delay it.
const LEFT_TO_ITS_CALL = sql`case when state = 'INTENT' then interval '2 seconds' else interval '0' end`;
const NOT_LEFT = sql<boolean>`due_at <= site.now() - ${LEFT_TO_ITS_CALL}`;
/** A leg waits for a job. */
export const LEGS_ARE_DUE = rowIsDue(LEGS, NOT_LEFT);

/** Claims the due legs, of one transfer or of all, and commits SENT before any provider is called. */
export async function claimLegs(
  context: Pick<AppContext, 'config' | 'metrics'> & { db: Db | Trx },
  transferId: string | undefined,
): Promise<ClaimedLeg[]> {
  const isNew = sql<boolean>`due.state = 'INTENT'`;
  return claimDue(context, LEGS, {
    limit: LEGS_AT_ONCE,
    where: transferId === undefined ? NOT_LEFT : sql<boolean>`transfer_id = ${transferId}`,
    set: {
      state: sql`case when ${isNew} then 'SENT' else due.state end`,
      sends: sql`due.sends + (${isNew})::int`,
      connection_settings_version: sql`case when ${isNew} and due.sends = 0
        then (select c.settings_version from connection c where c.id = due.connection_id)
        else due.connection_settings_version end`,
      not_found: sql`case when ${isNew} then 0 else due.not_found end`,
      sent_at: sql`case when ${isNew} then site.clock_timestamp() else due.sent_at end`,
    },
    returning: { is_sending: isNew },
  });
}
