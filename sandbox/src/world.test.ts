import { generate } from 'promptparse';
import { expect, test } from 'vitest';
import { openReceiver, openTestSandbox, removeWorld, until } from './testing/testSandbox.ts';

const FROM = { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' };

test('a restart forgets nothing, and webhooks that waited are delivered after it', async () => {
  const first = await openTestSandbox();
  await first.call('POST', '/sms', { id: 's1', to: '0812345678', text: 'code 123456' });
  const { link } = (await first.call('POST', '/gift-links', { amount: 20 })).body;
  await first.call('PUT', '/providers/pg/players/kp1', { password: 'x' });
  await first.call('POST', '/providers/pg/transfers', {
    id: 't1',
    username: 'kp1',
    direction: 'in',
    amount: '5.25',
  });
  const qr = generate.anyId({ type: 'MSISDN', target: '0812345678', amount: 3 });
  const { transRef } = (await first.call('POST', '/bank/transfers', { from: FROM, to: { qr } })).body;
  await first.call('PUT', '/faults', { sms: { mode: 'slow', times: 3 } });
  await first.close();

  const receiver = await openReceiver();
  const second = await openTestSandbox({ dataDir: first.dataDir, webhookUrl: receiver.url });
  expect((await second.call('GET', '/sms?to=0812345678')).body[0].text).toBe('code 123456');
  expect((await second.call('GET', '/providers/pg/players/kp1/balance')).body.available).toBe('5.25');
  expect((await second.call('GET', '/providers/pg/transfers/t1')).body.status).toBe('success');
  const hash = new URL(link).searchParams.get('v');
  expect((await second.call('POST', '/gift-links/redeem', { id: 'g1', hash })).body.amount).toBe('20.00');
  expect((await second.call('GET', '/faults')).body.sms).toMatchObject({ mode: 'slow', times: 3 });
  await until(() => receiver.deliveries.length === 1);
  expect(JSON.parse(receiver.deliveries[0]?.body ?? '')).toMatchObject({ transRef, amount: '3.00' });
  await second.close();
  await receiver.close();
  removeWorld(first.dataDir);
});

test('an SMS reaches its number in any spelling, once for one id, twice by the switch', async () => {
  const sandbox = await openTestSandbox();
  const send = (id: string) => sandbox.call('POST', '/sms', { id, to: '+66812345678', text: id });
  await send('one');
  await send('one');
  await sandbox.call('PUT', '/faults', { sms: { mode: 'duplicate', times: 1 } });
  await send('two');
  const texts = (await sandbox.call('GET', '/sms?to=0812345678')).body.map(
    (sms: { text: string }) => sms.text,
  );
  expect(texts).toEqual(['two', 'two', 'one']);
  expect((await sandbox.call('GET', '/sms?to=0899999999')).body).toEqual([]);
  await sandbox.close();
  removeWorld(sandbox.dataDir);
});

test('DEP-04 a gift link is redeemed once; expired, exhausted, own and unknown ones are refused', async () => {
  const sandbox = await openTestSandbox();
  const make = async (state: string) => {
    const { link } = (await sandbox.call('POST', '/gift-links', { amount: '20.50', state })).body;
    expect(link).toMatch(/^https:\/\/gift\.truemoney\.com\/campaign\/\?v=[0-9A-Za-z]{10,64}$/);
    return new URL(link).searchParams.get('v');
  };
  const redeem = async (id: string, hash: string | null) =>
    (await sandbox.call('POST', '/gift-links/redeem', { id, hash })).body;
  const good = await make('ok');
  expect((await redeem('a', good)).amount).toBe('20.50');
  expect((await redeem('a', good)).amount).toBe('20.50');
  expect((await redeem('b', good)).code).toBe('ALREADY_REDEEMED');
  expect((await redeem('b', await make('expired'))).code).toBe('EXPIRED');
  expect((await redeem('b', await make('exhausted'))).code).toBe('EXHAUSTED');
  expect((await redeem('b', await make('own'))).code).toBe('OWN_GIFT');
  expect((await redeem('b', 'unknownHash123')).code).toBe('NOT_FOUND');
  await sandbox.close();
  removeWorld(sandbox.dataDir);
});

test('a gateway payment is paid by its QR or its page, told once, and not payable twice', async () => {
  const receiver = await openReceiver();
  const sandbox = await openTestSandbox({ webhookUrl: receiver.url });
  const create = (code: string, id: string, amount: string) =>
    sandbox.call('POST', `/gateways/${code}/payments`, { id, amount, expiresInSeconds: 60 });
  expect((await create('WW', 'low', '99.99')).body.code).toBe('BELOW_MINIMUM');
  expect((await create('XX', 'o0', '100.00')).status).toBe(404);
  const first = (await create('WW', 'o1', '150.00')).body;
  expect((await create('WW', 'o1', '150.00')).body.paymentId).toBe(first.paymentId);
  expect((await create('WW', 'o1', '151.00')).body.code).toBe('DUPLICATE_ID');
  const pay = () => sandbox.call('POST', '/bank/transfers', { from: FROM, to: { qr: first.qrPayload } });
  expect((await pay()).body.amount).toBe(150);
  expect((await pay()).body.code).toBe('ALREADY_PAID');
  expect((await sandbox.call('GET', '/gateways/WW/payments/o1')).body).toMatchObject({
    status: 'paid',
    amount: '150.00',
  });
  const second = (await create('E2P', 'o2', '50.00')).body;
  await fetch(second.payUrl, { method: 'POST' });
  await until(() => receiver.deliveries.length === 2);
  const notices = receiver.deliveries.map((one) => [one.path, JSON.parse(one.body).id]);
  expect(notices.sort()).toEqual([
    ['/webhooks/sandbox-gateway-e2p', 'o2'],
    ['/webhooks/sandbox-gateway-ww', 'o1'],
  ]);
  await sandbox.close();
  await receiver.close();
  removeWorld(sandbox.dataDir);
});
