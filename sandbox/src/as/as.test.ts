import { createHmac } from 'node:crypto';
import { generate } from 'promptparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clock } from '../clock.ts';
import {
  openReceiver,
  openTestSandbox,
  removeWorld,
  SECRET,
  type TestSandbox,
  until,
} from '../testing/testSandbox.ts';

const FROM = { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' };
let sandbox: TestSandbox;
let transRef: string;
let payload: string;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  const to = { bankCode: 'SCB', accountNo: '1112223334' };
  ({ transRef } = (await sandbox.call('POST', '/bank/transfers', { from: FROM, to, amount: 250.5 })).body);
  payload = generate.slipVerify({ sendingBank: '004', transRef });
});
afterAll(async () => {
  await sandbox.close();
  removeWorld(sandbox.dataDir);
});

const BEARER = { authorization: `Bearer ${SECRET}` };
async function call(path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(`${sandbox.url}/as${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test('EasySlip marks a repeated slip beside the transfer, if it was asked to', async () => {
  const verify = (more: object) => call('/easyslip/verify/bank', BEARER, { payload, ...more });
  const first = await verify({ checkDuplicate: true, matchAmount: 250.5 });
  expect(first).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: {
        isDuplicate: false,
        isAmountMatched: true,
        rawSlip: { payload, transRef, amount: { amount: 250.5 }, date: expect.stringMatching(/\+07:00$/) },
      },
    },
  });
  expect((await verify({ checkDuplicate: true })).body.data.isDuplicate).toBe(true);
  expect((await verify({})).body.data.isDuplicate).toBe(false);
  expect(await call('/easyslip/verify/bank', {}, { payload })).toMatchObject({
    status: 401,
    body: { success: false, error: { code: 'MISSING_API_KEY' } },
  });
});

test('SlipOK refuses repeated slips with log alone, and other amounts, each with the transfer', async () => {
  const headers = { 'x-authorization': SECRET };
  const verify = (more: object) => call('/slipok/77', headers, { data: payload, ...more });
  expect(await verify({ log: true })).toMatchObject({ status: 200, body: { data: { amount: 250.5 } } });
  expect(await verify({ log: true })).toMatchObject({
    status: 400,
    body: { code: 1012, data: { transRef } },
  });
  expect(await verify({ log: false })).toMatchObject({ status: 200 });
  expect(await verify({ amount: 1 })).toMatchObject({ status: 400, body: { code: 1013 } });
  expect(await call('/slipok/77/quota', headers)).toMatchObject({ body: { data: { quota: 9_999 } } });
});

test('Slip2Go answers 200 whatever it says of a slip that it looked up', async () => {
  const verify = (checkCondition?: object, qrCode = payload) =>
    call('/slip2go/verify-slip/qr-code/info', BEARER, { payload: { qrCode, checkCondition } });
  const codes = [
    await verify(),
    await verify({ checkDuplicate: false }),
    await verify({ checkDuplicate: true }),
    await verify({ checkAmount: { type: 'eq', amount: 1 } }),
    await verify(undefined, generate.slipVerify({ sendingBank: '014', transRef })),
    await verify(undefined, 'nonsense'),
  ].map(({ status, body }) => [status, body.code]);
  const expected = ['200000', '200200', '200501', '200402', '200404'].map((code) => [200, code]);
  expect(codes).toEqual([...expected, [400, '400001']]);
});

test('SlipMate says repeated by the HTTP status; RDCW answers from its memory', async () => {
  const mate = async (more: object) =>
    (await call('/slipmate/verify', { 'x-api-key': SECRET }, { qrData: payload, ...more })).status;
  expect(await mate({})).toBe(200);
  expect(await mate({ allowDuplicate: false })).toBe(409);
  expect(await mate({ allowDuplicate: true })).toBe(200);
  const authorization = `Basic ${Buffer.from(`client:${SECRET}`).toString('base64')}`;
  const rdcw = async () => (await call('/rdcw/inquiry', { authorization }, { payload })).body;
  expect(await rdcw()).toMatchObject({ valid: true, discriminator: `004.${transRef}`, isCached: false });
  expect(await rdcw()).toMatchObject({ valid: true, isCached: true });
});

test('SCB wants its headers, a token and a bank of three digits', async () => {
  const headers = { resourceOwnerId: 'key', requestUId: '1' };
  const credentials = { applicationKey: 'key', applicationSecret: SECRET };
  expect((await call('/scb/v1/oauth/token', {}, credentials)).status).toBe(400);
  const granted = await call('/scb/v1/oauth/token', headers, credentials);
  const authorization = `Bearer ${granted.body.data.accessToken}`;
  const path = `/scb/v1/payment/billpayment/transactions/${transRef}?sendingBank=`;
  expect(await call(`${path}004`, { ...headers, authorization })).toMatchObject({
    status: 200,
    body: { status: { code: 1000 }, data: { transRef, amount: '250.50' } },
  });
  expect((await call(`${path}4`, { ...headers, authorization })).status).toBe(400);
  expect((await call(`${path}014`, { ...headers, authorization })).status).toBe(404);
  expect((await call(`${path}004`, { ...headers, authorization: 'Bearer x' })).status).toBe(401);
});

test('SCB wants the prefix of its confirmation, and repeats it until the answer gives its id back', async () => {
  const heads = { resourceOwnerId: 'key', requestUId: '1' };
  const credentials = { applicationKey: 'key', applicationSecret: SECRET };
  const granted = await call('/scb/v1/oauth/token', heads, credentials);
  const headers = { ...heads, authorization: `Bearer ${granted.body.data.accessToken}` };
  const bill = { qrType: 'PP', ppType: 'BILLERID', ppId: '123456789012345', amount: '100.00', ref1: 'A1' };
  const make = (more: object) => call('/scb/v1/payment/qrcode/create', headers, { ...bill, ...more });
  expect(await make({})).toMatchObject({ status: 400, body: { status: { code: 1101 } } });
  expect(await make({ ref3: 'low' })).toMatchObject({ status: 400, body: { status: { code: 1102 } } });
  const { body: made } = await make({ ref3: 'SCB' });
  const taken = { resCode: '00', resDesc: 'success' };
  const answers = [{}, { transactionId: 'another' }, { transactionId: 'A1' }];
  const receiver = await openReceiver(0, () => JSON.stringify({ ...taken, ...answers.shift() }));
  await sandbox.call('PUT', '/as/scb/webhook', { url: receiver.url });
  await sandbox.call('POST', '/bank/transfers', { from: FROM, to: { qr: made.data.qrRawData } });
  await until(() => receiver.deliveries.length === 3);
  const [body] = receiver.deliveries.map((delivery) => delivery.body);
  expect(JSON.parse(body ?? '')).toMatchObject({
    transactionId: 'A1',
    billPaymentRef3: 'SCB',
    reverseFlag: '',
  });
  expect(receiver.deliveries.map((delivery) => delivery.body)).toEqual([body, body, body]);
  await receiver.close();
});

test('a switch chooses any documented answer; one that the maker does not have is refused', async () => {
  const put = (code: unknown) =>
    sandbox.call('PUT', '/faults', { 'slip:slipok': { mode: 'code', times: 1, code } });
  const verify = () => call('/slipok/77', { 'x-authorization': SECRET }, { data: payload });
  await put('1010');
  expect(await verify()).toMatchObject({ status: 400, body: { code: 1010, data: { bankCode: '004' } } });
  await put('1999');
  expect(await verify()).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect((await put({})).status).toBe(400);
});

test('a payment at the bank pays a gateway’s order; the maker tells the portal’s address until it answers', async () => {
  const receiver = await openReceiver(1);
  const secrets = ['one', 'two'].map((key) => Buffer.from(`webhook secret ${key}`).toString('base64'));
  const [secret, nextSecret] = secrets;
  await sandbox.call('PUT', '/as/omise/webhook', { url: `${receiver.url}/told/here`, secret, nextSecret });
  const headers = {
    authorization: `Basic ${Buffer.from(`${SECRET}:`).toString('base64')}`,
    'idempotency-key': 'order-1',
  };
  const order = { amount: 10_000, currency: 'thb', source: { type: 'promptpay' }, metadata: { order: '1' } };
  const { body: charge } = await call('/omise/charges', headers, order);
  expect((await call('/omise/charges', headers, order)).body.id).toBe(charge.id);
  const svg = await (await fetch(charge.source.scannable_code.image.download_uri)).text();
  expect(svg).toContain('<svg');
  expect((await sandbox.call('GET', `/gateways/omise/pay/${charge.id}`)).status).toBe(404);

  const beam = await call('/beam/api/v1/charges', basicOf('m'), {
    amount: 10_000,
    currency: 'THB',
    referenceId: '1',
    paymentMethod: { paymentMethodType: 'QR_PROMPT_PAY' },
  });
  await sandbox.call('PUT', '/as/beam/webhook', { url: `${receiver.url}/told/beam` });
  const to = { qr: beam.body.encodedImage.rawData };
  expect((await sandbox.call('POST', '/bank/transfers', { from: FROM, to })).status).toBe(200);
  await until(() => receiver.deliveries.length === 2);
  const [, told] = receiver.deliveries;
  expect(told).toMatchObject({ path: '/told/beam', headers: { 'x-beam-event': 'charge.succeeded' } });
  const signature = createHmac('sha256', SECRET)
    .update(told?.body ?? '')
    .digest('base64');
  expect(told?.headers['x-beam-signature']).toBe(signature);
  expect((await sandbox.call('PUT', '/as/beam/webhook', { url: 'file:///etc/passwd' })).status).toBe(400);
  await receiver.close();
});
const basicOf = (user: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${SECRET}`).toString('base64')}`,
});

test('PhaJay tells of an order that ran out, and of payments that were taken back', async () => {
  const order = { amount: 20_000, description: 'A', tag1: 'A' };
  const { body: made } = await call('/phajay/payment/generate-bcel-qr', { secretKey: SECRET }, order);
  const basic = { authorization: `Basic ${Buffer.from(SECRET).toString('base64')}` };
  const path = `/phajay/payment/check-transaction/status/${made.transactionId}`;
  const told = async () => (await call(path, basic)).body.data.status;
  expect(await told()).toBe('WAITING');
  clock.move(901_000);
  const late = await told();
  clock.move(-901_000);
  expect(late).toBe('EXPIRED');
  await sandbox.call('POST', '/bank/transfers', { from: FROM, to: { qr: made.qrCode } });
  for (const mode of ['refunded', 'disputed']) {
    await sandbox.call('PUT', '/faults', { 'gateway:phajay': { mode, times: 1 } });
    expect(await told()).toBe(mode.toUpperCase());
  }
  expect(await told()).toBe('PAYMENT_COMPLETED');
});
