import { generate } from 'promptparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openReceiver,
  openTestSandbox,
  removeWorld,
  SECRET,
  type TestSandbox,
  until,
} from '../testing/testSandbox.ts';
import { ExchangeBook } from './exchangeBook.ts';
import { Masks } from './message.ts';
import { referencesIn } from './references.ts';

let sandbox: TestSandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  receiver = await openReceiver(1);
  sandbox = await openTestSandbox({ webhookUrl: receiver.url });
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
  removeWorld(sandbox.dataDir);
});

const page = async (path: string) =>
  (await fetch(`${sandbox.url}${path}`, { headers: { accept: 'text/html' } })).text();
const links = (text: string) =>
  [...text.matchAll(/href="(\/exchanges\/\d+)"/g)].map(([, href]) => href ?? '');
const first = async (filter: string) => page(links(await page(`/exchanges?${filter}`))[0] ?? '/none');
const part = (text: string, from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to));

async function pay(): Promise<{ transRef: string; payload: string }> {
  const from = { bankCode: 'KBANK', accountNo: '1234531090', accountName: 'SOMCHAI JAIDEE' };
  const to = { bankCode: 'SCB', accountNo: '1112223334' };
  const { transRef } = (await sandbox.call('POST', '/bank/transfers', { from, to, amount: 250.5 })).body;
  return { transRef, payload: generate.slipVerify({ sendingBank: '004', transRef }) };
}
const ask = (maker: string, headers: Record<string, string>, body: string, signal?: AbortSignal) =>
  fetch(`${sandbox.url}/as/${maker}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    ...(signal && { signal }),
  });
const slipok = (payload: string, signal?: AbortSignal) =>
  ask('slipok/1234', { 'x-authorization': SECRET }, JSON.stringify({ data: payload }), signal);
const switchOn = (mode: string, target = 'slip:slipok') =>
  sandbox.call('PUT', '/faults', { [target]: { mode, times: 1, delayMs: 50 } });

test('a payment is followed from its notice over each service that was asked about it', async () => {
  await switchOn('duplicate', 'bank');
  const { transRef, payload } = await pay();
  await until(() => receiver.deliveries.length === 3);
  await switchOn('maintenance');
  expect((await slipok(payload)).status).toBe(503);
  expect(
    (await ask('easyslip/verify/bank', { authorization: `Bearer ${SECRET}` }, JSON.stringify({ payload })))
      .status,
  ).toBe(200);

  // Two notices, of which the first was refused once; then the two look-ups, newest first.
  const all = await page(`/exchanges?reference=${transRef}`);
  expect(links(all)).toHaveLength(5);
  expect(all.indexOf('Call to easyslip')).toBeLessThan(all.indexOf('Call to slipok'));
  expect(all).toContain('slip:slipok maintenance');
  expect(all).toContain('bank duplicate');
  expect(links(await page(`/exchanges?reference=${transRef}&driver=easyslip`))).toHaveLength(1);

  const lookUp = await first(`driver=slipok&reference=${transRef}`);
  expect(part(lookUp, '<h2>Request', '<h2>Answer')).toContain(payload);
  expect(part(lookUp, '<h2>Answer', '<h2>What')).toContain('MAINTENANCE');
  expect(part(lookUp, '>Afterwards', '>Before,')).toContain('Call to easyslip');
  expect(links(lookUp.slice(lookUp.indexOf('>Before,')))).toHaveLength(3);

  const delivered = links(await page(`/exchanges?driver=incoming-transfers&reference=${transRef}`));
  const told = await Promise.all(delivered.map(page));
  expect(told.filter((text) => text.includes('It took the notice, with status 200'))).toHaveLength(2);
  expect(told.filter((text) => text.includes('It refused the notice with status 500'))).toHaveLength(1);
});

test('no key and no token is shown, in headers, addresses and bodies', async () => {
  const { payload } = await pay();
  await ask(
    'slipok/1234?secret=hushed-1',
    { cookie: 'hushed-2' },
    `{"data": "${payload}", "key": "hushed-3"`,
  );
  const basic = Buffer.from(`client:${SECRET}`).toString('base64');
  await ask(
    'rdcw/inquiry',
    { authorization: `Basic ${basic}` },
    JSON.stringify({ payload, deep: { pin: ['hushed-4'] } }),
  );
  const granted = await ask(
    'scb/v1/oauth/token',
    { resourceOwnerId: 'hushed', requestUId: '1' },
    JSON.stringify({ applicationKey: 'hushed-5', applicationSecret: SECRET, note: `text with ${SECRET}` }),
  );
  const { accessToken } = JSON.parse(await granted.text()).data;
  const shown = await Promise.all(links(await page('/exchanges')).map(page));
  expect(shown.some((text) => text.includes('Basic •••'))).toBe(true);
  for (const secret of [SECRET, basic, accessToken, 'hushed-'])
    expect(shown.filter((text) => text.includes(secret))).toEqual([]);
});

test('hostile texts are shown as text', async () => {
  const evil = '<img src=x onerror=alert(1)></pre><script>alert(2)</script>';
  await ask(`slipok/${encodeURIComponent(evil)}`, { 'x-evil': evil }, JSON.stringify({ data: evil }));
  const shown = await first('driver=slipok');
  expect(shown).toContain('&lt;img src=x onerror=alert(1)&gt;&lt;/pre&gt;');
  for (const text of [
    shown,
    await page(`/exchanges?driver=${encodeURIComponent(evil)}&reference=${encodeURIComponent(evil)}`),
  ])
    expect(text).not.toMatch(/<img|<script(?! src)/);
});

test('a caller that hangs up, a cut line, a page and an unknown address are kept too', async () => {
  const { payload } = await pay();
  await switchOn('timeoutBeforeApply');
  await expect(slipok(payload, AbortSignal.timeout(200))).rejects.toThrow();
  await until(async () => (await first('driver=slipok')).includes('The line closed before an answer.'));
  expect(await page('/exchanges?driver=slipok')).toContain('no answer');
  await switchOn('gigantic');
  expect((await (await slipok(payload)).text()).length).toBeGreaterThan(3_000_000);
  const long = await first('driver=slipok');
  expect([long.length < 60_000, long.includes('3145742 bytes')]).toEqual([true, true]);
  expect((await ask('nobody/at/all', {}, '{}')).status).toBe(404);
  expect(await first('driver=nobody')).toContain('NOT_FOUND');
});

test('the book is bounded by number and by size; what left it is told', async () => {
  const book = new ExchangeBook();
  const begin = (body: string) =>
    book.begin({
      kind: 'call',
      driver: 'x',
      method: 'POST',
      target: '/as/x',
      request: { headers: [], body, bytes: body.length },
      faults: [],
      references: [],
    });
  for (let one = 0; one < 600; one += 1) begin('small');
  expect([book.list().length, book.list()[0]?.number, book.find(100)]).toEqual([500, 600, undefined]);
  for (let one = 0; one < 600; one += 1) {
    const answer = { headers: [], body: 'x'.repeat(20_000), bytes: 20_000, status: 200 };
    book.end(begin('small'), { answer, lost: null, references: [] });
  }
  expect(book.list().length).toBe(209);
  expect(await page('/exchanges/99999')).toContain('This exchange is not kept any more.');
});

test('references are what makers call a payment; masks take no time for long texts', () => {
  expect(referencesIn('/as/omise/charges/chrg_test_5x9?reference1=ORDER0000017&amount=100', '')).toEqual([
    'chrg_test_5x9',
    'ORDER0000017',
  ]);
  const body = {
    id: 'src_test_42',
    data: { transRef: '016123456789', transDate: '20261122', name: 'a1234567' },
  };
  expect(referencesIn('/', JSON.stringify(body))).toEqual(['src_test_42', '016123456789']);
  expect(referencesIn('/', 'order_id=A000000012&status=ok')).toEqual(['A000000012']);
  const masks = new Masks('hushed-secret');
  expect(masks.message({}, 'a=1&api_key=hushed&b=2').body).toBe('a=1&api_key=•••&b=2');
  const began = performance.now();
  masks.message({}, `${'key'.repeat(20_000)}=`);
  expect(performance.now() - began).toBeLessThan(2_000);
});
