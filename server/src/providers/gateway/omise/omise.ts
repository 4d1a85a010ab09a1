import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { clock } from '../../../clock.ts';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl, Key } from '../../connections/driverSettings.ts';
import { testResult } from '../../connections/makerAnswers.ts';
import type { OutgoingHttp } from '../../connections/outgoingHttp.ts';
import type { OpenPayment, PaymentOrder, PaymentQuery, PlacedPayment } from '../../paymentGateway.ts';
import { amountIn } from '../../template/wireValue.ts';
import { momentFromText } from '../../wireTime.ts';
import { asked, Base64Secret, endOf, placed, unfit } from '../gatewayMaker.ts';
import { readPaymentQr } from '../paymentQr.ts';
import { qrOfMaker } from '../qrPicture.ts';
import { OMISE_ANSWERS } from './answers.ts';
import { Charge, isBaht, orderOf } from './charge.ts';
import { omiseReceiver } from './omiseReceiver.ts';

const Failed = Type.Object({ object: Type.Literal('error'), code: Type.String() });
const Named = Type.Object({ object: Type.String() });
const Found = Type.Object({ object: Type.Literal('search'), data: Type.Array(Type.Unknown()) });
const Account = Type.Object({
  object: Type.Literal('account'),
  livemode: Type.Boolean(),
  country: Type.Optional(Type.String({ maxLength: 20 })),
});
/** PromptPay QR by Omise (Opn Payments). */
export const omise = driver({
  capability: 'gateway',
  driver: 'omise',
  title: 'Omise',
  config: Type.Object({ baseUrl: baseUrl('https://api.omise.co') }, { additionalProperties: false }),
  secrets: Type.Object(
    {
      secretKey: Key,
      webhookSecret: Type.Optional(Base64Secret),
      nextWebhookSecret: Type.Optional(Base64Secret),
    },
    { additionalProperties: false },
  ),
  documentation: 'https://docs.omise.co/promptpay',
  warnings: ['NO_GAMBLING', 'UNCONFIRMED'],
  currency: () => 'THB',
  open: ({ config, secrets }, { http }) => {
    const key = Buffer.from(`${secrets.secretKey}:`).toString('base64');
    const headers = { authorization: `Basic ${key}`, 'omise-version': '2019-05-29' };
    const get = (path: string) => http.call({ method: 'GET', url: addressOf(config.baseUrl, path), headers });
    return {
      async createPayment(order) {
        const { id, reference, amount, expiresInSeconds } = order;
        const refusal = unfit(order, 'THB');
        if (refusal) return refusal;
        const answer = await http.call({
          method: 'POST',
          url: addressOf(config.baseUrl, '/charges'),
          headers: { ...headers, 'idempotency-key': id },
          body: {
            amount: Number(amount),
            currency: 'thb',
            source: { type: 'promptpay' },
            metadata: { order: id, reference },
            expires_at: `${new Date(clock.now() + expiresInSeconds * 1_000).toISOString().slice(0, 19)}Z`,
          },
        });
        return placed(READING, answer, (json) => openPayment(http, config.baseUrl, order, json));
      },
      async query(payment) {
        const { id, paymentId } = payment;
        const path =
          paymentId === null
            ? `/search?scope=charge&query=${encodeURIComponent(id)}`
            : `/charges/${encodeURIComponent(paymentId)}`;
        return asked(READING, await get(path), (json) => stateOf(payment, json));
      },
      receiver: omiseReceiver(
        [secrets.webhookSecret, secrets.nextWebhookSecret].filter((secret) => secret !== undefined),
      ),
      test: async () =>
        testResult(READING, await get('/account'), (json) =>
          Value.Check(Account, json)
            ? { detail: `${json.livemode ? 'live' : 'test'} ${json.country ?? ''}`.trim() }
            : undefined,
        ),
    };
  },
});

const READING = {
  answers: OMISE_ANSWERS,
  codeOf: ({ json }: { json: unknown }) => {
    if (Value.Check(Failed, json)) return json.code;
    return Value.Check(Named, json) ? json.object : undefined;
  },
};

async function openPayment(
  http: OutgoingHttp,
  base: string,
  order: PaymentOrder,
  json: unknown,
): Promise<OpenPayment | null> {
  if (!Value.Check(Charge, json) || !isBaht(json)) return null;
  if (amountIn('minor', json.amount) !== order.amount || orderOf(json) !== order.id) return null;
  const picture = URL.parse(json.source?.scannable_code?.image?.download_uri ?? '');
  if (picture === null || !isOfMaker(picture, base)) return null;
  const answer = await http.call({ method: 'GET', url: picture });
  if (answer.status !== 'answered' || answer.httpStatus >= 300) return null;
  const qrPayload = await qrOfMaker(answer.text, picture.host);
  if (qrPayload === null || readPaymentQr(qrPayload, order.amount, order.currency) === null) return null;
  const expiresAt = endOf(momentFromText(json.expires_at ?? ''), order);
  return { paymentId: json.id, payUrl: null, qrPayload, expiresAt };
}

/** An answer must not lead this server anywhere else. */
function isOfMaker({ protocol, host }: URL, base: string): boolean {
  return host === URL.parse(base)?.host || (protocol === 'https:' && /(?:^|\.)omise\.co$/.test(host));
}

function stateOf(payment: PlacedPayment, json: unknown): PaymentQuery | null {
  if (payment.paymentId !== null) return stateOfCharge(payment, json);
  if (!Value.Check(Found, json)) return null;
  // A repeated order may have made two charges: the paid one counts.
  const own = json.data.filter((charge) => Value.Check(Charge, charge) && orderOf(charge) === payment.id);
  const states = own.map((charge) => stateOfCharge(payment, charge));
  return own.length === 0
    ? { status: 'not_found' }
    : (states.find((state) => state?.status === 'paid') ?? states[0] ?? null);
}

function stateOfCharge({ id, paymentId }: PlacedPayment, json: unknown): PaymentQuery | null {
  if (!Value.Check(Charge, json) || !isBaht(json) || orderOf(json) !== id) return null;
  if (paymentId !== null && json.id !== paymentId) return null;
  switch (json.status) {
    case 'successful': {
      if (json.dispute !== undefined && json.dispute !== null)
        return { status: 'taken_back', reason: 'DISPUTED' };
      if (amountIn('minor', json.refunded_amount) !== null)
        return { status: 'taken_back', reason: 'REFUNDED' };
      const amount = amountIn('minor', json.amount);
      const paidAt = momentFromText(json.paid_at ?? '');
      return amount === null || paidAt === null ? null : { status: 'paid', amount, paidAt };
    }
    case 'pending':
      return { status: 'pending' };
    case 'expired':
    case 'failed':
    case 'reversed':
      return { status: 'expired' };
  }
}
