import { createHash, createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outgoingHttp } from '../connections/outgoingHttp.ts';
import { withoutSecrets } from '../connections/withoutSecrets.ts';
import { amountValues, type CallTemplate, callShape, callTemplate } from './callTemplate.ts';
import { readTemplate } from './readTemplate.ts';

const OUTCOMES = ['created', 'paid'] as const;
const SECRETS = { secretKey: 'k-1', apiKey: 'a"b', clientId: 'me', clientSecret: 'mine' };
const VALUES = { id: 'x/1 {signature}', ...amountValues(12_050n) };

let maker: Server;
let baseUrl: string;
let received: { url: string; headers: Record<string, unknown>; body: string };
let answer: { status: number; body: string };
beforeAll(async () => {
  maker = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received = { url: request.url ?? '', headers: request.headers, body };
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => maker.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(maker.address() as AddressInfo).port}/v1/`;
});
afterAll(() => void maker.close());
beforeEach(() => {
  answer = { status: 200, body: '{"code":"00","data":{"id":"p-1"}}' };
});

const CREATED = [{ status: '2xx', at: '/code', is: ['00'], gives: 'created' as const }];
const call = (change: Partial<CallTemplate<'created' | 'paid'>>, secrets: Record<string, string> = SECRETS) =>
  callTemplate(outgoingHttp(new Set([new URL(baseUrl).host]), 5_000), {
    baseUrl,
    call: { method: 'POST', path: '/orders', answers: CREATED, fields: { id: '/data/id' }, ...change },
    outcomes: OUTCOMES,
    values: VALUES,
    secrets,
  });

test('places are filled and escaped in path, headers and a JSON body; no value fills a place itself', async () => {
  const told = await call({
    path: '/orders/{id}?sum={amountMinor}',
    headers: { 'Content-Type': 'application/json', Authorization: 'Basic {basic}', 'x-key': '{apiKey}' },
    body: '{"id":"{id}","amount":{amount},"key":"{apiKey}"}',
  });
  expect(received.url).toBe('/v1/orders/x%2F1%20%7Bsignature%7D?sum=12050');
  expect(received.headers).toMatchObject({ authorization: 'Basic bWU6bWluZQ==', 'x-key': 'a"b' });
  expect(JSON.parse(received.body)).toEqual({ id: VALUES.id, amount: 120.5, key: 'a"b' });
  expect(told).toMatchObject({ status: 'answered', gives: 'created' });
  if (told.status === 'answered') expect([told.field('id'), told.field('other')]).toEqual(['p-1', undefined]);
});

test('a call with whole amounts is sent for whole amounts alone: nothing of the money is left out', async () => {
  const body = '{"amount":{amountWhole}}';
  const change = (amount: bigint) =>
    callTemplate(outgoingHttp(new Set([new URL(baseUrl).host]), 5_000), {
      baseUrl,
      call: { method: 'POST', path: '/whole', body, answers: CREATED },
      outcomes: OUTCOMES,
      values: amountValues(amount),
      secrets: SECRETS,
    });
  expect(await change(12_000n)).toMatchObject({ status: 'answered' });
  expect(received.body).toBe('{"amount":120}');
  received = { url: '', headers: {}, body: '' };
  expect(await change(12_050n)).toEqual({ status: 'trouble', trouble: 'REFUSED', isSent: false });
  expect(received.url).toBe('');
});

test('signature functions: over the finished body in a header, or inside the body', async () => {
  const body = '{"id":"{id}","at":{timestamp}}';
  const headers = { 'Content-Type': 'application/json', 'x-sign': '{signature}', 'x-at': '{timestamp}' };
  await call({ headers, body, sign: { algorithm: 'hmac-sha256', over: '{timestamp}.{body}' } });
  const at = String(received.headers['x-at']);
  const hmac = createHmac('sha256', 'k-1').update(`${at}.${received.body}`);
  expect(received.headers['x-sign']).toBe(hmac.digest('hex'));

  const sign = { algorithm: 'md5', encoding: 'HEX', over: 'amount={amount}&key={secretKey}' } as const;
  await call({ body: 'amount={amount}&sign={signature}', sign });
  const md5 = createHash('md5').update('amount=120.50&key=k-1').digest('hex').toUpperCase();
  expect(received.body).toBe(`amount=120.50&sign=${md5}`);

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const rsa = { algorithm: 'rsa-sha256', encoding: 'base64', key: 'privateKey', over: '{body}' } as const;
  await call({ headers: { 'x-sign': '{signature}' }, body: '{id}', sign: rsa }, { privateKey: pem });
  const given = Buffer.from(String(received.headers['x-sign']), 'base64');
  expect(verify('sha256', Buffer.from(received.body), publicKey, given)).toBe(true);
  expect(await call({ body: '{id}', sign: rsa }, { privateKey: 'no key' })).toEqual({
    status: 'trouble',
    trouble: 'KEY_REFUSED',
    isSent: false,
  });
});

test.each([
  [200, '{"code":"00"}', 'created'],
  [200, '{"code":0}', 'OUT_OF_QUOTA'],
  [200, '{"code":{"00":1}}', 'BAD_ANSWER'],
  [200, '{"code":"99"}', 'BAD_ANSWER'],
  [200, '<html>', 'BAD_ANSWER'],
  [401, '{}', 'KEY_REFUSED'],
  [403, '{}', 'REFUSED'],
  [429, '', 'BUSY'],
  [500, '{"code":"00"}', 'SERVER_ERROR'],
  [302, '{"code":"00"}', 'BAD_ANSWER'],
] as const)('an answer %s %s gives %s', async (status, body, gives) => {
  answer = { status, body };
  const answers = [...CREATED, { at: '/code', is: ['0'], gives: 'OUT_OF_QUOTA' as const }];
  const told = await call({ answers });
  expect('gives' in told ? told.gives : told.trouble).toBe(gives);
});

test('a template that cannot be read says what is wrong', () => {
  const problems: string[] = [];
  const shape = callShape(OUTCOMES);
  const right = { method: 'GET', path: '/a', answers: [{ gives: 'paid' }] };
  expect(readTemplate(shape, JSON.stringify(right), problems)).toEqual(right);
  expect(problems).toEqual([]);
  for (const wrong of ['{', '{}', JSON.stringify({ ...right, answers: [{ gives: 'PAID' }] })])
    expect(readTemplate(shape, wrong, problems)).toBeUndefined();
  expect(problems).toHaveLength(3);
});

test.each([
  [403, '<html>blocked</html>', { status: '4xx', gives: 'rejected' }, 'REFUSED'],
  [403, '{"code":"41"}', { status: '4xx', gives: 'rejected' }, 'REFUSED'],
  [400, '{"code":"41"}', { status: '4xx', gives: 'rejected' }, 'BAD_ANSWER'],
  [401, '{"code":"NO_KEY"}', { status: '4xx', at: '/code', gives: 'rejected' }, 'KEY_REFUSED'],
  [503, '{"code":"DOWN"}', { at: '/code', gives: 'rejected' }, 'SERVER_ERROR'],
  [403, '<html>blocked</html>', { status: '4xx', at: '', gives: 'rejected' }, 'REFUSED'],
  [400, '{"code":"41"}', { status: '4xx', at: '/code', gives: 'rejected' }, 'rejected'],
  [403, '{"code":"41"}', { at: '/code', is: ['41'], gives: 'rejected' }, 'rejected'],
  [200, '<html>maintenance</html>', { status: '2xx', gives: 'paid' }, 'BAD_ANSWER'],
] as const)('TRF-05 WDR-01 %s %s as %o is %s: a page ends no order', async (status, body, rule, gives) => {
  answer = { status, body };
  const told = await callTemplate(outgoingHttp(new Set([new URL(baseUrl).host]), 5_000), {
    baseUrl,
    call: { method: 'POST', path: '/orders', answers: [rule as never] },
    outcomes: ['rejected', 'paid'],
    values: VALUES,
    secrets: SECRETS,
  });
  expect('gives' in told ? told.gives : told.trouble).toBe(gives);
});

test('ASVS 14.2.1 a maker that echoes a key tells nobody: what is stored and shown is read without it', async () => {
  const keys = { apiKey: 'sealed key/of "us"', clientId: 'merchant-1', clientSecret: 'a-client-secret' };
  const basic = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64');
  const told = [keys.apiKey, encodeURIComponent(keys.apiKey), basic, keys.clientSecret];
  answer = { status: 404, body: JSON.stringify({ error: `unknown ${told.join(' ')} of merchant-1` }) };
  const http = withoutSecrets(outgoingHttp(new Set([new URL(baseUrl).host]), 5_000), keys);
  const { text, json } = (await http.call({ method: 'GET', url: baseUrl })) as { text: string; json: object };
  expect(json).toEqual({ error: 'unknown ••• ••• ••• ••• of merchant-1' });
  for (const key of told) expect(text).not.toContain(key);
});
