import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { leaseOf } from '../../jobs/leaseOf.ts';
import type { LegRow } from './transferRow.ts';

/** A leg in our hands until its lease ends. `isSending` false: it may have been sent, so the provider is asked. */
export interface ClaimedLeg {
  leg: LegRow;
  isSending: boolean;
}

// A new leg is its own call's to run. The job, which has many at hand, would make it wait for the others.
const LEFT_TO_ITS_CALL = sql`case when state = 'INTENT' then interval '2 seconds' else interval '0' end`;

/** Takes the next due leg, of one transfer or of all, and commits SENT before anybody is called. */
export async function claimLeg(
  { db, config: { leaseSeconds } }: AppContext,
  transferId: string | undefined,
): Promise<ClaimedLeg | undefined> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('transfer_leg')
      .select(['id', 'state'])
      .where(
        'due_at',
        '<=',
        transferId === undefined ? sql<Date>`now() - ${LEFT_TO_ITS_CALL}` : sql<Date>`now()`,
      )
      .$if(transferId !== undefined, (query) => query.where('transfer_id', '=', transferId ?? ''))
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return undefined;
    const isSending = due.state === 'INTENT';
    const leg = await trx
      .updateTable('transfer_leg')
      .set({
        ...leaseOf(leaseSeconds),
        ...(isSending && {
          state: 'SENT',
          sends: sql<number>`sends + 1`,
          not_found: 0,
          sent_at: sql<Date>`clock_timestamp()`,
        }),
      })
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { leg, isSending };
  });
}
