import { bahtText, type Satang } from '@krapao/contract/money';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { clock } from '../../../clock.ts';
import { type Delivery, type DeliveryAnswer, jsonOf } from '../../connections/delivery.ts';
import { driver } from '../../connections/driver.ts';
import { addressOf, Key } from '../../connections/driverSettings.ts';
import type { Answered } from '../../connections/makerAnswers.ts';
import type { OutgoingAnswer } from '../../connections/outgoingHttp.ts';
import type { OpenPayment, PaymentOrder, PaymentQuery } from '../../paymentGateway.ts';
import { SCB_BASE } from '../../scb/scbBase.ts';
import { scbCode } from '../../scb/scbCodes.ts';
import { scbToken } from '../../scb/scbToken.ts';
import { satangFromWire } from '../../wireAmount.ts';
import { momentFromText } from '../../wireTime.ts';
import { asked, endOf, hintOf, OrderName, placed, unfit } from '../gatewayMaker.ts';
import { readPaymentQr } from '../paymentQr.ts';
import { SCB_BILL_ANSWERS } from './answers.ts';
import { daysOf } from './daysOf.ts';

const Made = Type.Object({ data: Type.Object({ qrRawData: Type.String() }) });
const Payment = Type.Object({
  transactionId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  amount: Type.Unknown(),
  billPaymentRef1: Type.String(),
  currencyCode: Type.String(),
  transactionDateandTime: Type.String(),
  reverseFlag: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
const Found = Type.Object({ data: Type.Union([Payment, Type.Array(Payment, { minItems: 1 })]) });
/** "If the inquired transaction is successfully paid, the service will return transaction detail" (get-billpayment-inquiry). */
const Nothing = Type.Object({ data: Type.Union([Type.Null(), Type.Array(Type.Unknown(), { maxItems: 0 })]) });
const Confirmation = Type.Object({ billPaymentRef1: OrderName });
const Numbered = Type.Object({ transactionId: OrderName });
const Reference = Type.String({ pattern: '^[A-Z0-9]+$', maxLength: 20 });

/** The bank itself: bill-payment QRs (QR 30) into the merchant's own account. */
export const scbBills = driver({
  capability: 'gateway',
  driver: 'scb',
  title: 'SCB Open API (QR 30)',
  config: Type.Object(
    {
      baseUrl: SCB_BASE,
      billerId: Type.String({ pattern: '^[0-9]{15}$', maxLength: 15 }),
      reference2: Type.Optional(Reference),
      reference3: Reference,
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object({ apiKey: Key, clientSecret: Key }, { additionalProperties: false }),
  documentation: 'https://developer.scb.co.th',
  warnings: ['NO_GAMBLING', 'UNCONFIRMED'],
  currency: () => 'THB',
  open: ({ config, secrets }, { http }) => {
    const token = scbToken(addressOf(config.baseUrl, '/v1/oauth/token'), secrets, http);
    const { billerId, reference2, reference3 } = config;
    const askAbout = (reference: string, day: string): Promise<OutgoingAnswer> => {
      const query = new URLSearchParams({
        eventCode: '00300100',
        transactionDate: day,
        billerId,
        reference1: reference,
      });
      const url = addressOf(config.baseUrl, `/v1/payment/billpayment/inquiry?${query}`);
      return token.call((headers) => ({ method: 'GET', url, headers }));
    };
    return {
      async createPayment(order) {
        const refusal = unfit(order, 'THB');
        if (refusal) return refusal;
        const answer = await token.call((headers) => ({
          method: 'POST',
          url: addressOf(config.baseUrl, '/v1/payment/qrcode/create'),
          headers,
          body: {
            qrType: 'PP',
            ppType: 'BILLERID',
            ppId: billerId,
            amount: bahtText(order.amount),
            ref1: order.reference,
            ...(reference2 !== undefined && { ref2: reference2 }),
            ref3: reference3,
          },
        }));
        return placed(READING, answer, (json) => openPayment(billerId, order, json));
      },
      async query({ reference, createdAt }) {
        const booked: Booked[] = [];
        let rest: PaymentQuery = { status: 'pending' };
        for (const day of daysOf(createdAt, clock.date())) {
          const state = asked(READING, await askAbout(reference, day), (json) => {
            const found = bookedIn(reference, json);
            booked.push(...(found ?? []));
            return found && { status: 'not_found' };
          });
          // It knows no unpaid orders.
          if (state.status !== 'not_found') rest = state;
        }
        return stateOf(booked, rest);
      },
      receiver: {
        networks: [],
        answer: confirmed,
        read: ({ body }) =>
          hintOf(body, (json) => (Value.Check(Confirmation, json) ? json.billPaymentRef1 : undefined)),
      },
      test: () => token.test(READING),
    };
  },
});

const READING = {
  answers: SCB_BILL_ANSWERS,
  codeOf: (answer: Answered) => {
    const code = scbCode(answer);
    return code !== undefined && answer.httpStatus === 404 ? '404' : code;
  },
};

/** What SCB repeats its confirmation for until it reads it: two fixed words, and its own id (payment-confirmation). */
function confirmed({ body }: Delivery): DeliveryAnswer {
  const told = jsonOf(body);
  const transactionId = Value.Check(Numbered, told) ? told.transactionId : undefined;
  return {
    type: 'application/json',
    body: JSON.stringify({ resCode: '00', resDesc: 'success', transactionId }),
  };
}

function openPayment(billerId: string, order: PaymentOrder, json: unknown): OpenPayment | null {
  if (!Value.Check(Made, json)) return null;
  const { qrRawData } = json.data;
  const qr = readPaymentQr(qrRawData, order.amount, 'THB');
  const leadsToUs =
    qr?.getTagValue('30', '01') === billerId && qr.getTagValue('30', '02') === order.reference;
  if (!leadsToUs) return null;
  return { paymentId: order.reference, payUrl: null, qrPayload: qrRawData, expiresAt: endOf(null, order) };
}

/** One payment of a list. */
interface Booked {
  /** The bank may tell of the same payment on two days. */
  id: string;
  /** Null if it was paid back. */
  paid: { amount: Satang; paidAt: Date } | null;
}

/** All payments of a list; null if one is of another order, or cannot be read exactly. */
function bookedIn(reference: string, json: unknown): Booked[] | null {
  if (Value.Check(Nothing, json)) return [];
  if (!Value.Check(Found, json)) return null;
  const read = [json.data].flat().map((payment) => bookedOf(reference, payment));
  return read.every((one) => one !== null) ? read : null;
}

function bookedOf(reference: string, payment: Static<typeof Payment>): Booked | null {
  if (payment.billPaymentRef1 !== reference || payment.currencyCode !== '764') return null;
  const id = payment.transactionId || JSON.stringify(payment);
  // Documented is R: "transaction is refunded".
  if (/^(?:Y|R|true|1)/i.test(payment.reverseFlag ?? '')) return { id, paid: null };
  const amount = satangFromWire(payment.amount);
  const paidAt = momentFromText(payment.transactionDateandTime);
  return amount === null || amount <= 0n || paidAt === null ? null : { id, paid: { amount, paidAt } };
}

/**
 * What all payments of an order say together. A QR does not end, so it may be paid more than once.
 * @param rest what is said of it if no payment stands, and a day may have another
 */
function stateOf(booked: readonly Booked[], rest: PaymentQuery): PaymentQuery {
  const payments = new Map<string, Booked['paid']>();
  // What is told as paid and as paid back was paid back.
  for (const { id, paid } of booked) if (payments.get(id) !== null) payments.set(id, paid);
  const [standing, another] = [...payments.values()].filter((paid) => paid !== null);
  if (another !== undefined) return { status: 'taken_back', reason: 'PAID_TWICE' };
  if (standing !== undefined) return { status: 'paid', ...standing };
  return payments.size > 0 && rest.status === 'pending' ? { status: 'taken_back', reason: 'REFUNDED' } : rest;
}
