import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Delivery, OK_ANSWER, type Receiver } from '../../connections/delivery.ts';
import type { PaymentNotice } from '../../paymentGateway.ts';
import { isRecent, isSameText } from '../../webhookSignature.ts';
import { momentFromText } from '../../wireTime.ts';
import { jsonOf, unitsOf } from '../gatewayMaker.ts';
import { Charge, isBaht, orderOf } from './charge.ts';

const Event = Type.Object({ object: Type.Literal('event'), key: Type.String(), data: Type.Unknown() });

/** @param secrets base64; without any, a notice is a hint */
export function omiseReceiver(secrets: readonly string[]): Receiver<PaymentNotice> {
  const keys = secrets.map((secret) => Buffer.from(secret, 'base64'));
  return {
    networks: [],
    answer: OK_ANSWER,
    read(delivery) {
      if (keys.length > 0 && !isSigned(keys, delivery)) return { status: 'refused', reason: 'BAD_SIGNATURE' };
      const event = jsonOf(delivery.body);
      if (!Value.Check(Event, event)) return { status: 'refused', reason: 'BAD_BODY' };
      if (event.key !== 'charge.complete') return { status: 'ignored' };
      const charge = event.data;
      if (!Value.Check(Charge, charge) || !isBaht(charge)) return { status: 'refused', reason: 'BAD_BODY' };
      const id = orderOf(charge) ?? charge.id;
      if (keys.length === 0) return { status: 'hint', id };
      if (charge.status !== 'successful') return { status: 'ignored' };
      const amount = unitsOf(charge.amount);
      const paidAt = momentFromText(charge.paid_at ?? '');
      return amount === null || paidAt === null
        ? { status: 'refused', reason: 'BAD_BODY' }
        : { status: 'proved', notice: { id, amount, paidAt } };
    },
  };
}

/** While the key of the webhook changes, Omise signs with both, and we may know either. */
function isSigned(keys: readonly Buffer[], { headers, body, receivedAt }: Delivery): boolean {
  const { 'omise-signature': signature, 'omise-signature-timestamp': timestamp } = headers;
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
  if (!isRecent(timestamp, receivedAt)) return false;
  const given = signature.split(',', 4).map((one) => one.trim().toLowerCase());
  const expected = keys.map((key) =>
    createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex'),
  );
  return given.some((one) => expected.some((other) => isSameText(one, other)));
}
