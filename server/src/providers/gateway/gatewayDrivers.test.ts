import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../../testing/sandboxProcess.ts';
import type { Delivery } from '../connections/delivery.ts';
import type { Opened } from '../connections/driver.ts';
import { type OutgoingHttp, outgoingHttp } from '../connections/outgoingHttp.ts';
import type {
  CreatePaymentResult,
  OpenPayment,
  PaymentOrder,
  PaymentQuery,
  PlacedPayment,
} from '../paymentGateway.ts';
import { BCEL_ONEPAY_ANSWERS } from './bcel-onepay/answers.ts';
import { BEAM_ANSWERS } from './beam/answers.ts';
import { GATEWAY_DRIVERS } from './gatewayDrivers.ts';
import { BEAM_AS_TEMPLATE, PHAJAY_AS_TEMPLATE } from './generic-http/templates.fixture.ts';
import { OMISE_ANSWERS } from './omise/answers.ts';
import { PHAJAY_ANSWERS } from './phajay/answers.ts';
import { SCB_BILL_ANSWERS } from './scb/answers.ts';
import { daysOf } from './scb/daysOf.ts';

const SECRET = 'gateway-driver-test-secret';
const BASE64 = Buffer.from(SECRET).toString('base64');
const NAMES = GATEWAY_DRIVERS.map(({ driver }) => driver);
const FROM = { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' };
const dataDir = mkdtempSync(join(tmpdir(), 'krapao-gateway-drivers-'));
let sandbox: SandboxProcess;
let http: OutgoingHttp;
/** A short time-out, because nothing answers. */
let hasty: OutgoingHttp;
const deliveries: Delivery[] = [];
const webhooks = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  deliveries.push({
    headers: request.headers,
    query: {},
    body: Buffer.concat(chunks),
    receivedAt: new Date(),
  });
  webhooks.emit('delivery');
  // SCB repeats what is not answered with its own id.
  const { transactionId } = JSON.parse(Buffer.concat(chunks).toString());
  response.end(JSON.stringify({ resCode: '00', resDesc: 'success', transactionId }));
});

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, dataDir, secret: SECRET });
  const hosts = new Set([new URL(sandbox.url).host]);
  http = outgoingHttp(hosts, 60_000);
  hasty = outgoingHttp(hosts, 500);
  await new Promise<void>((resolve) => void webhooks.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}/`;
  for (const name of TELLING) await ask('PUT', `/as/${makerOf(name)}/webhook`, { url });
});
afterAll(async () => {
  await sandbox.stop();
  webhooks.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** All settings that any driver has. */
const SETTINGS = {
  merchantId: 'merchant',
  billerId: '123456789012345',
  reference3: 'KRP',
  bank: 'bcel',
  categoryCode: '7995',
  currency: 'THB',
  template: JSON.stringify(BEAM_AS_TEMPLATE),
};
interface Kind {
  currency: 'THB' | 'LAK';
  /** How its maker tells of a payment; null for one that does not. */
  tells: 'proved' | 'hint' | null;
  /** Without a call to the maker. */
  placesAlone?: true;
  /** The same order again is another one for it. */
  forgets?: true;
  /** The answer to an order does not name it. */
  isNameless?: true;
  /** Whose format it speaks; the driver's own if undefined. */
  speaks?: string;
}
const KINDS: Readonly<Record<string, Kind>> = {
  omise: { currency: 'THB', tells: 'proved' },
  phajay: { currency: 'LAK', tells: 'hint', forgets: true, isNameless: true },
  scb: { currency: 'THB', tells: 'hint' },
  'bcel-onepay': { currency: 'LAK', tells: null, placesAlone: true },
  beam: { currency: 'THB', tells: 'proved', isNameless: true },
  'generic-http': { currency: 'THB', tells: 'proved', isNameless: true, speaks: 'beam' },
};
function kindOf(name: string): Kind {
  const kind = KINDS[name];
  if (kind === undefined) throw new Error(name);
  return kind;
}
const makerOf = (name: string) => kindOf(name).speaks ?? name;
const TELLING = NAMES.filter((name) => kindOf(name).tells !== null);

async function ask<Answer>(method: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${sandbox.url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}
const fault = (name: string, mode: string, code?: string, times: number | null = 1) =>
  ask('PUT', '/faults', { [`gateway:${makerOf(name)}`]: { mode, times, code } });
/** Somebody pays with the QR that the driver gave. */
const pay = (payment: OpenPayment) =>
  ask('POST', '/bank/transfers', { from: FROM, to: { qr: payment.qrPayload } });

function open(
  name: string,
  { secret = SECRET, by = http, path = `/as/${makerOf(name)}`, more = {} as Record<string, string> } = {},
): Opened<'gateway'> {
  const declared = GATEWAY_DRIVERS.find(({ driver }) => driver === name);
  if (declared === undefined) throw new Error(name);
  const config = only(declared.config, { ...SETTINGS, baseUrl: `${sandbox.url}${path}/`, ...more });
  const keys = {
    apiKey: secret,
    clientId: 'merchant',
    clientSecret: secret,
    secretKey: secret,
    webhookSecret: BASE64,
  };
  const secrets = only(declared.secrets, { ...keys, ...more });
  return declared.open({ config, secrets }, { http: by, variant: 'thailand' });
}

/** The settings that this schema has; fails where it wants others. */
function only(schema: (typeof GATEWAY_DRIVERS)[number]['config'], all: Record<string, string>): never {
  const settings = Object.fromEntries(
    Object.entries(all).filter(([field, value]) => field in schema.properties && value !== ''),
  );
  expect([...Value.Errors(schema, settings)]).toEqual([]);
  return settings as never;
}

let count = 0;
function orderOf(name: string, amount = 100_00n): PaymentOrder {
  count += 1;
  const id = `0f8b6d2e-0000-4000-8000-${String(count).padStart(12, '0')}`;
  const reference = `KP${String(count).padStart(16, '0')}`;
  return { id, reference, amount, currency: kindOf(name).currency, expiresInSeconds: 900 };
}
function placedOf(order: PaymentOrder, paymentId: string | null): PlacedPayment {
  const { id, reference, amount, currency } = order;
  return { id, reference, paymentId, amount, currency, createdAt: new Date() };
}

/** An order that the maker took. */
async function placedAt(name: string, amount?: bigint) {
  const order = orderOf(name, amount);
  const payment = paymentOf(await open(name).createPayment(order));
  return { order, payment, placed: placedOf(order, payment.paymentId) };
}
function paymentOf(result: CreatePaymentResult): OpenPayment {
  if (result.status !== 'created') throw new Error(JSON.stringify(result));
  return result.payment;
}

const word = (result: CreatePaymentResult | PaymentQuery) =>
  'reason' in result && result.status === 'unknown' ? result.reason : result.status;

/** For each documented answer: what an order and what a question come to. */
const DOCUMENTED: Readonly<
  Record<string, Readonly<Record<string, readonly [order: string, question: string]>>>
> = {
  omise: {
    charge: ['created', 'pending'],
    search: ['created', 'pending'],
    authentication_failure: ['KEY_REFUSED', 'KEY_REFUSED'],
    key_expired_error: ['KEY_REFUSED', 'KEY_REFUSED'],
    locked_account_error: ['KEY_REFUSED', 'KEY_REFUSED'],
    not_authorized: ['KEY_REFUSED', 'KEY_REFUSED'],
    backend_error: ['SERVER_ERROR', 'SERVER_ERROR'],
    bad_request: ['rejected', 'REFUSED'],
    invalid_amount: ['rejected', 'REFUSED'],
    invalid_charge: ['rejected', 'REFUSED'],
    failed_fraud_check: ['rejected', 'REFUSED'],
    expired_charge: ['rejected', 'REFUSED'],
    invalid_filters: ['REFUSED', 'REFUSED'],
    invalid_page: ['REFUSED', 'REFUSED'],
    invalid_scope: ['REFUSED', 'REFUSED'],
    not_found: ['BAD_ANSWER', 'not_found'],
    service_not_found: ['BAD_ANSWER', 'BAD_ANSWER'],
    too_many_requests: ['BUSY', 'BUSY'],
    internal_error: ['SERVER_ERROR', 'SERVER_ERROR'],
    service_unavailable: ['SERVER_ERROR', 'SERVER_ERROR'],
  },
  phajay: {
    SUCCESSFULLY: ['created', 'pending'],
    PAYMENT_NOT_FOUND: ['BAD_ANSWER', 'not_found'],
    UNAUTHORIZED: ['KEY_REFUSED', 'KEY_REFUSED'],
    INVALID_AMOUNT: ['rejected', 'REFUSED'],
    TOO_MANY_REQUESTS: ['BUSY', 'BUSY'],
    FAILED: ['SERVER_ERROR', 'SERVER_ERROR'],
  },
  scb: {
    404: ['BAD_ANSWER', 'pending'],
    1000: ['created', 'pending'],
    1101: ['REFUSED', 'REFUSED'],
    1102: ['REFUSED', 'REFUSED'],
    1103: ['REFUSED', 'REFUSED'],
    1105: ['REFUSED', 'REFUSED'],
    1111: ['REFUSED', 'REFUSED'],
    4101: ['REFUSED', 'REFUSED'],
    8101: ['SERVER_ERROR', 'SERVER_ERROR'],
    8102: ['REFUSED', 'REFUSED'],
    8901: ['SERVER_ERROR', 'SERVER_ERROR'],
    8902: ['SERVER_ERROR', 'SERVER_ERROR'],
    9100: ['KEY_REFUSED', 'KEY_REFUSED'],
    '400_9100': ['REFUSED', 'REFUSED'],
    9300: ['KEY_REFUSED', 'KEY_REFUSED'],
    9500: ['KEY_REFUSED', 'KEY_REFUSED'],
    9503: ['KEY_REFUSED', 'KEY_REFUSED'],
    9700: ['SERVER_ERROR', 'SERVER_ERROR'],
    9900: ['SERVER_ERROR', 'SERVER_ERROR'],
    '405_9900': ['BAD_ANSWER', 'BAD_ANSWER'],
    '415_9900': ['BAD_ANSWER', 'BAD_ANSWER'],
  },
  'bcel-onepay': {
    200: ['created', 'pending'],
    400: ['created', 'REFUSED'],
    403: ['created', 'REFUSED'],
    404: ['created', 'pending'],
    429: ['created', 'BUSY'],
    500: ['created', 'SERVER_ERROR'],
  },
  beam: {
    success: ['created', 'pending'],
    INVALID_CREDENTIALS_ERROR: ['KEY_REFUSED', 'KEY_REFUSED'],
    NO_PERMISSION_ERROR: ['KEY_REFUSED', 'KEY_REFUSED'],
    OPERATION_NOT_ALLOWED_ERROR: ['rejected', 'REFUSED'],
    INVALID_JSON_ERROR: ['REFUSED', 'REFUSED'],
    INVALID_XML_ERROR: ['REFUSED', 'REFUSED'],
    API_VALIDATION_ERROR: ['rejected', 'REFUSED'],
    NOT_FOUND_ERROR: ['BAD_ANSWER', 'not_found'],
    REQUEST_CONFLICT_ERROR: ['REFUSED', 'REFUSED'],
    IDEMPOTENCY_KEY_ERROR: ['REFUSED', 'REFUSED'],
    MERCHANT_STATUS_INVALID_ERROR: ['KEY_REFUSED', 'KEY_REFUSED'],
    CHARGE_PENDING: ['REFUSED', 'REFUSED'],
    REFUND_PENDING: ['REFUSED', 'REFUSED'],
    CARD_AUTHORIZATION_PENDING: ['REFUSED', 'REFUSED'],
    TOO_MANY_REQUESTS_ERROR: ['BUSY', 'BUSY'],
  },
};
/** Answers of an order that the maker refuses nothing of. */
const PLAIN = new Set([
  'omise charge',
  'omise search',
  'phajay SUCCESSFULLY',
  'scb 1000',
  'bcel-onepay 200',
  'beam success',
]);
const ROWS = Object.entries(DOCUMENTED).flatMap(([name, answers]) =>
  Object.entries(answers).map(([code, words]) => [name, code, ...words] as const),
);

test('every driver’s table of documented answers is tested in full', () => {
  const tables = {
    omise: OMISE_ANSWERS,
    phajay: PHAJAY_ANSWERS,
    scb: SCB_BILL_ANSWERS,
    'bcel-onepay': BCEL_ONEPAY_ANSWERS,
    beam: BEAM_ANSWERS,
  };
  const codes = (all: Readonly<Record<string, object>>) =>
    Object.fromEntries(Object.entries(all).map(([name, answers]) => [name, Object.keys(answers).sort()]));
  expect(codes(DOCUMENTED)).toEqual(codes(tables));
  expect(Object.keys(DOCUMENTED)).toEqual(NAMES.filter((name) => makerOf(name) === name));
});

test.each(ROWS)('DEP-07 %s: its answer %s to an order is %s, to a question %s', async (...row) => {
  const [name, code, toOrder, toQuestion] = row;
  const { placed } = await placedAt(name);
  const isPlain = PLAIN.has(`${name} ${code}`);
  // SCB’s driver asks once more with a new token.
  if (!isPlain) await fault(name, 'code', code, null);
  const driver = open(name);
  expect(word(await driver.createPayment(orderOf(name)))).toBe(toOrder);
  expect(word(await driver.query(placed))).toBe(toQuestion);
  await fault(name, 'none');
});

test.each(NAMES)(
  'DEP-07 %s: an order is placed, shown as a QR of its amount, paid and told',
  async (name) => {
    const driver = open(name);
    const before = Date.now();
    for (const amount of [100_00n, 1_234_500n]) {
      const { order, payment, placed } = await placedAt(name, amount);
      expect(payment.paymentId).not.toBe('');
      const seconds = (payment.expiresAt.getTime() - before) / 1_000;
      expect(seconds).toBeGreaterThan(800);
      expect(await driver.query(placed)).toEqual({ status: 'pending' });
      const told = kindOf(name).tells === null ? undefined : once(webhooks, 'delivery');
      await pay(payment);
      const state = await driver.query(placed);
      expect(state).toMatchObject({ status: 'paid', amount });
      expect(Math.abs((state as { paidAt: Date }).paidAt.getTime() - before)).toBeLessThan(120_000);
      if (told === undefined) continue;
      await told;
      const read = driver.receiver?.read(deliveries.at(-1) as Delivery);
      const ids = [order.id, order.reference, payment.paymentId];
      if (read?.status === 'proved') {
        const { paymentId } = payment;
        expect(read.notice).toMatchObject({ amount, paymentId });
        expect(ids).toContain(read.notice.id);
      } else {
        expect(ids).toContain(read?.status === 'hint' ? read.id : undefined);
      }
      expect(read?.status).toBe(kindOf(name).tells);
    }
  },
);

test.each(NAMES)(
  'DEP-07 %s: an order whose answer was lost is found, and repeated it is the same',
  async (name) => {
    const order = orderOf(name);
    await fault(name, 'timeoutAfterApply');
    const lost = await open(name, { by: hasty }).createPayment(order);
    await fault(name, 'none');
    const driver = open(name);
    const again = paymentOf(await driver.createPayment(order));
    const { paymentId } = paymentOf(await driver.createPayment(order));
    if (kindOf(name).placesAlone) return expect(paymentId).toBe(again.paymentId);
    expect(lost).toEqual({ status: 'unknown', reason: 'TIMEOUT' });
    if (kindOf(name).forgets) {
      expect(paymentId).not.toBe(again.paymentId);
      // Nobody saw the QR of the lost answer.
      return expect(await driver.query(placedOf(order, null))).toEqual({ status: 'not_found' });
    }
    expect(paymentId).toBe(again.paymentId);
    expect(await driver.query(placedOf(order, null))).toEqual({ status: 'pending' });
    await pay(again);
    expect(await driver.query(placedOf(order, null))).toMatchObject({ status: 'paid', amount: order.amount });
  },
);

test.each(NAMES)('DEP-07 %s: an order that it never got is not found', async (name) => {
  const state = await open(name).query(placedOf(orderOf(name), null));
  expect(['not_found', 'pending']).toContain(state.status);
});

test.each(NAMES)('DEP-07 %s: another order, currency or amount is never taken for this one', async (name) => {
  const driver = open(name);
  for (const mode of ['otherOrder', 'otherCurrency']) {
    const { placed, payment } = await placedAt(name);
    await pay(payment);
    await fault(name, mode);
    expect([mode, word(await driver.query(placed))]).toEqual([mode, 'BAD_ANSWER']);
    await fault(name, mode);
    const { placesAlone, isNameless } = kindOf(name);
    const isTaken = placesAlone || (mode === 'otherOrder' && isNameless);
    const made = word(await driver.createPayment(orderOf(name)));
    expect([mode, made]).toEqual([mode, isTaken ? 'created' : 'BAD_ANSWER']);
    await fault(name, 'none');
  }
  const { currency } = kindOf(name);
  const foreign = currency === 'THB' ? 'LAK' : 'THB';
  expect(await driver.createPayment({ ...orderOf(name), currency: foreign })).toEqual({
    status: 'rejected',
    reason: 'CURRENCY_NOT_SUPPORTED',
  });
  const { placed, payment } = await placedAt(name);
  await pay(payment);
  await fault(name, 'wrongAmount');
  expect(await driver.query(placed)).toMatchObject({ status: 'paid', amount: 101_00n });
  await fault(name, 'wrongAmount');
  const ofOtherAmount = word(await driver.createPayment(orderOf(name)));
  expect(ofOtherAmount).toBe(kindOf(name).placesAlone ? 'created' : 'BAD_ANSWER');
  await fault(name, 'none');
});

test.each([
  ['omise', 'refunded', 'REFUNDED'],
  ['omise', 'disputed', 'DISPUTED'],
  ['phajay', 'refunded', 'REFUNDED'],
  ['phajay', 'disputed', 'DISPUTED'],
  ['scb', 'refunded', 'REFUNDED'],
])('DEP-07 %s: a payment that was %s is taken back, and neither paid nor a bad answer', async (...row) => {
  const [name, mode, reason] = row;
  const { placed, payment } = await placedAt(name);
  await pay(payment);
  await fault(name, mode);
  expect(await open(name).query(placed)).toEqual({ status: 'taken_back', reason });
  expect(await open(name).query(placed)).toMatchObject({ status: 'paid' });
});

test('DEP-07 phajay: an order that nobody paid in time has expired', async () => {
  const { placed } = await placedAt('phajay');
  const late: OutgoingHttp = {
    call: async (request) => {
      const answer = await http.call(request);
      if (answer.status !== 'answered') throw new Error(answer.trouble);
      return { ...answer, json: JSON.parse(answer.text.replace('WAITING', 'EXPIRED')) };
    },
  };
  expect(await open('phajay', { by: late }).query(placed)).toEqual({ status: 'expired' });
});

test.each(['omise', 'beam', 'generic-http'])(
  'DEP-07 %s: a payment that names another order of ours is not taken for this one',
  async (name) => {
    const [one, other] = [await placedAt(name), await placedAt(name)];
    await pay(other.payment);
    const mistaken = { ...one.placed, paymentId: other.payment.paymentId };
    expect(word(await open(name).query(mistaken))).toBe('BAD_ANSWER');
  },
);

test.each(NAMES)('DEP-07 %s: numbers that come as texts are read exactly', async (name) => {
  await fault(name, 'textNumbers', undefined, null);
  const { placed, payment } = await placedAt(name, 123_456_00n);
  await pay(payment);
  expect(await open(name).query(placed)).toMatchObject({ status: 'paid', amount: 123_456_00n });
  await fault(name, 'none');
});

const RAW = [
  ['html', 'BAD_ANSWER'],
  ['gigantic', 'BAD_ANSWER'],
  ['redirect', 'BAD_ANSWER'],
  ['error500', 'SERVER_ERROR'],
  ['maintenance', 'SERVER_ERROR'],
  ['timeoutBeforeApply', 'TIMEOUT'],
  ['busy', 'BUSY'],
  ['wrongKey', 'KEY_REFUSED'],
] as const;
test.each(NAMES)('DEP-07 %s: pages, floods, redirects, silence and refusals are unknown', async (name) => {
  const { placed } = await placedAt(name);
  const { placesAlone } = kindOf(name);
  for (const [mode, expected] of RAW) {
    const driver = open(name, { by: mode === 'timeoutBeforeApply' ? hasty : http });
    // BCEL has no keys.
    const reason = placesAlone && mode === 'wrongKey' ? 'REFUSED' : expected;
    await fault(name, mode, undefined, null);
    expect([mode, word(await driver.createPayment(orderOf(name)))]).toEqual([
      mode,
      placesAlone ? 'created' : reason,
    ]);
    expect([mode, await driver.query(placed)]).toEqual([mode, { status: 'unknown', reason }]);
  }
  await fault(name, 'none');
});

test.each(NAMES)('%s: a wrong key and a wrong address are told as such, also by the test', async (name) => {
  expect(await open(name).test?.()).toMatchObject({ ok: true });
  if (kindOf(name).placesAlone) return;
  const stranger = open(name, { secret: 'another-secret' });
  expect(word(await stranger.createPayment(orderOf(name)))).toBe('KEY_REFUSED');
  expect(await stranger.test?.()).toMatchObject({ ok: false, trouble: 'KEY_REFUSED' });
  const lost = open(name, { path: '/as/nobody' });
  expect(word(await lost.createPayment(orderOf(name)))).toBe('BAD_ANSWER');
  expect(word(await lost.query(placedOf(orderOf(name), 'x1')))).toBe('BAD_ANSWER');
});

/** What a maker sends by itself, changed by a test. */
async function delivered(name: string): Promise<Delivery> {
  const told = once(webhooks, 'delivery');
  await pay((await placedAt(name)).payment);
  await told;
  return deliveries.at(-1) as Delivery;
}
const BAD_SIGNATURE = { status: 'refused', reason: 'BAD_SIGNATURE' };

test('DEP-07 omise: a notice counts with its key alone, unchanged, and within five minutes', async () => {
  const told = await delivered('omise');
  const read = (change: Partial<Delivery>, more = {}) =>
    open('omise', { more }).receiver?.read({ ...told, ...change });
  const later = (minutes: number) => ({ receivedAt: new Date(told.receivedAt.getTime() + minutes * 60_000) });
  expect(read({})).toMatchObject({ status: 'proved' });
  expect(read(later(4))).toMatchObject({ status: 'proved' });
  for (const minutes of [6, -6]) expect(read(later(minutes))).toEqual(BAD_SIGNATURE);
  expect(read({ body: Buffer.from(told.body.toString().replace('10000', '90000')) })).toEqual(BAD_SIGNATURE);
  expect(read({ headers: {} })).toEqual(BAD_SIGNATURE);
  expect(read({}, { webhookSecret: Buffer.from('another secret').toString('base64') })).toEqual(
    BAD_SIGNATURE,
  );
  expect(read({}, { webhookSecret: '' })).toMatchObject({ status: 'hint' });
});

test('DEP-07 omise: while the key changes, either key and either signature will do', async () => {
  const [old, next] = ['old secret 123456', 'next secret 12345'].map((text) =>
    Buffer.from(text).toString('base64'),
  );
  const url = `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}/`;
  await ask('PUT', '/as/omise/webhook', { url, secret: old, nextSecret: next });
  const told = await delivered('omise');
  expect(String(told.headers['omise-signature']).split(',')).toHaveLength(2);
  for (const more of [
    { webhookSecret: old },
    { webhookSecret: next },
    { webhookSecret: BASE64, nextWebhookSecret: next },
  ] as Record<string, string>[])
    expect(open('omise', { more }).receiver?.read(told)).toMatchObject({ status: 'proved' });
  expect(open('omise').receiver?.read(told)).toEqual(BAD_SIGNATURE);
  await ask('PUT', '/as/omise/webhook', { url });
});

test('DEP-07 omise: other events, failed charges, other currencies and nonsense are no payment', async () => {
  const told = await delivered('omise');
  const event = JSON.parse(told.body.toString());
  const charge = event.data;
  const read = (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const timestamp = String(told.headers['omise-signature-timestamp']);
    const signature = createHmac('sha256', SECRET).update(`${timestamp}.${text}`).digest('hex');
    const headers = { 'omise-signature': signature, 'omise-signature-timestamp': timestamp };
    return open('omise').receiver?.read({ ...told, body: Buffer.from(text), headers });
  };
  expect(read(event)).toMatchObject({ status: 'proved' });
  expect(read({ ...event, key: 'charge.create' })).toEqual({ status: 'ignored' });
  for (const status of ['pending', 'failed', 'expired', 'reversed'])
    expect(read({ ...event, data: { ...charge, status } })).toEqual({ status: 'ignored' });
  for (const body of [
    '<html>',
    { object: 'event' },
    { ...event, data: { ...charge, currency: 'USD' } },
    { ...event, data: { ...charge, amount: 100.5 } },
    { ...event, data: { ...charge, amount: -1 } },
    { ...event, data: { ...charge, paid_at: 'soon' } },
  ])
    expect(read(body)).toEqual({ status: 'refused', reason: 'BAD_BODY' });
});

test('DEP-07 omise: an event of an account with an older API names no time, so Omise is asked', async () => {
  const url = `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}/`;
  await ask('PUT', '/as/omise/webhook', { url, version: '2017-11-02' });
  const told = await delivered('omise');
  await ask('PUT', '/as/omise/webhook', { url });
  const { data } = JSON.parse(told.body.toString());
  expect([data.currency, 'paid_at' in data]).toEqual(['thb', false]);
  const id = data.metadata.order;
  expect(open('omise').receiver?.read(told)).toEqual({ status: 'hint', id });
  // Nobody else can make us ask.
  expect(open('omise').receiver?.read({ ...told, headers: {} })).toEqual(BAD_SIGNATURE);
  const placed = { ...placedOf(orderOf('omise'), data.id), id };
  expect(await open('omise').query(placed)).toMatchObject({ status: 'paid', amount: 100_00n });
});

test('DEP-07 beam: an order is looked for in the documented list, also in an empty one', async () => {
  const order = orderOf('beam');
  const asked = async (json: object) => {
    const by: OutgoingHttp = { call: async () => ({ status: 'answered', httpStatus: 200, text: '', json }) };
    return word(await open('beam', { by }).query(placedOf(order, null)));
  };
  const { id: referenceId, amount } = order;
  const charge = {
    chargeId: 'ch_1',
    referenceId,
    status: 'PENDING',
    currency: 'THB',
    amount: Number(amount),
  };
  expect(await asked({ data: [charge], totalCount: 1 })).toBe('pending');
  expect(await asked({ data: [], totalCount: 0 })).toBe('not_found');
  expect(await asked({ totalCount: 0 })).toBe('not_found');
  expect(await asked({ data: null, totalCount: 0 })).toBe('not_found');
  expect(await asked({ data: 'none', totalCount: 0 })).toBe('BAD_ANSWER');
  // A list that is not whole does not say that the order is unknown.
  expect(await asked({ data: [], totalCount: 1 })).toBe('BAD_ANSWER');
  expect(await asked({ charges: [charge] })).toBe('BAD_ANSWER');
});

test('DEP-07 beam: a signed charge without its time is asked about', async () => {
  const told = await delivered('beam');
  const { transactionTime, ...charge } = JSON.parse(told.body.toString());
  expect(transactionTime).toEqual(expect.any(String));
  for (const body of [charge, { ...charge, transactionTime: null }]) {
    const text = JSON.stringify(body);
    const signature = createHmac('sha256', SECRET).update(text).digest('base64');
    const headers = { 'x-beam-event': 'charge.succeeded', 'x-beam-signature': signature };
    expect(open('beam').receiver?.read({ ...told, body: Buffer.from(text), headers })).toEqual({
      status: 'hint',
      id: charge.referenceId,
    });
  }
});

test('DEP-07 beam: a notice counts with its key alone and unchanged', async () => {
  const told = await delivered('beam');
  const read = (change: Partial<Delivery>, more = {}) =>
    open('beam', { more }).receiver?.read({ ...told, ...change });
  expect(read({})).toMatchObject({ status: 'proved' });
  expect(read({ body: Buffer.from(told.body.toString().replace('10000', '90000')) })).toEqual(BAD_SIGNATURE);
  expect(read({ headers: { 'x-beam-event': 'charge.succeeded' } })).toEqual(BAD_SIGNATURE);
  expect(read({}, { webhookSecret: Buffer.from('another secret').toString('base64') })).toEqual(
    BAD_SIGNATURE,
  );
  expect(read({}, { webhookSecret: '' })).toMatchObject({ status: 'hint' });
  const event = (name: string) => ({ headers: { ...told.headers, 'x-beam-event': name } });
  expect(read(event('charge.failed'))).toEqual({ status: 'ignored' });
});

test('DEP-07 beam: a signed charge that has not succeeded is no payment, whatever its event says', async () => {
  const told = await delivered('beam');
  const charge = JSON.parse(told.body.toString());
  const read = (body: object) => {
    const text = JSON.stringify(body);
    const signature = createHmac('sha256', SECRET).update(text).digest('base64');
    const headers = { 'x-beam-event': 'charge.succeeded', 'x-beam-signature': signature };
    return open('beam').receiver?.read({ ...told, body: Buffer.from(text), headers });
  };
  expect(read(charge)).toMatchObject({ status: 'proved' });
  for (const status of ['PENDING', 'FAILED'])
    expect(read({ ...charge, status })).toEqual({ status: 'ignored' });
  for (const change of [{ currency: 'USD' }, { amount: 0 }, { amount: '1e4' }, { transactionTime: 'soon' }])
    expect(read({ ...charge, ...change })).toEqual({ status: 'refused', reason: 'BAD_BODY' });
});

test.each(['phajay', 'scb'])(
  'DEP-07 %s: a notice is a hint, also a forged one; nonsense is refused',
  async (name) => {
    const told = await delivered(name);
    const read = (text: string) =>
      open(name).receiver?.read({ ...told, headers: {}, body: Buffer.from(text) });
    expect(read(told.body.toString().replace(/(mount":"?)1/, '$19'))).toMatchObject({
      status: 'hint',
    });
    for (const text of ['<html>', '{}', '[]', '{"transactionId":"a/../b","billPaymentRef1":"a b"}'])
      expect(read(text)).toEqual({ status: 'refused', reason: 'BAD_BODY' });
  },
);

test.each(['phajay', 'bcel-onepay'])(
  'DEP-07 %s: parts of a kip are refused before any call',
  async (name) => {
    const none: OutgoingHttp = { call: () => Promise.reject(new Error('called')) };
    expect(await open(name, { by: none }).createPayment(orderOf(name, 100_50n))).toEqual({
      status: 'rejected',
      reason: 'AMOUNT_NOT_WHOLE',
    });
  },
);

test.each(['bcel', 'jdb', 'ldb', 'ib', 'stb', 'm-money'])('DEP-07 phajay: a QR of %s', async (bank) => {
  const payment = paymentOf(await open('phajay', { more: { bank } }).createPayment(orderOf('phajay')));
  expect(payment.qrPayload).toMatch(/5303418.*6304[0-9A-F]{4}$/);
});

test('DEP-07 bcel-onepay: the QR names merchant, end, amount and reference', async () => {
  const order = { ...orderOf('bcel-onepay', 12_345_00n), reference: 'KP0123456789ABCDEFGH' };
  const driver = open('bcel-onepay', { more: { merchantId: 'mch5c2f0404102fb', terminalId: 'T1' } });
  const { qrPayload, expiresAt } = paymentOf(await driver.createPayment(order));
  const end = new Date(expiresAt.getTime() + 7 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
  const account = `0004BCEL0106ONEPAY0216mch5c2f0404102fb0314${end}0513CLOSEWHENDONE`;
  const more = '0120KP0123456789ABCDEFGH0520KP0123456789ABCDEFGH0702T1';
  expect(qrPayload).toBe(
    `00020101021133${account.length}${account}52047995530341854051234558${'02LA'}6003VTE62${more.length}${more}6304${qrPayload?.slice(-4)}`,
  );
  expect(await open('bcel-onepay').query(placedOf(order, null))).toEqual({ status: 'pending' });
});

test('DEP-07 scb: a payment is looked for on its day, the next, and today, in Bangkok', async () => {
  const days = (createdAt: string, now: string) => daysOf(new Date(createdAt), new Date(now));
  expect(days('2026-11-22T10:00:00Z', '2026-11-22T11:00:00Z')).toEqual(['2026-11-22']);
  expect(days('2026-11-22T16:59:00Z', '2026-11-22T17:01:00Z')).toEqual(['2026-11-22', '2026-11-23']);
  expect(days('2026-11-22T10:00:00Z', '2026-11-25T10:00:00Z')).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-25',
  ]);
  const { payment, placed } = await placedAt('scb');
  await pay(payment);
  for (const days of [1, 2, 5]) {
    const createdAt = new Date(Date.now() - days * 86_400_000);
    expect(await open('scb').query({ ...placed, createdAt })).toMatchObject({ status: 'paid' });
  }
});

const SUCCESS = { code: 1000, description: 'Success' };
/** SCB as its documents show it: a token, then this. */
const scbSaying = (data: unknown): OutgoingHttp => ({
  call: async ({ url }) => {
    const token = { accessToken: '34362373-66e8', tokenType: 'Bearer', expiresIn: 1_800 };
    const json = { status: SUCCESS, data: String(url).endsWith('/oauth/token') ? token : data };
    return { status: 'answered', httpStatus: 200, text: '', json };
  },
});

test('DEP-07 scb: the QR of its documentation leads to its biller, reference and amount', async () => {
  // developer.scb …/qr-payments/post-qrcode-create.html, "QR 30".
  const qrRawData =
    '00020101021230670016A00000067701011201151234567890123450210REFERENCE10310REFERENCE252047011530376454041.005802TH6007BANGKOK62070703SCB6304CE18';
  const by = scbSaying({ qrRawData, qrImage: 'R0lGODdh9AH0AYAAAAAAAP' });
  const order = { ...orderOf('scb', 1_00n), reference: 'REFERENCE1' };
  expect(paymentOf(await open('scb', { by }).createPayment(order)).qrPayload).toBe(qrRawData);
  for (const other of [
    { ...order, amount: 2_00n },
    { ...order, reference: 'REFERENCE2' },
  ])
    expect(word(await open('scb', { by }).createPayment(other))).toBe('BAD_ANSWER');
  const stranger = open('scb', { by, more: { billerId: '123456789012346' } });
  expect(word(await stranger.createPayment(order))).toBe('BAD_ANSWER');
});

test('DEP-07 scb: the payment of its documentation is read; a list without one is not paid', async () => {
  // developer.scb …/qr-payments/get-billpayment-inquiry.html, "Response".
  const payment = {
    eventCode: '00300100',
    transactionType: 'Domestic Transfers',
    reverseFlag: '',
    payeeProxyId: '123456789012345',
    payeeProxyType: 'BILLERID',
    sendingBankCode: '014',
    receivingBankCode: '014',
    amount: '100.00',
    transactionId: '201907169lbqgPbt1Bl3oiA',
    transactionDateandTime: '2019-07-16T11:30:58.000+07:00',
    billPaymentRef1: 'REFERENCE1',
    billPaymentRef2: '',
    billPaymentRef3: 'SCB1234',
    currencyCode: '764',
    channelCode: 'PMH',
  };
  const asked = async (data: unknown) => {
    const placed = placedOf({ ...orderOf('scb'), reference: 'REFERENCE1' }, null);
    return open('scb', { by: scbSaying(data) }).query(placed);
  };
  const paidAt = new Date('2019-07-16T04:30:58Z');
  expect(await asked([payment])).toEqual({ status: 'paid', amount: 100_00n, paidAt });
  expect(await asked([{ ...payment, reverseFlag: 'R' }])).toEqual({
    status: 'taken_back',
    reason: 'REFUNDED',
  });
  for (const none of [[], null]) expect(await asked(none)).toEqual({ status: 'pending' });
  expect(word(await asked([{ ...payment, billPaymentRef1: 'REFERENCE2' }]))).toBe('BAD_ANSWER');
});

test('DEP-07 scb: a payment counts whatever stands before it; two that stand are an operator’s', async () => {
  const nth = (n: number) => ({
    amount: `${n}00.00`,
    transactionId: `T${n}`,
    transactionDateandTime: `2019-07-16T11:3${n}:58.000+07:00`,
    billPaymentRef1: 'REFERENCE1',
    currencyCode: '764',
    reverseFlag: '',
  });
  const back = (n: number) => ({ ...nth(n), reverseFlag: 'R' });
  /** @param days what the bank says of each day, the order's first; undefined: it does not answer */
  const asked = (...days: (object[] | undefined)[]) => {
    const placed = placedOf({ ...orderOf('scb'), reference: 'REFERENCE1' }, null);
    const createdAt = new Date(Date.now() - (days.length - 1) * 86_400_000);
    let day = 0;
    const by: OutgoingHttp = {
      call: async (request) => {
        if (String(request.url).endsWith('/oauth/token')) return scbSaying(null).call(request);
        const data = days[day++];
        return data ? scbSaying(data).call(request) : { status: 'trouble', trouble: 'TIMEOUT', isSent: true };
      },
    };
    return open('scb', { by }).query({ ...placed, createdAt });
  };
  const paid = (n: number) => ({
    status: 'paid',
    amount: BigInt(n) * 100_00n,
    paidAt: new Date(`2019-07-16T04:3${n}:58Z`),
  });
  const taken = (reason: string) => ({ status: 'taken_back', reason });
  const unknown = { status: 'unknown', reason: 'TIMEOUT' };
  expect(await asked([back(1), nth(2)])).toEqual(paid(2));
  expect(await asked([nth(1), back(2)])).toEqual(paid(1));
  expect(await asked([back(1)], [nth(2)])).toEqual(paid(2));
  expect(await asked([back(1), back(2)])).toEqual(taken('REFUNDED'));
  expect(await asked([nth(1), nth(2)])).toEqual(taken('PAID_TWICE'));
  expect(await asked([nth(1)], [], [nth(2)])).toEqual(taken('PAID_TWICE'));
  expect(await asked([back(1), nth(2), nth(3)])).toEqual(taken('PAID_TWICE'));
  // The same payment, told again, as of midnight, or as paid back since.
  expect(await asked([nth(1)], [nth(1)])).toEqual(paid(1));
  for (const list of [
    [nth(1), back(1)],
    [back(1), nth(1)],
  ])
    expect(await asked(list)).toEqual(taken('REFUNDED'));
  // Without the bank's ids.
  const nameless = [nth(1), nth(2)].map((one) => ({ ...one, transactionId: null }));
  expect(await asked(nameless)).toEqual(taken('PAID_TWICE'));
  // A day that is not answered may have a payment that stands.
  expect(await asked([back(1)], undefined)).toEqual(unknown);
  expect(await asked([nth(1)], undefined)).toEqual(paid(1));
  expect(word(await asked([nth(1), { ...nth(2), billPaymentRef1: 'REFERENCE2' }]))).toBe('BAD_ANSWER');
});

test('DEP-07 scb: its biller’s second reference and the prefix of the confirmation go with the order', async () => {
  const sent: unknown[] = [];
  const by: OutgoingHttp = {
    call: (request) => {
      sent.push(request.body);
      return http.call(request);
    },
  };
  await open('scb', { by, more: { reference2: 'SITE1', reference3: 'SCB' } }).createPayment(orderOf('scb'));
  expect(sent.at(-1)).toMatchObject({ ref2: 'SITE1', ref3: 'SCB', amount: '100.00' });
});

test('DEP-07 generic-http: a gateway in kip whose notices are hints, as a template', async () => {
  const more = { currency: 'LAK', template: JSON.stringify(PHAJAY_AS_TEMPLATE) };
  const driver = open('generic-http', { path: '/as/phajay', more });
  const order = { ...orderOf('generic-http', 20_000_00n), currency: 'LAK' as const };
  const payment = paymentOf(await driver.createPayment(order));
  const placed = placedOf(order, payment.paymentId);
  expect(await driver.query(placed)).toEqual({ status: 'pending' });
  expect(await driver.query({ ...placed, paymentId: null })).toEqual({ status: 'not_found' });
  const told = once(webhooks, 'delivery');
  await pay(payment);
  await told;
  const delivery = deliveries.at(-1) as Delivery;
  expect(driver.receiver?.read(delivery)).toEqual({ status: 'hint', id: payment.paymentId });
  expect(await driver.query(placed)).toMatchObject({ status: 'paid', amount: 20_000_00n });
});

test('DEP-07 generic-http: notices that prove nothing, other events and nonsense', async () => {
  const told = await delivered('generic-http');
  const read = (change: Partial<Delivery>, more = {}) =>
    open('generic-http', { more }).receiver?.read({ ...told, ...change });
  expect(read({})).toMatchObject({ status: 'proved', notice: { amount: 100_00n } });
  expect(read({ headers: {} })).toEqual(BAD_SIGNATURE);
  expect(read({}, { webhookSecret: Buffer.from('another secret').toString('base64') })).toEqual(
    BAD_SIGNATURE,
  );
  expect(read({}, { webhookSecret: '' })).toEqual(BAD_SIGNATURE);
  const unproved = { template: JSON.stringify({ ...BEAM_AS_TEMPLATE, notice: FORM_NOTICE }) };
  const form = (text: string) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(text),
  });
  expect(read(form('order=a%201&state=paid'), unproved)).toEqual({ status: 'hint', id: 'a 1' });
  expect(read(form('order=a1&state=failed'), unproved)).toEqual({ status: 'ignored' });
  expect(read(form('state=paid'), unproved)).toEqual({ status: 'refused', reason: 'BAD_BODY' });
  expect(read({ headers: {}, body: Buffer.from('<html>') }, unproved)).toEqual({
    status: 'refused',
    reason: 'BAD_BODY',
  });
});
const FORM_NOTICE = {
  proof: { by: 'none' },
  outcomes: [{ at: '/state', is: ['paid'], gives: 'paid' }],
  fields: { id: '/order', amount: '/sum' },
};

test('generic-http: a template that cannot work is refused with its place', () => {
  const driver = GATEWAY_DRIVERS.find(({ driver: name }) => name === 'generic-http');
  const problems = (template: object | string) =>
    driver?.problems?.({
      config: { template: typeof template === 'string' ? template : JSON.stringify(template) } as never,
      secrets: { webhookSecret: Buffer.from('a key of tests').toString('base64') } as never,
    });
  const { create, query, notice } = BEAM_AS_TEMPLATE;
  expect(problems(BEAM_AS_TEMPLATE)).toEqual([]);
  const signature = { algorithm: 'sha256', over: '{body}' };
  const hashed = { ...notice, proof: { ...notice.proof, signature } };
  expect(problems({ ...BEAM_AS_TEMPLATE, notice: hashed })).toHaveLength(1);
  expect(problems('{')).toHaveLength(1);
  expect(problems({ ...BEAM_AS_TEMPLATE, amounts: 'baht' })).toHaveLength(1);
  expect(problems({ ...BEAM_AS_TEMPLATE, create: { ...create, fields: {} } })).toEqual([
    'template/create/fields must name qr or payUrl',
  ]);
  expect(problems({ ...BEAM_AS_TEMPLATE, query: { ...query, fields: { amount: '/amount' } } })).toEqual([
    'template/query/fields must name order',
  ]);
});

test.each([
  ['javascript:alert(1)', 'BAD_ANSWER'],
  ['http://elsewhere.example/pay', 'BAD_ANSWER'],
  ['https://pay.example/1', 'created'],
])('generic-http: the page %s is %s', async (payUrl, expected) => {
  const { create } = BEAM_AS_TEMPLATE;
  const template = { ...BEAM_AS_TEMPLATE, create: { ...create, fields: { payUrl: '/url' } } };
  const by: OutgoingHttp = {
    call: async () => ({
      status: 'answered',
      httpStatus: 200,
      text: '',
      json: { url: payUrl, chargeId: '1' },
    }),
  };
  const driver = open('generic-http', { by, more: { template: JSON.stringify(template) } });
  expect(word(await driver.createPayment(orderOf('generic-http')))).toBe(expected);
});
