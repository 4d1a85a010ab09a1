import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { IncomingTransfer } from '../incoming/incomingTransfer.ts';
import { failSlip, succeedSlip } from './slipSteps.ts';
import type { SlipRow } from './uploadSlip.ts';

/**
 * Joins a slip to the member's own earlier slip of the same transfer, which is in progress or credited: it ends like
 * that one, marked as a repeat. @returns false if there is none
 */
export async function joinEarlierSlip(
  trx: Trx,
  slip: SlipRow,
  {
    sendingBank,
    transRef,
    transferId = 0n,
    waits = true,
  }: {
    /** Null for a proof that only its maker can look up. */
    sendingBank: string | null;
    transRef: string;
    transferId?: bigint;
    waits?: boolean;
  },
): Promise<boolean> {
  // Locked, so that it does not end unnoticed. The holder of the transfer's lock never waits for a slip that waits for
  // the transfer.
  const first = await trx
    .selectFrom('slip')
    .selectAll()
    .where((e) =>
      e.or([
        e.and([e('trans_ref', '=', transRef), e('sending_bank', 'is not distinct from', sendingBank)]),
        e('incoming_transfer_id', '=', transferId),
      ]),
    )
    .where('member_id', '=', slip.member_id)
    .where('status', 'in', ['PENDING', 'SUCCESS'])
    .where('repeat_of', 'is', null)
    .where('id', '<>', slip.id)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .$if(!waits, (query) => query.skipLocked())
    .executeTakeFirst();
  if (!first) return false;
  const end =
    first.status === 'SUCCESS'
      ? {
          status: 'SUCCESS',
          step: 'DONE',
          amount: first.amount,
          incoming_transfer_id: first.incoming_transfer_id,
          finished_at: sql<Date>`site.clock_timestamp()`,
        }
      : { step: 'REPEAT' };
  await trx
    .updateTable('slip')
    .set({ ...end, repeat_of: first.id, sending_bank: sendingBank, trans_ref: transRef, due_at: null })
    // Its own repeats follow the first one too.
    .where((e) => e.or([e('id', '=', slip.id), e('repeat_of', '=', slip.id)]))
    .execute();
  return true;
}

/**
 * Ends a slip whose transfer is already credited: as credited for the credited member, as a duplicate for all others.
 * The caller holds the transfer's lock.
 */
export async function endCreditedSlip(trx: Trx, slip: SlipRow, transfer: IncomingTransfer): Promise<'done'> {
  if (transfer.member_id !== slip.member_id) return failSlip(trx, slip, 'SLIP_REFNO_DUPLICATED');
  const { id: transferId, sending_bank: sendingBank, trans_ref: transRef } = transfer;
  if (await joinEarlierSlip(trx, slip, { sendingBank, transRef, transferId, waits: false })) return 'done';
  return succeedSlip(trx, slip, transfer);
}
