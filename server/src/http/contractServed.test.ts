import { request } from 'node:http';
import { type CallKey, contract } from '@krapao/contract/api/index';
import { type Endpoint, splitKey } from '@krapao/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

/** Another origin whose pages may call. */
const ADMITTED = 'https://app.example';

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_ALLOWED_ORIGINS: ADMITTED });
});
afterAll(() => server.stop());

const CALLS = Object.keys(contract) as CallKey[];

async function knock(
  key: CallKey,
  headers: Record<string, string>,
): Promise<{ status: number; code: string }> {
  const [method, path] = splitKey(key);
  const hasBody = (contract[key] as Endpoint).body !== undefined;
  const response = await fetch(server.url + path.replace(/:\w+/g, 'x'), {
    method,
    headers: { ...headers, ...(hasBody ? { 'Content-Type': 'application/json' } : {}) },
    ...(hasBody ? { body: '[]' } : {}),
  });
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
}

test('every call of the contract is served', async () => {
  const missing: string[] = [];
  for (const key of CALLS) {
    const { code } = await knock(key, { 'X-Requested-With': 'wallet-user' });
    if (code === 'NOT_FOUND') missing.push(key);
  }
  expect(missing).toEqual([]);
});

test('API-05 every served call of a browser refuses a missing or another X-Requested-With', async () => {
  for (const key of CALLS.filter((call) => contract[call].auth !== 'key')) {
    expect([key, await knock(key, {})]).toEqual([key, { status: 400, code: 'KEY_MISSING' }]);
    expect([key, await knock(key, { 'X-Requested-With': 'XMLHttpRequest' })]).toEqual([
      key,
      { status: 400, code: 'KEY_INVALID' },
    ]);
  }
});

/** Asks as a browser would: `fetch` of Node writes some of these headers itself. */
function askAs(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      server.url + path,
      { method, headers: { 'X-Requested-With': 'wallet-user', ...headers } },
      async (answer) => {
        let body = '';
        for await (const part of answer.setEncoding('utf8')) body += part;
        resolve({ status: answer.statusCode, body });
      },
    );
    asked.on('error', reject).end();
  });
}

const CALL = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
const NO_CALL: readonly (readonly [string, Record<string, string>])[] = [
  ['typed into the address bar', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' }],
  ['a link that was pressed', { ...CALL, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
  ['a picture', { ...CALL, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
  ['a frame', { ...CALL, 'Sec-Fetch-Dest': 'iframe' }],
  ['fetched before it is needed', { ...CALL, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Purpose': 'prefetch' }],
  ['a page of another site', { ...CALL, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://thief.example' }],
  ['a page of a sibling host', { ...CALL, 'Sec-Fetch-Site': 'same-site' }],
];

test.each(NO_CALL)('ASVS 3.5.3 what a browser says is %s reaches no call', async (_title, headers) => {
  for (const key of CALLS.filter((call) => contract[call].auth !== 'key')) {
    const [method, path] = splitKey(key);
    const { status, body } = await askAs(method, path.replace(/:\w+/g, 'x'), headers);
    expect([key, status, (JSON.parse(body) as { code: string }).code]).toEqual([key, 400, 'KEY_INVALID']);
  }
});

test('ASVS 3.5.3 a script of the own page, opened in advance too, or of an admitted one reaches every call', async () => {
  const early = { ...CALL, 'Sec-Purpose': 'prefetch;prerender' };
  const pages = [CALL, early, { ...CALL, 'Sec-Fetch-Site': 'cross-site', Origin: ADMITTED }];
  for (const key of CALLS.filter((call) => contract[call].auth !== 'key'))
    for (const headers of pages) {
      const [method, path] = splitKey(key);
      const { body } = await askAs(method, path.replace(/:\w+/g, 'x'), headers);
      expect([key, body]).not.toEqual([key, expect.stringContaining('KEY_INVALID')]);
    }
});

test('ASVS 3.5.3 no call answers HEAD', async () => {
  const { token } = await makeMember(server);
  for (const key of CALLS.filter((call) => call.startsWith('GET '))) {
    const path = splitKey(key)[1].replace(/:\w+/g, 'x');
    expect([key, await askAs('HEAD', path, { Authorization: `Bearer ${token}` })]).toEqual([
      key,
      { status: 404, body: '' },
    ]);
  }
});

test('API-05 every served call of members refuses a missing, a wrong and a malformed token', async () => {
  const members = CALLS.filter((key) => contract[key].auth === 'member');
  expect(members.length).toBeGreaterThan(10);
  for (const key of members) {
    for (const Authorization of ['', 'Bearer x', 'Basic eDp5', `Bearer ${'a'.repeat(5_000)}`]) {
      const headers = { 'X-Requested-With': 'wallet-user', ...(Authorization ? { Authorization } : {}) };
      expect([key, await knock(key, headers)]).toEqual([key, { status: 401, code: 'UNAUTHORIZED' }]);
    }
  }
});

test('every call of a system outside refuses a missing and a wrong key', async () => {
  for (const key of CALLS.filter((call) => contract[call].auth === 'key'))
    for (const headers of [{}, { Authorization: `Bearer krk_${'a'.repeat(43)}` }])
      expect([key, await knock(key, headers)]).toEqual([key, { status: 401, code: 'UNAUTHORIZED' }]);
});
