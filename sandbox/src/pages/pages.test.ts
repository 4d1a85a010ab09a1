import { generate } from 'promptparse';
import QRCode from 'qrcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox, removeWorld, type TestSandbox } from '../testing/testSandbox.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(async () => {
  await sandbox.close();
  removeWorld(sandbox.dataDir);
});

const page = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${sandbox.url}${path}`, { ...init, headers: { accept: 'text/html' } });
  return { response, text: await response.text() };
};
const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
const SENDER = { bankCode: 'SCB', accountNo: '1112223334', accountName: 'MALEE SUK' };

test('every page is HTML under a policy without inline scripts or styles', async () => {
  for (const path of [
    '/',
    '/bank',
    '/inbox',
    '/gifts',
    '/register',
    '/verification',
    '/games',
    '/exchanges',
    '/fault-switches',
    '/games/pg/login',
  ]) {
    const { response, text } = await page(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(text).not.toMatch(/<script(?! src)|style="|\son\w+="/);
  }
});

test('the bank page reads the picture of a QR and pays it', async () => {
  const qr = generate.anyId({ type: 'MSISDN', target: '0812345678', amount: 20.5 });
  const body = new FormData();
  const picture = await QRCode.toBuffer(qr, { width: 400 });
  body.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'qr.png');
  const read = await page('/bank/read-qr', { method: 'POST', body });
  expect(read.text).toContain(qr);
  expect(read.text).toContain('20.50');
  const paid = await page('/bank/pay', form({ ...SENDER, qr, amount: '' }));
  expect(paid.text).toContain('โอนเงินสำเร็จ');
  expect((await sandbox.call('GET', '/bank/accounts/PROMPTPAY/0812345678')).body).toEqual({ balance: 20.5 });
});

test('the bank page says what is wrong and pays nothing', async () => {
  const refused = await page('/bank/pay', form({ ...SENDER, qr: 'not a QR', amount: '5' }));
  expect([refused.response.status, refused.text.includes('role="alert"')]).toEqual([400, true]);
  const body = new FormData();
  body.set('image', new Blob(['no picture'], { type: 'image/png' }), 'x.png');
  expect((await page('/bank/read-qr', { method: 'POST', body })).response.status).toBe(400);
});

test('what people typed is shown as text', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  await sandbox.call('POST', '/sms', { id: 'evil', to: '0812345678', text: evil });
  const { text } = await page('/inbox');
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
  const transfer = {
    ...SENDER,
    accountName: evil,
    qr: '',
    toBankCode: 'KBANK',
    toAccountNo: '1234567890',
    amount: '5',
  };
  expect((await page('/bank/pay', form(transfer))).text).not.toContain('<img');
  const { transRef } = (
    await sandbox.call('POST', '/bank/transfers', {
      from: { ...SENDER, accountName: evil },
      to: { bankCode: 'KBANK', accountNo: '1234567890' },
      amount: 5,
    })
  ).body;
  expect((await fetch(`${sandbox.url}/bank/slips/${transRef}.png`)).headers.get('content-type')).toBe(
    'image/png',
  );
});

test('a switch is set on its page, and a gift made on its page', async () => {
  await page('/fault-switches', form({ target: 'game:rua', mode: 'slow', times: '2' }));
  expect((await sandbox.call('GET', '/faults')).body['game:rua']).toMatchObject({ mode: 'slow', times: 2 });
  expect((await page('/gifts', form({ amount: '12.50', state: 'ok' }))).text).toContain('12.50');
  expect((await page('/gifts', form({ amount: '-1', state: 'ok' }))).response.status).toBe(400);
});

test('a browser without a session gets a page, not JSON', async () => {
  const { response, text } = await page('/games/pg/play');
  expect([response.status, text.startsWith('<!doctype html>')]).toEqual([401, true]);
});

test('the register takes a person by phone number, keeps its hash, and says what is wrong', async () => {
  const entered = await page('/register', form({ phone: '+66899998888', until: '' }));
  expect(entered.text).toContain('for ever');
  expect(entered.text).not.toContain('899998888');
  expect((await page('/register', form({ phone: '0812345678', until: '' }))).response.status).toBe(400);
  expect((await page('/register', form({ phone: '+66812345678', until: 'soon' }))).response.status).toBe(400);
});
