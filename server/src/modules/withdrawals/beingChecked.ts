import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { causeOf } from './withdrawalRow.ts';

/** Shows the member that a withdrawal is being checked: a person decides it before it is paid. */
export async function markChecked(trx: Trx, withdrawalId: string): Promise<void> {
  await trx
    .updateTable('statement_entry')
    .set({
      detail: sql`detail || jsonb_build_object('payout',
        coalesce(detail -> 'payout', '{}') || '{"isBeingChecked": true}')`,
    })
    .where('cause', '=', causeOf(withdrawalId))
    .execute();
}
