import { noticeOutcome } from '../deposits/addManual.ts';
import { gatewayOutcome } from '../deposits/createGatewayPayment.ts';
import { qrOutcome } from '../deposits/createQr.ts';
import { giftOutcome } from '../deposits/redeemGiftLink.ts';
import { slipOutcome } from '../deposits/uploadSlip.ts';
import { couponOutcome } from '../spinwheel/claimCoupon.ts';
import { spinOutcome } from '../spinwheel/spinWheel.ts';
import { transferOutcome } from '../transfers/transferRow.ts';
import { withdrawalOutcome } from '../withdrawals/withdrawalRow.ts';
import type { OutcomeSource } from './outcomeRow.ts';

/**
 * Whose rows carry the Idempotency-Key of the call that made them. A call that makes no row of its own remembers what it
 * did with rememberDone.
 */
export const OUTCOME_SOURCES: readonly OutcomeSource[] = [
  transferOutcome,
  withdrawalOutcome,
  qrOutcome,
  gatewayOutcome,
  noticeOutcome,
  giftOutcome,
  slipOutcome,
  spinOutcome,
  couponOutcome,
];
