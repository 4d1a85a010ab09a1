import type { Trx } from '../../../database/connect.ts';
import type { Decision } from '../../../decision.ts';
import type { IncomingTransfer } from '../incoming/incomingTransfer.ts';
import { failSlip, succeedSlip } from './slipSteps.ts';
import type { SlipRow } from './uploadSlip.ts';

/**
 * Locks the slips with this reference that wait for an operator, and `slipId` in any case. Call it before locking the
 * transfer: the job that looks up slips uses the same order.
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

/**
 * Whether a slip with this transfer's reference belongs to it: a reference is unique within its bank, and `000` names
 * no bank.
 */
export const isSlipOf =
  ({ sending_bank }: Pick<IncomingTransfer, 'sending_bank'>) =>
  (slip: Pick<SlipRow, 'sending_bank'>): boolean =>
    slip.sending_bank === sending_bank || sending_bank === '000';

/** Ends the slips of a transfer that an operator credited: the member's first succeeds, the others are repeats. */
export async function closeSlips(
  trx: Trx,
  slips: readonly SlipRow[],
  transfer: IncomingTransfer,
  decision: Decision,
): Promise<void> {
  const own = slips.find(({ member_id }) => member_id === transfer.member_id);
  for (const slip of slips) {
    if (slip === own) await succeedSlip(trx, slip, transfer, decision);
    else await failSlip(trx, slip, 'SLIP_REFNO_DUPLICATED', decision);
  }
}
