import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openReceiver,
  openTestSandbox,
  removeWorld,
  type TestSandbox,
  until,
} from '../testing/testSandbox.ts';

const KEY = 'key of the phone';
const FROM = { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' };
const TO = { bankCode: 'SCB', accountNo: '1112223334' };
let sandbox: TestSandbox;
let product: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  sandbox = await openTestSandbox();
  product = await openReceiver();
});
afterAll(async () => {
  await product.close();
  await sandbox.close();
  removeWorld(sandbox.dataDir);
});

const set = (more: object) =>
  sandbox.call('PUT', '/as/bank-feed/webhook', { url: `${product.url}/webhooks/feed`, key: KEY, ...more });
async function told(count: number, act: () => Promise<unknown>) {
  const before = product.deliveries.length;
  await act();
  await until(() => product.deliveries.length >= before + count);
  return product.deliveries
    .slice(before)
    .map(({ headers, body }) => ({ headers, raw: body, body: JSON.parse(body) }));
}
const pay = (amount: number) => () => sandbox.call('POST', '/bank/transfers', { from: FROM, to: TO, amount });
const fault = (mode: string) => sandbox.call('PUT', '/faults', { 'bankFeed:generic': { mode, times: 1 } });

test('a phone forwards the bank’s text without a reference, with its key; a code between; twice; with a wrong key', async () => {
  expect((await set({})).status).toBe(200);
  const [first] = await told(1, pay(250.5));
  expect(first?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(first?.body).toMatchObject({
    from: 'SCB',
    text: expect.stringMatching(/^\d\d\/\d\d@\d\d:\d\d 250\.50 จากKBANK\/x531090เข้าx223334 ใช้ได้[\d.]+บ$/),
  });
  await fault('codesBetween');
  const between = await told(2, pay(10));
  expect(between.some(({ body }) => body.text.startsWith('OTP'))).toBe(true);
  await fault('duplicate');
  const twice = await told(2, pay(11));
  expect(twice[0]?.raw).toBe(twice[1]?.raw);
  await fault('wrongKey');
  expect((await told(1, pay(12)))[0]?.headers.authorization).toBe(`Bearer not ${KEY}`);
  await fault('otherCurrency');
  expect((await told(1, pay(13)))[0]?.body.text).toContain('USD 13.00');
});

test('a feed writes JSON with a signature; silence covers the heartbeat', async () => {
  await set({ proof: 'hmac', form: 'json' });
  const [event] = await told(1, pay(20));
  expect(event?.body).toMatchObject({ amount: '20.00', currency: 'THB', sender: { bank: 'KBANK' } });
  expect(event?.headers['x-signature']).toBe(
    createHmac('sha256', KEY)
      .update(event?.raw ?? '')
      .digest('hex'),
  );
  await fault('pendingForever');
  expect((await sandbox.call('POST', '/as/bank-feed/heartbeat', {})).body).toEqual({ told: false });
  expect((await told(1, () => sandbox.call('POST', '/as/bank-feed/heartbeat', {})))[0]?.body).toEqual({
    heartbeat: true,
  });
  const { exchanges } = {
    exchanges: await (await fetch(`${sandbox.url}/exchanges?driver=bank-feed`)).text(),
  };
  expect(exchanges).toContain('bank-feed');
  expect((await set({ proof: 'none' })).status).toBe(400);
});
