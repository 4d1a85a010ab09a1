import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const call = (key: string, headers: Record<string, string>, body?: unknown) =>
  rawCall(server.url, key, { headers, ...(body === undefined ? {} : { body }) });

test('API-05 a call without X-Requested-With is KEY_MISSING, with another value KEY_INVALID', async () => {
  const bare = await fetch(`${server.url}/api/lookup/banks`);
  expect([bare.status, await bare.json()]).toMatchObject([400, { code: 'KEY_MISSING' }]);
  for (const value of ['XMLHttpRequest', 'wallet-user2', 'Wallet-User'])
    expect(await call('GET /api/lookup/banks', { 'X-Requested-With': value })).toMatchObject({
      status: 400,
      body: { code: 'KEY_INVALID' },
    });
  expect((await call('POST /api/login', { 'X-Requested-With': '' }, {})).body.code).toBe('KEY_MISSING');
  expect((await call('GET /api/lookup/banks', {})).status).toBe(200);
});

test.each([
  ['{"username":'],
  ['{"username":"a",}'],
  ['\u0000'],
  ['{"__proto__":{"isAdmin":true}}'],
  ['['.repeat(30_000)],
  ['[]'.padStart(30_000, '[').padEnd(30_000, ']')],
])('API-05 malformed JSON is INVALID_REQUEST (%#)', async (body) => {
  expect(await rawCall(server.url, 'POST /api/login', { body })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST' },
  });
});

test('API-05 JSON that nests deeper than calls may is refused or ignored, never a fault', async () => {
  const depth = 20_000;
  const body = `{"username":"0812345678","password":"wrong one","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const answer = await rawCall(server.url, 'POST /api/login', { body });
  expect(answer.status).toBeLessThan(500);
  expect(answer.body.code).toMatch(/^(?:WRONG_CREDENTIAL|INVALID_REQUEST)$/);
});

test('API-05 a key that stands for a body of 9,000 nested fields is refused, not a fault', async () => {
  const { token } = await makeMember(server);
  const nested = (depth: number) => `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const spin = (depth: number) =>
    rawCall(server.url, 'POST /api/spinwheel/spin', {
      token,
      headers: { 'Idempotency-Key': `nested-${depth}` },
      body: nested(depth),
    });
  expect(await spin(9_000)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect((await spin(64)).body.code).toBe('INVALID_REQUEST');
  // Brackets in a text are no depth.
  expect(
    (await rawCall(server.url, 'POST /api/spinwheel/spin', { token, body: `{"x":"${'['.repeat(9_000)}"}` }))
      .body.code,
  ).toBe((await spin(63)).body.code);
});

test('API-05 a body over the limit is PAYLOAD_TOO_LARGE', async () => {
  const body = { username: '0812345678', password: 'x'.repeat(70_000) };
  expect(await rawCall(server.url, 'POST /api/login', { body })).toMatchObject({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE' },
  });
});

test('API-05 another content type is INVALID_REQUEST', async () => {
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'x'])
    expect(await call('POST /api/login', { 'Content-Type': type }, 'username=1')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
});

test.each([
  'GET /api/nothing',
  'POST /api/nothing',
  'DELETE /api/login',
  'GET /api/login',
  'GET /api/account/profile/x',
  'GET /api//login',
])('API-05 %s has nothing: NOT_FOUND in the envelope', async (key) => {
  const answer = await call(key, {});
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ code: 'NOT_FOUND', message: expect.any(String) });
});

test('API-05 a path that cannot be decoded is refused in the envelope', async () => {
  const answer = await call('GET /api/lookup/%E0%A4%A', {});
  expect(answer.status).toBeLessThan(500);
  expect(answer.body.code).toMatch(/^(?:NOT_FOUND|INVALID_REQUEST)$/);
});

test('API-05 a refusal tells nothing of the inside', async () => {
  const answer = await rawCall(server.url, 'POST /api/login', { body: '{' });
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'message']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});
