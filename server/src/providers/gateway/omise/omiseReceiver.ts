import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Delivery, jsonOf, OK_ANSWER, type Receiver } from '../../connections/delivery.ts';
import type { PaymentNotice } from '../../paymentGateway.ts';
import { isSigned, type Signature } from '../../template/signature.ts';
import { amountIn } from '../../template/wireValue.ts';
import { isRecent } from '../../webhookSignature.ts';
import { momentFromText } from '../../wireTime.ts';
import { Charge, isBaht, orderOf } from './charge.ts';

const Event = Type.Object({ object: Type.Literal('event'), key: Type.String(), data: Type.Unknown() });

const SIGNATURE: Signature = { algorithm: 'hmac-sha256', keyIn: 'base64', over: '' };

/** @param secrets base64; without any, a notice is a hint */
export function omiseReceiver(secrets: readonly string[]): Receiver<PaymentNotice> {
  return {
    networks: [],
    answer: OK_ANSWER,
    read(delivery) {
      if (secrets.length > 0 && !isSignedBy(secrets, delivery))
        return { status: 'refused', reason: 'BAD_SIGNATURE' };
      const event = jsonOf(delivery.body);
      if (!Value.Check(Event, event)) return { status: 'refused', reason: 'BAD_BODY' };
      if (event.key !== 'charge.complete') return { status: 'ignored' };
      const charge = event.data;
      if (!Value.Check(Charge, charge) || !isBaht(charge)) return { status: 'refused', reason: 'BAD_BODY' };
      const id = orderOf(charge) ?? charge.id;
      if (secrets.length === 0) return { status: 'hint', id };
      if (charge.status !== 'successful') return { status: 'ignored' };
      // Events have the form of the account's own version of the API: older ones lack the time.
      if (charge.paid_at === undefined || charge.paid_at === null) return { status: 'hint', id };
      const amount = amountIn('minor', charge.amount);
      const paidAt = momentFromText(charge.paid_at);
      return amount === null || paidAt === null
        ? { status: 'refused', reason: 'BAD_BODY' }
        : { status: 'proved', notice: { id, paymentId: charge.id, amount, paidAt } };
    },
  };
}

/** While the key of the webhook changes, Omise signs with both, and we may know either. */
function isSignedBy(secrets: readonly string[], { headers, body, receivedAt }: Delivery): boolean {
  const { 'omise-signature': signature, 'omise-signature-timestamp': timestamp } = headers;
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  if (!isRecent(timestamp, receivedAt)) return false;
  const text = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
  const given = signature.split(',', 4).map((one) => one.trim());
  return given.some((one) => secrets.some((secret) => isSigned(SIGNATURE, secret, text, one)));
}
