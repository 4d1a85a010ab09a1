import type { OutcomeSources } from '../../calls/outcomeSource.ts';
import { claimOutcome } from '../deposits/claim/addTransferClaim.ts';
import { gatewayOutcome } from '../deposits/gateway/createGatewayPayment.ts';
import { giftOutcome } from '../deposits/gift/redeemGiftLink.ts';
import { qrOutcome } from '../deposits/qr/createQr.ts';
import { slipOutcome } from '../deposits/slip/uploadSlip.ts';
import { couponOutcome } from '../spinwheel/claimCoupon.ts';
import { spinOutcome } from '../spinwheel/spinWheel.ts';
import { transferOutcome } from '../transfers/gameTransfer.ts';
import { withdrawalOutcome } from '../withdrawals/withdrawalRow.ts';

/**
 * Whose rows carry the Idempotency-Key of the call that made them. A call that makes no row of its own remembers what it
 * did with doOnce.
 */
export const OUTCOME_SOURCES: OutcomeSources = {
  transfer: transferOutcome,
  withdrawal: withdrawalOutcome,
  deposit_qr: qrOutcome,
  gateway_payment: gatewayOutcome,
  manual_deposit: claimOutcome,
  gift_link: giftOutcome,
  slip: slipOutcome,
  spin: spinOutcome,
  coupon: couponOutcome,
};
