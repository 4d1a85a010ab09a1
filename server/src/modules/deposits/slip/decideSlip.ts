import type { SlipReason } from '@krapao/contract/errors';
import type { Satang } from '@krapao/contract/money';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';
import { type Decision, decisionColumns } from '../../../decision.ts';
import type { DepositRules } from '../depositRules.ts';
import { type CreditedAsSeen, creditSeenTransfer, requireTransRef } from '../incoming/creditSeenTransfer.ts';
import { closeSlips, lockSlips } from './operatorSlips.ts';
import { isProof } from './slipProof.ts';
import { failSlip } from './slipSteps.ts';
import type { SlipRow } from './uploadSlip.ts';

export interface SlipApproval extends Decision {
  slipId: bigint;
  /** What the operator saw arrive, in hundredths of the account's currency. */
  amount: Satang;
  depositAccountId: bigint;
  /** What the operator reads on a picture whose QR is none of a bank's, or of a maker's own. */
  transRef?: string;
  sendingBank?: string;
  /** Whose money it is; the member who sent the slip if undefined. */
  memberId?: bigint | undefined;
}

/**
 * Credits a slip that waits for an operator. Its transfer is stored if no report mentioned it, so that neither a notice
 * nor a statement nor another slip credits it again. If the money is another member's, the slip ends as used.
 * @throws AppError NO_DATA, ALREADY_DECIDED (the slip or its transfer), REQUEST_IN_PROGRESS (a job still works on the
 * slip), INVALID_AMOUNT, NO_BANK, INVALID_REQUEST (no reference)
 */
export async function approveSlip(
  trx: Trx,
  {
    slipId,
    amount,
    depositAccountId,
    transRef: typedRef,
    sendingBank: typedBank,
    memberId: named,
    ...decision
  }: SlipApproval,
  rules: DepositRules,
): Promise<CreditedAsSeen & { member_id: bigint }> {
  decisionColumns(decision);
  const waiting = await readSlip(trx, slipId);
  const transRef = requireTransRef((isProof(waiting) ? null : waiting.trans_ref) ?? typedRef ?? '');
  const slips = await lockSlips(trx, { transRef, slipId });
  const slip = requireWaiting(slips.find(({ id }) => id === slipId));
  const memberId = named ?? slip.member_id;
  const credited = await creditSeenTransfer(
    trx,
    {
      amount,
      depositAccountId,
      transRef,
      sendingBank: slip.sending_bank ?? typedBank,
      transferredAt: slip.uploaded_at,
    },
    { memberId, ...(memberId === slip.member_id && { cause: `slip:${slipId}` }), decision },
    rules,
  );
  // The same proof of another member names no bank either.
  const others = slips.filter(
    ({ id, sending_bank }) =>
      id !== slipId && [credited.sending_bank, slip.sending_bank].includes(sending_bank),
  );
  await closeSlips(trx, [slip, ...others], credited, decision);
  return { ...credited, member_id: memberId };
}

/** Refuses a slip that waits for an operator, with the reason for the member. @throws AppError as approveSlip */
export async function rejectSlip(
  trx: Trx,
  { slipId, note, ...decision }: Decision & { slipId: bigint; note: SlipReason },
): Promise<SlipRow> {
  const [locked] = await lockSlips(trx, { transRef: null, slipId });
  await failSlip(trx, requireWaiting(locked), note, decision);
  return readSlip(trx, slipId);
}

async function readSlip(trx: Trx, id: bigint): Promise<SlipRow> {
  const slip = await trx.selectFrom('slip').selectAll().where('id', '=', id).executeTakeFirst();
  if (!slip) throw new AppError('NO_DATA', 'no such slip');
  return slip;
}

function requireWaiting(slip: SlipRow | undefined): SlipRow {
  if (!slip) throw new AppError('NO_DATA', 'no such slip');
  if (slip.status !== 'PENDING') throw new AppError('ALREADY_DECIDED', slip.status);
  if (slip.step !== 'OPERATOR') throw new AppError('REQUEST_IN_PROGRESS', slip.step);
  return slip;
}
