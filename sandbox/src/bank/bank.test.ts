import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encode, generate, tag, withCrcTag } from 'promptparse';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
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
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  receiver = await openReceiver(2);
  sandbox = await openTestSandbox({ webhookUrl: receiver.url });
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
  removeWorld(sandbox.dataDir);
});

const pay = (order: object) => sandbox.call('POST', '/bank/transfers', { from: FROM, ...order });
const noticesOf = (transRef: string) =>
  receiver.deliveries.map((one) => JSON.parse(one.body)).filter((notice) => notice.transRef === transRef);

test('DEP-06 paying a PromptPay QR moves its exact amount and is told to the server, signed, until it answers 2xx', async () => {
  const qr = generate.anyId({ type: 'MSISDN', target: '0812345678', amount: 100.25 });
  const { body } = await pay({ to: { qr } });
  expect(body).toMatchObject({ sendingBank: '004', amount: 100.25 });
  expect((await sandbox.call('GET', '/bank/accounts/PROMPTPAY/0812345678')).body).toEqual({
    balance: 100.25,
  });
  await until(() => noticesOf(body.transRef).length === 3);
  const [first, second, third] = receiver.deliveries;
  expect(first?.path).toBe('/webhooks/incoming-transfers');
  expect(first?.body).toBe(third?.body);
  const timestamp = second?.headers['x-webhook-timestamp'];
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${second?.body}`).digest('hex');
  expect(second?.headers['x-webhook-signature']).toBe(`v1=${signature}`);
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    amount: '100.25',
    currency: 'THB',
    receiver: { type: 'promptpay', proxyType: 'MSISDN', id: '0812345678' },
    sender: { displayName: 'SOMCHAI J***', account: 'xxx-x-x3109-x' },
  });
});

test('a LAO QR is paid in kip', async () => {
  const receiver = [
    tag('00', 'A005266284662577'),
    tag('01', '27710418'),
    tag('02', '001'),
    tag('03', '1234567890'),
  ];
  const fields = [
    tag('00', '01'),
    tag('38', encode(receiver)),
    tag('53', '418'),
    tag('54', '50000'),
    tag('58', 'LA'),
  ];
  const { body, status } = await pay({ to: { qr: withCrcTag(encode(fields), '63') } });
  expect([status, body.amount]).toEqual([200, 50000]);
});

test.each([
  ['no QR', { to: { qr: 'hello' } }, 'BAD_QR'],
  [
    'a wrong checksum',
    { to: { qr: '00020101021229370016A0000006770101110113006681234567853037645802TH5406100.256304B935' } },
    'BAD_QR',
  ],
  ['three decimals', { to: { bankCode: 'SCB', accountNo: '1112223334' }, amount: 1.005 }, 'BAD_AMOUNT'],
  ['a negative amount', { to: { bankCode: 'SCB', accountNo: '1112223334' }, amount: -1 }, 'BAD_AMOUNT'],
  ['zero', { to: { bankCode: 'SCB', accountNo: '1112223334' }, amount: 0 }, 'BAD_AMOUNT'],
  ['an unknown bank', { to: { bankCode: 'NOPE', accountNo: '1112223334' }, amount: 1 }, 'UNKNOWN_BANK'],
  [
    'another amount than the QR fixes',
    { to: { qr: generate.anyId({ type: 'MSISDN', target: '0812345678', amount: 5 }) }, amount: 6 },
    'AMOUNT_IS_FIXED',
  ],
])('a transfer with %s is refused', async (_name, order, code) => {
  const answer = await pay(order);
  expect([answer.status, answer.body.code]).toEqual([400, code]);
});

test('DEP-05 the mini-QR of a slip is read from its image, also blurred, turned and darkened, and looked up', async () => {
  const { body } = await pay({ to: { bankCode: 'SCB', accountNo: '1112223334' }, amount: 250.5 });
  for (const spoil of ['none', 'blur', 'rotate', 'dark']) {
    for (const format of ['png', 'jpeg']) {
      const payload = await qrOf(`${body.slipUrl}?spoil=${spoil}&format=${format}`);
      expect(payload, `${spoil} ${format}`).toBe(
        generate.slipVerify({ sendingBank: '004', transRef: body.transRef }),
      );
    }
  }
  const data = await qrOf(body.slipUrl);
  const slip = await sandbox.call('POST', '/slip-verifier/verify', { data });
  expect(slip.body.data).toMatchObject({ transRef: body.transRef, amount: '250.50', receivingBank: '014' });
  const tampered = await sandbox.call('POST', '/slip-verifier/verify', {
    data: await qrOf(`${body.slipUrl}?spoil=tamper`),
  });
  expect(tampered.body.code).toBe('1008');
  expect(await qrOf(`${body.slipUrl}?spoil=crop`)).toBeNull();
});

test('the slip service answers 1008, 1010, 1012, 1013 and not found', async () => {
  const { body } = await pay({ to: { bankCode: 'SCB', accountNo: '1112223334' }, amount: 10 });
  const data = generate.slipVerify({ sendingBank: '004', transRef: body.transRef });
  const verify = async (more: object) =>
    (await sandbox.call('POST', '/slip-verifier/verify', more)).body.code;
  expect(await verify({ data: 'nonsense' })).toBe('1008');
  expect(await verify({ data: generate.slipVerify({ sendingBank: '014', transRef: body.transRef }) })).toBe(
    'SLIP_NOT_FOUND',
  );
  expect(await verify({ data, amount: '11.00' })).toBe('1013');
  expect(await verify({ data, log: true })).toBeUndefined();
  expect(await verify({ data, log: true })).toBe('1012');
  await sandbox.call('PUT', '/faults', { bank: { mode: 'pendingForever', times: 1 } });
  expect(await verify({ data })).toBe('1010');
});

test('the switch bank sends a notice twice, wrong, or never', async () => {
  const qr = generate.anyId({ type: 'MSISDN', target: '0899999999', amount: 7 });
  const payWith = async (mode: string) => {
    await sandbox.call('PUT', '/faults', { bank: { mode, times: 1 } });
    return (await pay({ to: { qr } })).body.transRef as string;
  };
  const twice = await payWith('duplicate');
  const wrong = await payWith('wrongAmount');
  const never = await payWith('pendingForever');
  await until(() => noticesOf(twice).length === 2 && noticesOf(wrong).length === 1);
  expect(new Set(noticesOf(twice).map((notice) => notice.eventId)).size).toBe(1);
  expect(noticesOf(wrong)[0].amount).toBe('8.00');
  expect(noticesOf(never)).toEqual([]);
});

test('DEP-06 the statement of an account shows what came in by any of its names, from a time on, and no pay-out', async () => {
  const to = { bankCode: 'KBANK', accountNo: '7770001112' };
  const since = new Date().toISOString();
  const first = (await pay({ to, amount: 10.5 })).body;
  const qr = generate.anyId({ type: 'NATID', target: '0999900000777', amount: 20 });
  const second = (await pay({ to: { qr } })).body;
  await pay({ to: { ...to, accountNo: '7770001113' }, amount: 30 });
  await sandbox.call('POST', '/payouts', {
    id: 'w-statement',
    from: { bankCode: 'KBANK', accountNo: '9998887776' },
    to: { ...to, accountName: 'KRAPAO' },
    amount: '5.00',
  });
  const read = async (query: string) =>
    (await sandbox.call('GET', `/bank/statements/KBANK/7770001112?${query}`)).body;
  const { lines } = await read(`since=${since}&promptPayId=0999900000777`);
  expect(lines).toMatchObject([
    { transRef: second.transRef, amount: '20.00' },
    {
      transRef: first.transRef,
      sendingBank: '004',
      amount: '10.50',
      currency: 'THB',
      sender: { account: 'xxx-x-x3109-x' },
      reference: null,
    },
  ]);
  expect((await read(`since=${since}`)).lines).toHaveLength(1);
  expect((await read(`since=${new Date(Date.now() + 60_000).toISOString()}`)).lines).toEqual([]);
  expect((await read('since=soon')).code).toBe('BAD_REQUEST');
  await sandbox.call('PUT', '/faults', { statement: { mode: 'error500', times: 1 } });
  expect((await read(`since=${since}`)).code).toBe('UPSTREAM_ERROR');
});

test('WDR-01 a pay-out with one id is paid once', async () => {
  const order = {
    id: 'w1',
    from: { bankCode: 'KBANK', accountNo: '9998887776' },
    to: { ...FROM, accountNo: '5554443332' },
    amount: '300.00',
  };
  const [first, again] = [
    await sandbox.call('POST', '/payouts', order),
    await sandbox.call('POST', '/payouts', order),
  ];
  expect(first.body).toMatchObject({ id: 'w1', status: 'success', amount: '300.00' });
  expect(again.body).toEqual(first.body);
  expect((await sandbox.call('GET', '/bank/accounts/KBANK/5554443332')).body).toEqual({ balance: 300 });
  const other = await sandbox.call('POST', '/payouts', { ...order, amount: '301.00' });
  expect([other.status, other.body.code]).toEqual([409, 'DUPLICATE_ID']);
});

test('what the server calls needs its key', async () => {
  for (const path of [
    '/payouts',
    '/sms',
    '/slip-verifier/verify',
    '/gift-links/redeem',
    '/gateways/WW/payments',
    '/providers/pg/transfers',
  ]) {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([path, response.status]).toEqual([path, 401]);
  }
});

async function qrOf(url: string): Promise<string | null> {
  const image = Buffer.from(await (await fetch(url)).arrayBuffer());
  const png = await sharp(image).png().toBuffer();
  const found = await readBarcodes(new Uint8Array(png), {
    formats: ['QRCode'],
    tryHarder: true,
    tryRotate: true,
  });
  return found[0]?.text ?? null;
}
