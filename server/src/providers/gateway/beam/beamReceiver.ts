import { Value } from 'typebox/value';
import { jsonOf, OK_ANSWER, type Receiver } from '../../connections/delivery.ts';
import type { PaymentNotice } from '../../paymentGateway.ts';
import { isProved, type Proof } from '../../template/proof.ts';
import { Charge, paidOf } from './charge.ts';

const PROOF: Proof = {
  by: 'signature',
  header: 'x-beam-signature',
  signature: { algorithm: 'hmac-sha256', encoding: 'base64', keyIn: 'base64', over: '{body}' },
};

/** @param secret base64; without it, a notice is a hint */
export function beamReceiver(secret: string | undefined): Receiver<PaymentNotice> {
  return {
    networks: [],
    answer: OK_ANSWER,
    read(delivery) {
      if (secret !== undefined && !isProved(PROOF, delivery, { webhookSecret: secret }))
        return { status: 'refused', reason: 'BAD_SIGNATURE' };
      const charge = jsonOf(delivery.body);
      const event = delivery.headers['x-beam-event'];
      if (typeof event !== 'string') return { status: 'refused', reason: 'BAD_BODY' };
      // The event is a header, which the signature does not cover: the charge's own status decides.
      if (event !== 'charge.succeeded') return { status: 'ignored' };
      if (!Value.Check(Charge, charge) || charge.currency !== 'THB')
        return { status: 'refused', reason: 'BAD_BODY' };
      const id = charge.referenceId || charge.chargeId;
      if (secret === undefined) return { status: 'hint', id };
      if (charge.status !== 'SUCCEEDED') return { status: 'ignored' };
      if (charge.transactionTime === undefined || charge.transactionTime === null)
        return { status: 'hint', id };
      const paid = paidOf(charge);
      return paid === null
        ? { status: 'refused', reason: 'BAD_BODY' }
        : { status: 'proved', notice: { id, paymentId: charge.chargeId, ...paid } };
    },
  };
}
