import { type CallKey, contract } from '@krapao/contract/api/index';
import { type Endpoint, splitKey } from '@krapao/contract/endpoint';
import { isErrorCode } from '@krapao/contract/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeMember } from '../testing/testMember.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  ({ token } = await makeMember(server));
});
afterAll(() => server.stop());

const CALLS = Object.keys(contract) as CallKey[];
/** These end or weaken the session that the test goes on with. */
const LEFT_OUT: readonly CallKey[] = ['POST /api/logout'];

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\u0000',
    '0',
    '1.5',
    '1e3',
    'WALLET',
    'wallet',
    '__proto__',
    '../x',
    '%00',
  ),
  fc.constantFrom<unknown>(0, -1, 0.001, 1e-9, 1e21, 2 ** 53, -0, 100_000_001, Number.MAX_VALUE),
  fc.constantFrom<unknown>([], {}, [[]], { a: 1 }, true, false, '💰', 'ก'.repeat(300), 'x'.repeat(5_000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A body of the endpoint's fields with odd values, or no object at all. */
function bodyOf(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const { properties = {} } = (endpoint.body ?? {}) as { properties?: Record<string, unknown> };
  const fields = Object.fromEntries(Object.keys(properties).map((name) => [name, odd]));
  return fc.oneof({ weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) }, odd);
}

async function send(key: CallKey, path: string, body: string | undefined): Promise<[number, unknown]> {
  const [method] = splitKey(key);
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'X-Requested-With': 'wallet-user',
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return [response.status, await response.json()];
}

/** Nothing but an answer of the contract or a refusal with a catalogue code; never a fault of ours. */
function expectHonest(key: string, input: unknown, [status, answer]: [number, unknown]): void {
  const { code } = answer as { code?: unknown };
  const about = `${key} with ${JSON.stringify(input)}: ${status} ${JSON.stringify(answer)}`;
  expect(status, about).toBeLessThan(500);
  if (status >= 400) expect(isErrorCode(code), about).toBe(true);
}

test.each(CALLS.filter((key) => !LEFT_OUT.includes(key)))(
  '%s answers odd input with a catalogue code',
  async (key) => {
    const endpoint: Endpoint = contract[key];
    const [, pattern] = splitKey(key);
    const names = pattern.match(/:\w+/g) ?? [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), {
          minLength: names.length,
          maxLength: names.length,
        }),
        bodyOf(endpoint),
        async (values, body) => {
          const path = names.reduce(
            (text, name, index) =>
              text.replace(name, () => encodeURIComponent(values[index]?.toWellFormed() ?? '')),
            pattern,
          );
          const answer = await send(key, path, endpoint.body ? JSON.stringify(body) : undefined);
          expectHonest(key, { path, body }, answer);
        },
      ),
      { numRuns: 25 },
    );
  },
  60_000,
);

test.each(['', '{', '[1', 'null', '"x"', '{"amount":1e999}', '{"amount":NaN}', '{"a":'.repeat(2_000)])(
  'a malformed body is refused: %s',
  async (body) => {
    expect(await send('POST /api/wallet/withdraw', '/api/wallet/withdraw', body)).toMatchObject([
      400,
      { code: expect.stringMatching(/^INVALID_(REQUEST|AMOUNT)$/) },
    ]);
  },
);

test('a body over the limit is refused', async () => {
  const body = JSON.stringify({ amount: 1, padding: 'x'.repeat(100_000) });
  expect(await send('POST /api/wallet/withdraw', '/api/wallet/withdraw', body)).toMatchObject([
    413,
    { code: 'PAYLOAD_TOO_LARGE' },
  ]);
});

test('a path that is no valid escape is refused', async () => {
  expect(
    await send('GET /api/wallet/account/:slotCode', '/api/wallet/account/%E0%A4%A', undefined),
  ).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
});
