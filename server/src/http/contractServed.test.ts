import { type CallKey, contract } from '@krapao/contract/api/index';
import { type Endpoint, splitKey } from '@krapao/contract/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
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
