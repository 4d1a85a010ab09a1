import { bahtText } from '@krapao/contract/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Fault } from '../faults/switches.ts';
import { type GatewayPayment, paymentQr } from '../gateway/gatewayBook.ts';
import { readAmount } from '../money.ts';
import type { World } from '../world.ts';
import {
  answerCall,
  type GatewayDialect,
  refuseCall,
  stateOf,
  toldCurrency,
  toldPayment,
} from './gatewayDialect.ts';
import { tellMerchants } from './makerWebhook.ts';
import { SCB_REFUSALS, scbRefusal } from './scbCodes.ts';
import { bodyOf } from './slipDialect.ts';

const BILLS: GatewayDialect = {
  name: 'scb',
  // The driver goes by the HTTP status of a payment that is not known, whatever the code.
  refusals: { ...SCB_REFUSALS, 404: [404, 'Transaction not found'] },
  says: { badRequest: '1101', notFound: '1104', wrongKey: '9500', busy: '429' },
  refusal: scbRefusal,
};
const YEAR_S = 365 * 86_400;
const isReference = (text: unknown) => /^[A-Z0-9]{1,20}$/.test(String(text));

/** SCB's QR 30: its QRs do not end, a payment is found by its day in Bangkok, and its confirmation has no signature. */
export function scbBillRoutes(
  app: FastifyInstance,
  world: World,
  isTokenRight: (request: FastifyRequest) => boolean,
): void {
  tellMerchants(app, world, 'scb', { notice: confirmation, takes: isConfirmed });

  app.post('/v1/payment/qrcode/create', async (request, reply) =>
    answerCall(world, BILLS, reply, { isKeyRight: isTokenRight(request), applies: true }, (fault) => {
      const { qrType, ppType, ppId, amount, ref1, ref2, ref3 } = bodyOf(request.body);
      const satang = readAmount(amount);
      const isBill = qrType === 'PP' && ppType === 'BILLERID' && /^[0-9]{15}$/.test(String(ppId));
      if (ref1 === undefined || ref3 === undefined) return refuseCall(BILLS, reply, '1101');
      if (!isBill || satang === null || ![ref1, ref2 ?? 'A', ref3].every(isReference))
        return refuseCall(BILLS, reply, '1102');
      const reference = String(ref1);
      const told = { billerId: ppId, ref2, ref3 };
      const payment = world.gateways.create(
        { gateway: 'scb', id: reference, paymentId: reference, amount: satang, seconds: YEAR_S, told },
        fault,
      );
      const number = toldCurrency(payment, fault) === 'THB' ? '764' : '840';
      const qrRawData = paymentQr(toldPayment(payment, fault), String(ppId), number);
      return { status: { code: 1000, description: 'Success' }, data: { qrRawData, qrImage: '' } };
    }),
  );

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/v1/payment/billpayment/inquiry',
    async (request, reply) =>
      answerCall(world, BILLS, reply, { isKeyRight: isTokenRight(request), applies: false }, (fault) => {
        const { eventCode, transactionDate = '', billerId, reference1 = '' } = request.query;
        if (eventCode !== '00300100' || !billerId || !/^\d{4}-\d\d-\d\d$/.test(transactionDate))
          return refuseCall(BILLS, reply, '1101');
        const payment = world.gateways.find('scb', reference1);
        const isAsked = payment?.told.billerId === billerId && stateOf(payment) === 'paid';
        if (!isAsked || !payment?.paid || local(payment.paid.at).slice(0, 10) !== transactionDate)
          return refuseCall(BILLS, reply, BILLS.says.notFound);
        return { status: { code: 1000, description: 'Success' }, data: [paid(payment, fault)] };
      }),
  );
}

/** A moment in Bangkok, ISO 8601. */
const local = (at: string) => `${new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(0, -1)}+07:00`;

function paid(payment: GatewayPayment, fault: Fault | null) {
  const { reference, amount, paid, told } = toldPayment(payment, fault);
  return {
    eventCode: '00300100',
    transactionType: 'Domestic Transfers',
    reverseFlag: fault?.mode === 'refunded' ? 'R' : '',
    payeeProxyId: told.billerId ?? '',
    payeeProxyType: 'BILLERID',
    sendingBankCode: '004',
    receivingBankCode: '014',
    amount: bahtText(paid?.amount ?? amount),
    transactionId: payment.reference,
    transactionDateandTime: local(paid?.at ?? payment.createdAt),
    billPaymentRef1: reference,
    billPaymentRef2: told.ref2 ?? '',
    billPaymentRef3: told.ref3 ?? '',
    currencyCode: toldCurrency(payment, fault) === 'THB' ? '764' : '840',
    channelCode: 'PMH',
  };
}

const confirmation = (payment: GatewayPayment) => ({
  ...paid(payment, null),
  merchantId: '',
  terminalId: '',
});

/** SCB repeats a confirmation whose answer does not name it (documentation/qr-payment/payment-confirmation.html). */
function isConfirmed(answer: string, body: string): boolean {
  const { resCode, resDesc, transactionId } = fieldsIn(answer);
  return resCode === '00' && resDesc === 'success' && transactionId === fieldsIn(body).transactionId;
}

function fieldsIn(text: string) {
  try {
    return bodyOf(JSON.parse(text));
  } catch {
    return {};
  }
}
