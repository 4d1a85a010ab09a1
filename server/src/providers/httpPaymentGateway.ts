import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readJson } from '../outsideJson.ts';
import { OK_ANSWER } from './connections/delivery.ts';
import type { Opened } from './connections/driver.ts';
import { unfit } from './gateway/gatewayMaker.ts';
import { badAnswer, callJson, type HttpCounterpart } from './httpJson.ts';
import { isSignedWebhook } from './webhookSignature.ts';
import { satangFromText, textFromSatang, WireAmount } from './wireAmount.ts';
import { momentFromText } from './wireTime.ts';

const CreateAnswer = Type.Object({
  paymentId: Type.String({ minLength: 1 }),
  payUrl: Type.String({ minLength: 1 }),
  qrPayload: Type.String({ minLength: 1 }),
  expiresAt: Type.String(),
});

const QueryAnswer = Type.Object({
  status: Type.Union([Type.Literal('pending'), Type.Literal('paid'), Type.Literal('expired')]),
  amount: WireAmount,
  paidAt: Type.Union([Type.String(), Type.Null()]),
});

const Notice = Type.Object({
  gateway: Type.String(),
  id: Type.String({ minLength: 1 }),
  paymentId: Type.String({ minLength: 1 }),
  amount: WireAmount,
  paidAt: Type.String(),
});

/** Gateway `code` of the sandbox; its notices are signed with `secret`. */
export function httpPaymentGateway(
  counterpart: HttpCounterpart,
  code: string,
  secret: string,
): Opened<'gateway'> {
  return {
    async createPayment(order) {
      const refusal = unfit(order, 'THB');
      if (refusal) return refusal;
      const { id, amount, expiresInSeconds } = order;
      const body = { id, amount: textFromSatang(amount), expiresInSeconds };
      const outcome = await callJson(counterpart, {
        method: 'POST',
        path: `/gateways/${code}/payments`,
        body,
      });
      if (outcome.status !== 'answered') return outcome;
      if (!Value.Check(CreateAnswer, outcome.body)) return badAnswer();
      const { paymentId, payUrl, qrPayload } = outcome.body;
      const expiresAt = momentFromText(outcome.body.expiresAt);
      if (expiresAt === null) return badAnswer();
      return { status: 'created', payment: { paymentId, payUrl, qrPayload, expiresAt } };
    },
    async query({ id }) {
      const path = `/gateways/${code}/payments/${encodeURIComponent(id)}`;
      const outcome = await callJson(counterpart, { method: 'GET', path });
      if (outcome.status === 'unknown') return outcome;
      if (outcome.status === 'rejected') {
        return outcome.reason === 'NOT_FOUND' ? { status: 'not_found' } : badAnswer();
      }
      if (!Value.Check(QueryAnswer, outcome.body)) return badAnswer();
      const { status, amount, paidAt } = outcome.body;
      if (status !== 'paid') return { status };
      const at = paidAt === null ? null : momentFromText(paidAt);
      const paid = satangFromText(amount);
      return at === null || paid <= 0n ? badAnswer() : { status, amount: paid, paidAt: at };
    },
    receiver: {
      networks: [],
      answer: OK_ANSWER,
      read({ headers, body: rawBody, receivedAt }) {
        if (!isSignedWebhook(secret, headers, rawBody, receivedAt))
          return { status: 'refused', reason: 'BAD_SIGNATURE' };
        const body = readJson(rawBody.toString());
        if (!Value.Check(Notice, body) || body.gateway !== code)
          return { status: 'refused', reason: 'BAD_BODY' };
        const { id, paymentId } = body;
        const amount = satangFromText(body.amount);
        const paidAt = momentFromText(body.paidAt);
        if (amount <= 0n || paidAt === null) return { status: 'refused', reason: 'BAD_BODY' };
        return { status: 'proved', notice: { id, paymentId, amount, paidAt } };
      },
    },
  };
}
