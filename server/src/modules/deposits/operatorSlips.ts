import type { Trx } from '../../database/connect.ts';
import type { Decision } from '../../decision.ts';
import type { TransferRow } from './incomingTransfer.ts';
import { failSlip, succeedSlip } from './slipSteps.ts';
import type { SlipRow } from './uploadSlip.ts';

/**
 * Locks the slips that wait for an operator with this reference, and `slipId` in any case. Before the transfer's own
 * lock: the job that looks slips up takes the two in this order.
 */
export function lockSlips(
  trx: Trx,
  { transRef, slipId }: { transRef: string | null; slipId?: bigint },
): Promise<SlipRow[]> {
  return trx
    .selectFrom('slip')
    .selectAll()
    .where((e) =>
      e.or([e.and([e('trans_ref', '=', transRef), e('step', '=', 'OPERATOR')]), e('id', '=', slipId ?? 0n)]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Ends the slips of a transfer that an operator credited: the first of that member has succeeded, others are repeats. */
export async function closeSlips(
  trx: Trx,
  slips: readonly SlipRow[],
  transfer: TransferRow,
  decision: Decision,
): Promise<void> {
  const own = slips.find(({ member_id }) => member_id === transfer.member_id);
  for (const slip of slips) {
    if (slip === own) await succeedSlip(trx, slip, transfer, decision);
    else await failSlip(trx, slip, 'SLIP_REFNO_DUPLICATED', decision);
  }
}
