import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { OK_ANSWER } from '../../connections/delivery.ts';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import type { OpenPayment, PaymentOrder, PaymentQuery } from '../../paymentGateway.ts';
import { amountIn } from '../../template/wireValue.ts';
import { momentFromText } from '../../wireTime.ts';
import { asked, endOf, hintOf, OrderName, placed, testedByQuestion, unfit } from '../gatewayMaker.ts';
import { readPaymentQr } from '../paymentQr.ts';
import { PHAJAY_ANSWERS } from './answers.ts';

const Said = Type.Object({ message: Type.String() });
const Made = Type.Object({ transactionId: OrderName, qrCode: Type.String() });
const State = Type.Object({
  data: Type.Object({
    transactionId: Type.String(),
    status: Type.String(),
    isPaid: Type.Boolean(),
    amount: Type.Unknown(),
    currency: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    paymentTime: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
});
const Notice = Type.Object({ transactionId: OrderName });
const ATT_OF_KIP = 100n;

/** Lao banks and M-Money through PhaJay (LaiLaoLab), in kip. */
export const phajay = driver({
  capability: 'gateway',
  driver: 'phajay',
  title: 'PhaJay',
  config: Type.Object(
    {
      baseUrl: baseUrl('https://payment-gateway.phajay.co/v1/api'),
      bank: Type.Enum(['bcel', 'jdb', 'ldb', 'ib', 'stb', 'm-money'], { default: 'bcel' }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ secretKey: Key }, { additionalProperties: false }),
  documentation: 'https://payment-doc.phajay.co',
  warnings: ['NO_GAMBLING', 'UNCONFIRMED'],
  currency: () => 'LAK',
  open: ({ config, secrets }, { http }) => {
    const basic = `Basic ${Buffer.from(secrets.secretKey).toString('base64')}`;
    const ask = (paymentId: string) =>
      http.call({
        method: 'GET',
        url: addressOf(config.baseUrl, `/payment/check-transaction/status/${encodeURIComponent(paymentId)}`),
        headers: { authorization: basic },
      });
    return {
      async createPayment(order) {
        const refusal = unfit(order, 'LAK', ATT_OF_KIP);
        if (refusal) return refusal;
        const answer = await http.call({
          method: 'POST',
          url: addressOf(config.baseUrl, `/payment/generate-${config.bank}-qr`),
          headers: { secretkey: secrets.secretKey },
          // BCEL's QR takes Latin letters alone.
          body: {
            amount: Number(order.amount / ATT_OF_KIP),
            description: order.reference,
            tag1: order.reference,
          },
        });
        return placed(READING, answer, (json) => openPayment(order, json));
      },
      // It takes no id of ours. An order whose answer was lost was never shown, so nobody can pay it.
      query: async ({ paymentId }) =>
        paymentId === null
          ? { status: 'not_found' }
          : asked(READING, await ask(paymentId), (json) => stateOf(paymentId, json)),
      receiver: {
        networks: [],
        answer: OK_ANSWER,
        read: ({ body }) =>
          hintOf(body, (json) => (Value.Check(Notice, json) ? json.transactionId : undefined)),
      },
      test: async () => testedByQuestion(READING, await ask('connection-test')),
    };
  },
});

const READING = {
  answers: PHAJAY_ANSWERS,
  codeOf: ({ json }: { json: unknown }) => (Value.Check(Said, json) ? json.message : undefined),
};

function openPayment(order: PaymentOrder, json: unknown): OpenPayment | null {
  if (!Value.Check(Made, json) || readPaymentQr(json.qrCode, order.amount, 'LAK') === null) return null;
  return {
    paymentId: json.transactionId,
    payUrl: null,
    qrPayload: json.qrCode,
    expiresAt: endOf(null, order),
  };
}

function stateOf(paymentId: string, json: unknown): PaymentQuery | null {
  if (!Value.Check(State, json)) return null;
  const { transactionId, status, isPaid, amount, currency, paymentTime } = json.data;
  if (transactionId !== paymentId || (currency ?? 'LAK').toUpperCase() !== 'LAK') return null;
  if (status === 'REFUNDED' || status === 'DISPUTED') return { status: 'taken_back', reason: status };
  if (status === 'WAITING' && !isPaid) return { status: 'pending' };
  if (status === 'EXPIRED' && !isPaid) return { status: 'expired' };
  if (status !== 'PAYMENT_COMPLETED' || !isPaid) return null;
  const kip = amountIn('minor', amount);
  const paidAt = momentFromText(paymentTime ?? '');
  return kip === null || paidAt === null ? null : { status: 'paid', amount: kip * ATT_OF_KIP, paidAt };
}
