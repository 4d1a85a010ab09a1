import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clock } from '../clock.ts';
import type { Fault } from '../faults/switches.ts';
import { type GatewayPayment, paymentQr } from '../gateway/gatewayBook.ts';
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
import { tellMerchants, webhookOf } from './makerWebhook.ts';
import { bodyOf } from './slipDialect.ts';

const BEAM: GatewayDialect = {
  name: 'beam',
  refusals: {
    INVALID_CREDENTIALS_ERROR: [401, 'Invalid credentials'],
    NO_PERMISSION_ERROR: [403, 'No permission'],
    OPERATION_NOT_ALLOWED_ERROR: [403, 'Operation not allowed'],
    INVALID_JSON_ERROR: [400, 'Invalid JSON body'],
    INVALID_XML_ERROR: [400, 'Invalid XML body'],
    API_VALIDATION_ERROR: [400, 'Request validation failed'],
    NOT_FOUND_ERROR: [404, 'Resource not found'],
    REQUEST_CONFLICT_ERROR: [409, 'Request conflict'],
    IDEMPOTENCY_KEY_ERROR: [412, 'Idempotency key error'],
    MERCHANT_STATUS_INVALID_ERROR: [422, 'Merchant status invalid'],
    CHARGE_PENDING: [422, 'Charge is pending'],
    REFUND_PENDING: [422, 'Refund is pending'],
    CARD_AUTHORIZATION_PENDING: [422, 'Card authorization is pending'],
    TOO_MANY_REQUESTS_ERROR: [429, 'Too many requests'],
  },
  says: {
    badRequest: 'API_VALIDATION_ERROR',
    notFound: 'NOT_FOUND_ERROR',
    wrongKey: 'INVALID_CREDENTIALS_ERROR',
    busy: 'TOO_MANY_REQUESTS_ERROR',
  },
  refusal: (errorCode, message) => ({
    code: BEAM.refusals[errorCode]?.[0],
    message,
    error: { errorCode, errorMessage: message },
  }),
};
const QUARTER_S = 900;
const LISTED = 100;

/** Beam: satang, a QR as text in the answer, an idempotency header, and a signature of the body alone. */
export async function beamRoutes(app: FastifyInstance, world: World): Promise<void> {
  const isKeyRight = ({ headers }: FastifyRequest) => {
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    return isKey(basic.slice(basic.indexOf(':') + 1), world.config.secret);
  };
  const asking = (request: FastifyRequest) => ({ isKeyRight: isKeyRight(request), applies: false });

  tellMerchants(app, world, 'beam', {
    settings: ['secret'],
    sign: (body) => {
      const secret = webhookOf(world, 'beam')?.settings.secret;
      const key = secret === undefined ? Buffer.from(world.config.secret) : Buffer.from(secret, 'base64');
      return {
        'x-beam-event': 'charge.succeeded',
        'x-beam-signature': createHmac('sha256', key).update(body).digest('base64'),
      };
    },
    notice: (payment) => charge(payment, null),
  });

  app.post('/api/v1/charges', async (request, reply) =>
    answerCall(world, BEAM, reply, { isKeyRight: isKeyRight(request), applies: true }, (fault) => {
      const { amount, currency, referenceId, paymentMethod } = bodyOf(request.body);
      const { paymentMethodType, qrPromptPay } = bodyOf(paymentMethod);
      if (currency !== 'THB' || paymentMethodType !== 'QR_PROMPT_PAY' || typeof referenceId !== 'string')
        return refuseCall(BEAM, reply, 'API_VALIDATION_ERROR');
      if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1)
        return refuseCall(BEAM, reply, 'API_VALIDATION_ERROR');
      const key = request.headers['x-beam-idempotency-key'];
      const seconds = (Date.parse(String(bodyOf(qrPromptPay).expiresAt)) - clock.now()) / 1_000;
      const token = randomBytes(8).toString('hex');
      const payment = world.gateways.create(
        {
          gateway: 'beam',
          id: typeof key === 'string' ? key : token,
          paymentId: `ch_${token}`,
          reference: `BM${token.toUpperCase()}`,
          amount: BigInt(amount),
          seconds: Number.isNaN(seconds) ? QUARTER_S : seconds,
          told: { referenceId },
        },
        fault,
      );
      const number = toldCurrency(payment, fault) === 'THB' ? '764' : '840';
      return {
        chargeId: payment.paymentId,
        paymentMethodType: 'QR_PROMPT_PAY',
        actionRequired: 'ENCODED_IMAGE',
        encodedImage: {
          imageBase64Encoded: '',
          rawData: paymentQr(toldPayment(payment, fault), undefined, number),
          expiry: payment.expiresAt,
        },
      };
    }),
  );

  app.get<{ Params: { id: string } }>('/api/v1/charges/:id', async (request, reply) =>
    answerCall(world, BEAM, reply, asking(request), (fault) => {
      const payment = world.gateways.findByReference(request.params.id);
      return payment?.gateway === 'beam'
        ? charge(payment, fault)
        : refuseCall(BEAM, reply, 'NOT_FOUND_ERROR');
    }),
  );

  app.get<{ Querystring: { referenceId?: string; limit?: string } }>(
    '/api/v1/charges',
    async (request, reply) =>
      answerCall(world, BEAM, reply, asking(request), (fault) => {
        const { referenceId, limit = LISTED } = request.query;
        const found = world.gateways
          .of('beam')
          .filter(({ told }) => told.referenceId === (referenceId ?? told.referenceId));
        const data = found.slice(0, Number(limit)).map((payment) => charge(payment, fault));
        return { data, totalCount: found.length };
      }),
  );
}

const STATUSES = { paid: 'SUCCEEDED', pending: 'PENDING', expired: 'FAILED' } as const;

function charge(payment: GatewayPayment, fault: Fault | null) {
  const { paymentId, amount, paid } = toldPayment(payment, fault);
  const state = stateOf(payment);
  return {
    chargeId: paymentId,
    merchantId: 'sandbox',
    referenceId: fault?.mode === 'otherOrder' ? 'another' : payment.told.referenceId,
    status: STATUSES[state],
    currency: toldCurrency(payment, fault),
    amount: toldNumber(Number(paid?.amount ?? amount), fault),
    source: 'API',
    sourceId: '',
    transactionTime: state === 'paid' ? (paid?.at ?? null) : null,
    paymentMethod: { paymentMethodType: 'QR_PROMPT_PAY' },
    failureCode: state === 'expired' ? 'CH_PROCESSING_FAILED' : '',
    createdAt: payment.createdAt,
  };
}
