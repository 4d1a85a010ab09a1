import { contract } from '@krapao/contract/api/index';
import { isErrorCode } from '@krapao/contract/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { KRAPAO_TRUSTED_PROXIES: '1' });
  member = await makeMember(server);
});
afterAll(() => server.stop());

const CALLS = [
  'POST /api/account/validate',
  'POST /api/account',
  'POST /api/login',
  'POST /api/otp/send',
  'POST /api/otp/verify',
  'PUT /api/account/profile',
  'PUT /api/account/bankAccountName',
  'PUT /api/account/changepwd',
] as const;

/** Texts of the right and the wrong shape: every field gets any of them. */
const nasty = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constantFrom(
      '0812345678',
      '+66812345679',
      'KBANK',
      'KTB',
      'BAHT',
      'LAK',
      '1234567890',
      'SOMJAI RAKDEE',
      'PR10001',
      'FRIEND',
      'long enough password',
      '000000',
      'A'.repeat(43),
      "' or 1=1 --",
      'a\u0000b',
      '\ud800',
      '๐๘๑๒๓๔๕๖๗๘',
      '__proto__',
      '%00',
      '\u202e',
      '9'.repeat(40),
    ),
  },
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 130 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

test.each(CALLS)(
  'API-05 %s answers whatever it is sent with a code of the catalogue, never with a fault',
  async (key) => {
    const { body } = contract[key];
    const fields = Object.keys(body.properties);
    const bodies = fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record(Object.fromEntries([...fields, 'extra'].map((field) => [field, nasty]))),
      },
      { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<object> },
    );
    let address = 0;
    await fc.assert(
      fc.asyncProperty(bodies, async (input) => {
        address += 1;
        const answer = await rawCall(server.url, key, {
          body: JSON.stringify(input),
          token: member.token,
          ip: `198.18.${address >> 8}.${address & 255}`,
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 200) expect(answer.body).toMatchObject({ code: expect.any(String) });
        if (answer.body.code !== undefined) expect(isErrorCode(answer.body.code)).toBe(true);
      }),
      { numRuns: 150 },
    );
  },
);
