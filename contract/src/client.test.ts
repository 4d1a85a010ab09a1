import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ACCESS_HEADER, ApiError, BEYOND_HEADER, createClient } from './client.ts';

let server: Server | undefined;

afterEach(() => server?.close());

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('API-01 every call carries the requested-with header, and the bearer token when there is one', async () => {
  const seen: unknown[] = [];
  const baseUrl = await serve((request, response) => {
    const { 'x-requested-with': requestedWith, 'accept-language': language, authorization } = request.headers;
    seen.push([request.method, request.url, requestedWith, language, authorization]);
    response.end('{"terminated":false}');
  });
  let token: string | null = null;
  const client = createClient({ baseUrl, getToken: () => token, getLanguageTag: () => 'lo' });
  await client('GET /api/lookup/active');
  token = 'secret';
  await client('GET /api/wallet/account/:slotCode', { params: { slotCode: 'a/b' } });
  expect(seen).toEqual([
    ['GET', '/api/lookup/active', 'wallet-user', 'lo', undefined],
    ['GET', '/api/wallet/account/a%2Fb', 'wallet-user', 'lo', 'Bearer secret'],
  ]);
});

test('SAFE-12 an answer tells that the session is limited, unless that session has ended meanwhile', async () => {
  const baseUrl = await serve((_request, response) => {
    response.setHeader(ACCESS_HEADER, 'limited');
    response.end('{"terminated":false}');
  });
  const told: string[] = [];
  let token = 'limited';
  const onLimited = () => void told.push(token);
  const client = createClient({ baseUrl, getToken: () => token, getLanguageTag: () => 'th', onLimited });
  await client('GET /api/lookup/active');
  const late = client('GET /api/lookup/active');
  token = 'of the next session';
  await late;
  expect(told).toEqual(['limited']);
});

test('API-03 a refusal carries its catalogue code and detail; a code of nobody keeps its raw message', async () => {
  const answers = [
    '{"code":"TRANSFER_MINIMUM","message":"too little","detail":{"reason":"LIMIT","amounts":{"limit":1}}}',
    '{"code":"NOT_OURS","message":"raw message"}',
    'Bad Gateway',
  ];
  const baseUrl = await serve((_request, response) => {
    response.statusCode = 400;
    response.end(answers.shift());
  });
  const client = createClient({ baseUrl, getToken: () => null, getLanguageTag: () => 'th' });
  const refusal = () => client('GET /api/wallet').catch((error: unknown) => error as ApiError);
  expect(await refusal()).toMatchObject({
    code: 'TRANSFER_MINIMUM',
    status: 400,
    detail: { reason: 'LIMIT', amounts: { limit: 1 } },
  });
  expect(await refusal()).toMatchObject({ code: 'NOT_OURS', message: 'raw message' });
  expect(await refusal()).toMatchObject({ code: undefined, message: 'HTTP 400' });
});

test('TRF-01 a success that is none of the server’s answers is no answer: a page in between, or half of one', async () => {
  const answers = ['<html>Please log in to the network</html>', '{"status":"SUCC', ''];
  const baseUrl = await serve((_request, response) => response.end(answers.shift()));
  const client = createClient({ baseUrl, getToken: () => null, getLanguageTag: () => 'th' });
  for (const _ of [...answers])
    await expect(client('GET /api/wallet')).rejects.toMatchObject({ reason: 'offline', status: 0 });
});

test('TRF-01 of a server that speaks the specification alone an empty answer is one; a page or half an answer is none', async () => {
  const answers: [status: number, body: string][] = [
    [204, ''],
    [200, ''],
    [200, 'OK'],
    [200, 'null'],
    [200, '<html>Please log in to the network</html>'],
    [200, '{"status":"SUCC'],
  ];
  const baseUrl = await serve((_request, response) => {
    const [status, body] = answers.shift() ?? [500, ''];
    response.writeHead(status).end(body);
  });
  const client = createClient({
    baseUrl,
    getToken: () => null,
    getLanguageTag: () => 'th',
    isPlain: () => true,
  });
  const withdraw = () => client('POST /api/wallet/withdraw', { body: { amount: 1 } });
  for (const _ of [1, 2, 3, 4]) expect(await withdraw()).toEqual({});
  for (const _ of [1, 2]) await expect(withdraw()).rejects.toMatchObject({ reason: 'offline', status: 0 });
});

test('API-01 an answer tells what the server knows; a refusal of something in between tells nothing', async () => {
  const answers: [status: number, body: string, isBeyond?: true][] = [
    [502, '<html>Bad Gateway</html>'],
    [503, '{"message":"away"}'],
    [401, '{"code":"UNAUTHORIZED"}'],
    [200, '<html>Please log in to the network</html>'],
    [200, '{"terminated":false}'],
    [401, '{"code":"UNAUTHORIZED"}', true],
    [200, '{"terminated":false}', true],
  ];
  const baseUrl = await serve((_request, response) => {
    const [status, body, isBeyond] = answers.shift() ?? [500, ''];
    response.writeHead(status, isBeyond && { [BEYOND_HEADER]: '1' }).end(body);
  });
  const client = createClient({ baseUrl, getToken: () => null, getLanguageTag: () => 'th' });
  const told: (boolean | null)[] = [];
  for (const _ of [...answers]) {
    let said: boolean | null = null;
    const onAnswer = (isBeyond: boolean) => {
      said = isBeyond;
    };
    await client('GET /api/lookup/active', { onAnswer }).catch(() => undefined);
    told.push(said);
  }
  expect(told).toEqual([null, null, null, null, false, true, true]);
});

test('a server that is not there is offline, a call that the caller gave up is aborted', async () => {
  const baseUrl = await serve(() => undefined);
  const client = createClient({ baseUrl, getToken: () => null, getLanguageTag: () => 'th' });
  const abort = new AbortController();
  const call = client('GET /api/wallet', { signal: abort.signal });
  abort.abort();
  await expect(call).rejects.toMatchObject({ reason: 'aborted', status: 0 });
  server?.close();
  const gone = createClient({
    baseUrl: 'http://127.0.0.1:1',
    getToken: () => null,
    getLanguageTag: () => 'th',
  });
  await expect(gone('GET /api/wallet')).rejects.toBeInstanceOf(ApiError);
  await expect(gone('GET /api/wallet')).rejects.toMatchObject({ reason: 'offline' });
});
