import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { clock } from '../../../clock.ts';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { testResult } from '../../connections/makerAnswers.ts';
import type { OpenPayment, PaymentOrder, PaymentQuery, PlacedPayment } from '../../paymentGateway.ts';
import { momentFromText } from '../../wireTime.ts';
import { asked, Base64Secret, endOf, OrderName, placed, unfit } from '../gatewayMaker.ts';
import { readPaymentQr } from '../paymentQr.ts';
import { BEAM_ANSWERS } from './answers.ts';
import { beamReceiver } from './beamReceiver.ts';
import { Charge, paidOf } from './charge.ts';

const Failed = Type.Object({ error: Type.Object({ errorCode: Type.String() }) });
const Made = Type.Object({
  chargeId: OrderName,
  encodedImage: Type.Object({
    rawData: Type.String(),
    expiry: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
});
/** An empty list may come without its array, or with none. */
const Listed = Type.Union([
  Type.Object({ data: Type.Array(Type.Unknown()), totalCount: Type.Optional(Type.Integer()) }),
  Type.Object({ data: Type.Optional(Type.Null()), totalCount: Type.Literal(0) }),
]);

/** PromptPay QR by Beam. */
export const beam = driver({
  capability: 'gateway',
  driver: 'beam',
  title: 'Beam',
  config: Type.Object(
    {
      baseUrl: baseUrl('https://api.beamcheckout.com'),
      merchantId: Type.String({ pattern: '^[\\x21-\\x7e]+$', maxLength: 100 }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object(
    { apiKey: Key, webhookSecret: Type.Optional(Base64Secret) },
    { additionalProperties: false },
  ),
  documentation: 'https://docs.beamcheckout.com',
  warnings: ['NO_GAMBLING', 'UNCONFIRMED'],
  currency: () => 'THB',
  open: ({ config, secrets }, { http }) => {
    const key = Buffer.from(`${config.merchantId}:${secrets.apiKey}`).toString('base64');
    const headers = { authorization: `Basic ${key}` };
    const get = (path: string) =>
      http.call({ method: 'GET', url: addressOf(config.baseUrl, `/api/v1/charges${path}`), headers });
    return {
      async createPayment(order) {
        const refusal = unfit(order, 'THB');
        if (refusal) return refusal;
        const { id, amount, expiresInSeconds } = order;
        const expiresAt = new Date(clock.now() + expiresInSeconds * 1_000).toISOString();
        const answer = await http.call({
          method: 'POST',
          url: addressOf(config.baseUrl, '/api/v1/charges'),
          headers: { ...headers, 'x-beam-idempotency-key': id },
          body: {
            amount: Number(amount),
            currency: 'THB',
            referenceId: id,
            paymentMethod: { paymentMethodType: 'QR_PROMPT_PAY', qrPromptPay: { expiresAt } },
          },
        });
        return placed(READING, answer, (json) => openPayment(order, json));
      },
      async query(payment) {
        const { id, paymentId } = payment;
        const answer = await get(
          paymentId === null ? `?referenceId=${encodeURIComponent(id)}` : `/${encodeURIComponent(paymentId)}`,
        );
        return asked(READING, answer, (json) => stateOf(payment, json));
      },
      receiver: beamReceiver(secrets.webhookSecret),
      test: async () =>
        testResult(READING, await get('?limit=1'), (json) =>
          Value.Check(Listed, json) ? { detail: 'charges' } : undefined,
        ),
    };
  },
});

const READING = {
  answers: BEAM_ANSWERS,
  codeOf: ({ httpStatus, json }: { httpStatus: number; json: unknown }) => {
    if (Value.Check(Failed, json)) return json.error.errorCode;
    return httpStatus < 300 ? 'success' : undefined;
  },
};

function openPayment(order: PaymentOrder, json: unknown): OpenPayment | null {
  if (!Value.Check(Made, json)) return null;
  const { rawData, expiry } = json.encodedImage;
  if (readPaymentQr(rawData, order.amount, 'THB') === null) return null;
  const expiresAt = endOf(momentFromText(expiry ?? ''), order);
  return { paymentId: json.chargeId, payUrl: null, qrPayload: rawData, expiresAt };
}

function stateOf(payment: PlacedPayment, json: unknown): PaymentQuery | null {
  if (payment.paymentId !== null) return stateOfCharge(payment, json);
  if (!Value.Check(Listed, json)) return null;
  const data = json.data ?? [];
  if (data.length < (json.totalCount ?? 0)) return null;
  const own = data.filter((charge) => Value.Check(Charge, charge) && charge.referenceId === payment.id);
  const states = own.map((charge) => stateOfCharge(payment, charge));
  return own.length === 0
    ? { status: 'not_found' }
    : (states.find((state) => state?.status === 'paid') ?? states[0] ?? null);
}

function stateOfCharge({ id, paymentId }: PlacedPayment, json: unknown): PaymentQuery | null {
  if (!Value.Check(Charge, json) || json.referenceId !== id || json.currency !== 'THB') return null;
  if (paymentId !== null && json.chargeId !== paymentId) return null;
  switch (json.status) {
    case 'SUCCEEDED': {
      const paid = paidOf(json);
      return paid && { status: 'paid', ...paid };
    }
    case 'PENDING':
      return { status: 'pending' };
    case 'FAILED':
      return { status: 'expired' };
  }
}
