import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { callProved } from '../../testing/memberProof.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const SITE = 'https://wallet.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { PUBLIC_URL: SITE });
});
afterAll(() => server.stop());

/** CBOR that announces more than it holds (RFC 8949): the kind of value, how many, and what is there. */
const announced = (head: string, inside = Buffer.alloc(200)) =>
  Buffer.concat([Buffer.from(head, 'hex'), inside]);

test.each([
  ['a map of four thousand million', announced('baffffffff')],
  ['a list of four thousand million', announced('9affffffff')],
  ['a list without an end', announced('9f')],
  ['a text longer than any memory', announced('7bffffffffffffffff')],
  ['bytes longer than any memory', announced('5bffffffffffffffff')],
  ['lists in one another', Buffer.alloc(200, 0x81)],
  ['maps in one another', Buffer.alloc(200, 0xa1)],
])('ASVS 15.2.2 an authenticator’s answer of %s is read once and refused', async (_, bytes) => {
  const { token, password } = await makeMember(server);
  const options = await callProved(server.url, 'POST /api/account/passkeys/options', { token }, { password });
  const made = newAuthenticator(SITE).create(options.body);
  const costly = { ...made, response: { ...made.response, attestationObject: bytes.toString('base64url') } };
  const view = vi.spyOn(DataView.prototype, 'getUint8');
  const answer = await rawCall(server.url, 'POST /api/account/passkeys', {
    token,
    body: { name: 'Phone', passkey: costly },
  });
  const looked = view.mock.calls.length;
  view.mockRestore();
  expect(answer).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } });
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThan(5 * bytes.length);
});
