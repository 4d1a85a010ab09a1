import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { encode, tag, withCrcTag } from 'promptparse';
import type { FaultMode } from '../faults/switches.ts';
import type { GatewayPayment } from '../gateway/gatewayBook.ts';
import { isKey } from '../http/apiKey.ts';
import type { World } from '../world.ts';
import {
  answerCall,
  type GatewayDialect,
  refuseCall,
  stateOf,
  toldCurrency,
  toldNumber,
  toldPayment,
} from './gatewayDialect.ts';
import { tellMerchants } from './makerWebhook.ts';
import { bodyOf } from './slipDialect.ts';

const PHAJAY: GatewayDialect = {
  name: 'phajay',
  refusals: {
    UNAUTHORIZED: [401, ''],
    INVALID_AMOUNT: [400, ''],
    // The look-up of a payment that does not exist succeeds, with this word.
    PAYMENT_NOT_FOUND: [200, ''],
    TOO_MANY_REQUESTS: [429, ''],
    FAILED: [500, ''],
  },
  says: {
    badRequest: 'INVALID_AMOUNT',
    notFound: 'PAYMENT_NOT_FOUND',
    wrongKey: 'UNAUTHORIZED',
    busy: 'TOO_MANY_REQUESTS',
  },
  refusal: (message) => ({ message }),
};
const BANKS = ['bcel', 'jdb', 'ldb', 'ib', 'stb', 'm-money'];
const STATES = { paid: 'PAYMENT_COMPLETED', pending: 'WAITING', expired: 'EXPIRED' } as const;
const TAKEN_BACK: Partial<Record<FaultMode, string>> = { refunded: 'REFUNDED', disputed: 'DISPUTED' };
const QUARTER_S = 900;
const AID = 'A005266284662577';

/** PhaJay: whole kip, a LAO QR of the chosen bank, one key in two headers, and notices without a signature. */
export async function phajayRoutes(app: FastifyInstance, world: World): Promise<void> {
  const basic = `Basic ${Buffer.from(world.config.secret).toString('base64')}`;
  tellMerchants(app, world, 'phajay', { notice: noticeOf });

  app.post<{ Params: { bank: string } }>('/payment/generate-:bank-qr', async (request, reply) => {
    const isKeyRight = isKey(request.headers.secretkey, world.config.secret);
    return answerCall(world, PHAJAY, reply, { isKeyRight, applies: true }, (fault) => {
      const { bank } = request.params;
      const { amount, description, tag1, tag2, tag3 } = bodyOf(request.body);
      if (!BANKS.includes(bank) || !Number.isSafeInteger(amount) || Number(amount) < 1)
        return refuseCall(PHAJAY, reply, 'INVALID_AMOUNT');
      const paymentId = randomUUID();
      const payment = world.gateways.create(
        {
          gateway: 'phajay',
          id: paymentId,
          paymentId,
          reference: `PJ${paymentId.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
          amount: BigInt(Number(amount)) * 100n,
          currency: 'LAK',
          seconds: QUARTER_S,
          told: { bank, description, tag1, tag2, tag3 },
        },
        fault,
      );
      const qrCode = laoQr(
        toldPayment(payment, fault),
        toldCurrency(payment, fault) === 'LAK' ? '418' : '840',
      );
      return { message: 'SUCCESSFULLY', transactionId: paymentId, qrCode, link: `onepay://qr/${qrCode}` };
    });
  });

  app.get<{ Params: { id: string } }>('/payment/check-transaction/status/:id', async (request, reply) => {
    const isKeyRight = isKey(request.headers.authorization, basic);
    return answerCall(world, PHAJAY, reply, { isKeyRight, applies: false }, (fault) => {
      const payment = world.gateways.find('phajay', request.params.id);
      if (!payment) return refuseCall(PHAJAY, reply, 'PAYMENT_NOT_FOUND');
      const told = toldPayment(payment, fault);
      const state = stateOf(payment);
      const isPaid = state === 'paid';
      return {
        message: 'SUCCESSFULLY',
        data: {
          transactionId: told.paymentId,
          linkCode: null,
          orderNo: null,
          status: (isPaid && TAKEN_BACK[fault?.mode ?? 'none']) || STATES[state],
          isPaid,
          amount: toldNumber(kip(told), fault),
          currency: toldCurrency(payment, fault),
          description: payment.told.description,
          paymentMethod: String(payment.told.bank).toUpperCase(),
          paymentTime: isPaid ? (payment.paid?.at ?? null) : null,
          createdAt: payment.createdAt,
        },
      };
    });
  });
}

const kip = ({ amount, paid }: GatewayPayment) => Number((paid?.amount ?? amount) / 100n);

function noticeOf(payment: GatewayPayment) {
  const { bank, description, tag1, tag2, tag3 } = payment.told;
  return {
    message: 'SUCCESS',
    refNo: payment.reference,
    billNumber: payment.reference,
    transactionId: payment.paymentId,
    txnAmount: kip(payment),
    paymentMethod: String(bank).toUpperCase(),
    status: 'PAYMENT_COMPLETED',
    description,
    tag1,
    tag2,
    tag3,
  };
}

/** @param currency ISO 4217 number */
function laoQr({ amount, reference }: GatewayPayment, currency: string): string {
  const receiver = [tag('00', AID), tag('01', '17772018'), tag('02', '002'), tag('03', 'PHAJAY000001')];
  const fields = [
    tag('00', '01'),
    tag('01', '12'),
    tag('38', encode(receiver)),
    tag('53', currency),
    tag('54', String(amount / 100n)),
    tag('58', 'LA'),
    tag('59', 'PHAJAY'),
    tag('62', encode([tag('05', reference)])),
  ];
  return withCrcTag(encode(fields), '63');
}
