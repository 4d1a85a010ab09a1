import { createHmac } from 'node:crypto';
import { Value } from 'typebox/value';
import { type Delivery, OK_ANSWER, type Receiver } from '../../connections/delivery.ts';
import type { PaymentNotice } from '../../paymentGateway.ts';
import { isSameText } from '../../webhookSignature.ts';
import { jsonOf } from '../gatewayMaker.ts';
import { Charge, paidOf } from './charge.ts';

/** @param secret base64; without it, a notice is a hint */
export function beamReceiver(secret: string | undefined): Receiver<PaymentNotice> {
  const key = secret === undefined ? undefined : Buffer.from(secret, 'base64');
  return {
    networks: [],
    answer: OK_ANSWER,
    read(delivery) {
      if (key && !isSigned(key, delivery)) return { status: 'refused', reason: 'BAD_SIGNATURE' };
      const charge = jsonOf(delivery.body);
      const event = delivery.headers['x-beam-event'];
      if (typeof event !== 'string') return { status: 'refused', reason: 'BAD_BODY' };
      // The event is a header, which the signature does not cover: the charge's own status decides.
      if (event !== 'charge.succeeded') return { status: 'ignored' };
      if (!Value.Check(Charge, charge) || charge.currency !== 'THB')
        return { status: 'refused', reason: 'BAD_BODY' };
      const id = charge.referenceId || charge.chargeId;
      if (!key) return { status: 'hint', id };
      if (charge.status !== 'SUCCEEDED') return { status: 'ignored' };
      const paid = paidOf(charge);
      return paid === null
        ? { status: 'refused', reason: 'BAD_BODY' }
        : { status: 'proved', notice: { id, ...paid } };
    },
  };
}

function isSigned(key: Buffer, { headers, body }: Delivery): boolean {
  const { 'x-beam-signature': signature } = headers;
  if (typeof signature !== 'string') return false;
  return isSameText(signature.trim(), createHmac('sha256', key).update(body).digest('base64'));
}
