import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clock } from '../clock.ts';
import type { Fault } from '../faults/switches.ts';
import { type GatewayPayment, paymentQr } from '../gateway/gatewayBook.ts';
import { isKey } from '../http/apiKey.ts';
import { publicUrl } from '../http/publicUrl.ts';
import { qrSvg } from '../slip/qrPath.ts';
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

const OMISE: GatewayDialect = {
  name: 'omise',
  refusals: {
    authentication_failure: [401, 'authentication failed'],
    key_expired_error: [401, 'key has been expired'],
    locked_account_error: [403, 'account has been locked'],
    not_authorized: [403, 'not authorized'],
    backend_error: [400, 'backend error'],
    bad_request: [400, 'bad request'],
    invalid_amount: [400, 'amount must be at least 2000'],
    invalid_charge: [400, 'source is not supported'],
    failed_fraud_check: [400, 'fraud check failed'],
    expired_charge: [400, 'charge expired'],
    invalid_filters: [400, 'invalid filters'],
    invalid_page: [400, 'invalid page'],
    invalid_scope: [400, 'invalid scope'],
    not_found: [404, 'the requested object was not found'],
    service_not_found: [404, 'you are using API version which is not supported'],
    too_many_requests: [429, 'too many requests'],
    internal_error: [500, 'request could not be completed due to an internal error'],
    service_unavailable: [503, 'service is unavailable'],
  },
  says: {
    badRequest: 'bad_request',
    notFound: 'not_found',
    wrongKey: 'authentication_failure',
    busy: 'too_many_requests',
  },
  refusal: (code, message) => ({
    object: 'error',
    location: `https://www.omise.co/api-errors#${code.replaceAll('_', '-')}`,
    code,
    message,
  }),
};
const LEAST = 2_000;
const DAY_S = 86_400;

/** Omise: satang, a charge with a QR picture, and notices with one or two signatures. */
export async function omiseRoutes(app: FastifyInstance, world: World): Promise<void> {
  const isKeyRight = ({ headers }: FastifyRequest) =>
    isKey(headers.authorization, `Basic ${Buffer.from(`${world.config.secret}:`).toString('base64')}`);
  const asking = (request: FastifyRequest) => ({ isKeyRight: isKeyRight(request), applies: false });
  const find = (id: string) => {
    const payment = world.gateways.findByReference(id);
    return payment?.gateway === 'omise' ? payment : undefined;
  };

  tellMerchants(app, world, 'omise', {
    settings: ['secret', 'nextSecret', 'version'],
    sign: (body) => signed(body, secretsOf(world)),
    notice: (payment) => eventOf(payment, webhookOf(world, 'omise')?.settings.version),
  });

  app.post('/charges', async (request, reply) =>
    answerCall(world, OMISE, reply, { isKeyRight: isKeyRight(request), applies: true }, (fault) => {
      const { amount, currency, source, metadata, expires_at } = bodyOf(request.body);
      if (String(currency).toLowerCase() !== 'thb' || bodyOf(source).type !== 'promptpay')
        return refuseCall(OMISE, reply, 'bad_request');
      if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < LEAST)
        return refuseCall(OMISE, reply, 'invalid_amount');
      const key = request.headers['idempotency-key'];
      const seconds = (Date.parse(String(expires_at)) - clock.now()) / 1_000;
      const token = randomBytes(8).toString('hex');
      const payment = world.gateways.create(
        {
          gateway: 'omise',
          id: typeof key === 'string' ? key : token,
          paymentId: `chrg_test_${token}`,
          reference: `OM${token.toUpperCase()}`,
          amount: BigInt(amount),
          seconds: Number.isNaN(seconds) ? DAY_S : seconds,
          told: { metadata: bodyOf(metadata), base: `${publicUrl(world, request)}/as/omise` },
        },
        fault,
      );
      return charge(payment, fault);
    }),
  );

  app.get<{ Params: { id: string } }>('/charges/:id', async (request, reply) =>
    answerCall(world, OMISE, reply, asking(request), (fault) => {
      const payment = find(request.params.id);
      return payment ? charge(payment, fault) : refuseCall(OMISE, reply, 'not_found');
    }),
  );

  app.get<{ Querystring: { scope?: string; query?: string } }>('/search', async (request, reply) =>
    answerCall(world, OMISE, reply, asking(request), (fault) => {
      const { scope, query = '' } = request.query;
      if (scope !== 'charge') return refuseCall(OMISE, reply, 'invalid_scope');
      const found = world.gateways
        .of('omise')
        .filter(({ told }) => JSON.stringify(told.metadata).includes(query));
      return {
        object: 'search',
        scope,
        query,
        total: found.length,
        data: found.map((one) => charge(one, fault)),
      };
    }),
  );

  app.get('/account', async (request, reply) =>
    answerCall(world, OMISE, reply, asking(request), () => ({
      object: 'account',
      id: 'account_test_sandbox',
      livemode: false,
      country: 'TH',
      currency: 'THB',
    })),
  );

  // Whoever knows the address may read the picture.
  app.get<{ Params: { id: string } }>('/charges/:id/documents/qr', async (request, reply) => {
    const payment = find(request.params.id);
    if (!payment) return refuseCall(OMISE, reply, 'not_found');
    return reply.type('image/svg+xml').send(qrSvg(paymentQr(payment), 'QR'));
  });
}

const STATUSES = { paid: 'successful', pending: 'pending', expired: 'expired' } as const;

function charge(payment: GatewayPayment, fault: Fault | null) {
  const { told } = payment;
  const { paymentId, amount, createdAt, expiresAt, paid } = toldPayment(payment, fault);
  const state = stateOf(payment);
  const currency = toldCurrency(payment, fault);
  const number = toldNumber(Number(paid?.amount ?? amount), fault);
  return {
    object: 'charge',
    id: paymentId,
    livemode: false,
    location: `/charges/${paymentId}`,
    amount: number,
    currency,
    description: null,
    metadata: fault?.mode === 'otherOrder' ? {} : told.metadata,
    source: {
      object: 'source',
      type: 'promptpay',
      flow: 'offline',
      amount: number,
      currency,
      scannable_code: {
        object: 'barcode',
        type: 'qr',
        image: {
          object: 'document',
          filename: 'qrcode.svg',
          download_uri: `${told.base}/charges/${payment.paymentId}/documents/qr`,
        },
      },
    },
    status: STATUSES[state],
    paid: state === 'paid',
    expired: state === 'expired',
    authorize_uri: null,
    failure_code: null,
    refunded_amount: fault?.mode === 'refunded' ? number : 0,
    dispute: fault?.mode === 'disputed' ? { object: 'dispute', status: 'open' } : null,
    created_at: seconds(createdAt),
    expires_at: seconds(expiresAt),
    paid_at: state === 'paid' && paid ? seconds(paid.at) : null,
  };
}

const seconds = (at: string) => `${at.slice(0, 19)}Z`;

/** @param version of the API that the merchant's account has; its events have that form */
function eventOf(payment: GatewayPayment, version = '2019-05-29') {
  const told = charge(payment, null);
  const { paid_at: _paidAt, expires_at: _expiresAt, currency, ...older } = told;
  return {
    object: 'event',
    id: `evnt_test_${randomBytes(8).toString('hex')}`,
    livemode: false,
    key: 'charge.complete',
    created_at: seconds(clock.date().toISOString()),
    data: version < '2019-05-29' ? { ...older, currency: currency.toLowerCase() } : told,
  };
}

/** The keys of the merchant's webhook, base64; the sandbox's own secret if it has set none. */
function secretsOf(world: World): string[] {
  const { secret, nextSecret } = webhookOf(world, 'omise')?.settings ?? {};
  return [secret ?? Buffer.from(world.config.secret).toString('base64'), ...(nextSecret ? [nextSecret] : [])];
}

function signed(body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(clock.now() / 1_000));
  const signatures = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(`${timestamp}.${body}`).digest('hex'),
  );
  return { 'omise-signature-timestamp': timestamp, 'omise-signature': signatures.join(',') };
}
