import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callProved, endOthers } from '../../testing/memberProof.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { type RawAnswer, rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

const codeOf = (answer: RawAnswer) => answer.body.code;
const agent = (userAgent: string) => ({ 'User-Agent': userAgent });

async function logIn(member: TestMember, userAgent: string, ip: string): Promise<string> {
  const answer = await rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
    headers: agent(userAgent),
    ip,
  });
  return answer.body.token;
}
const sessionsOf = async (token: string, userAgent = 'test') =>
  (await rawCall(server.url, 'GET /api/account/sessions', { token, headers: agent(userAgent) })).body
    .sessions;
const profile = (token: string, userAgent = 'test') =>
  rawCall(server.url, 'GET /api/account/profile', { token, headers: agent(userAgent) });

test('members see where they are logged in: device, shortened address, times, this session first', async () => {
  const member = await makeMember(server);
  const phone = await logIn(member, PHONE, '203.0.113.77');
  const computer = await logIn(member, COMPUTER, '2001:db8:1:2::9');
  await server.owner
    .updateTable('session')
    .set({ last_seen_at: sql`now() - interval '10 minutes'` })
    .where('member_id', '=', member.id)
    .where('device_class', '=', 'desktop')
    .execute();
  const seen = await sessionsOf(phone, PHONE);
  expect(seen).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: { kind: 'mobile', browser: 'Safari', system: 'iPhone' },
      address: '203.0.113.x',
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      isCurrent: true,
    },
    expect.objectContaining({ device: { kind: 'other', browser: '', system: '' }, isCurrent: false }),
    expect.objectContaining({
      device: { kind: 'desktop', browser: 'Chrome', system: 'Windows' },
      address: '2001:db8:1::/48',
      isCurrent: false,
    }),
  ]);
  expect(JSON.stringify(seen)).not.toContain(phone);
  expect(JSON.stringify(seen)).not.toContain(computer);
});

test('an expired session is not listed', async () => {
  const member = await makeMember(server);
  const other = await logIn(member, PHONE, '203.0.113.1');
  expect(await sessionsOf(member.token)).toHaveLength(2);
  await server.owner
    .updateTable('session')
    .set({ expires_at: sql`now()` })
    .where('member_id', '=', member.id)
    .where('device_class', '=', 'mobile')
    .execute();
  expect(await sessionsOf(member.token)).toHaveLength(1);
  expect(codeOf(await profile(other, PHONE))).toBe('EXPIRED_AUTH_TOKEN');
});

test('ASVS 7.5.2 a member ends one session with a proof, and no other member ends it', async () => {
  const member = await makeMember(server);
  const stranger = await makeMember(server);
  const other = await logIn(member, PHONE, '203.0.113.1');
  const third = await logIn(member, PHONE, '203.0.113.1');
  const [current] = await sessionsOf(other, PHONE);
  const key = (id: string) => `DELETE /api/account/sessions/${id}`;
  const end = ({ token, password }: TestMember, id: string = current.id) =>
    callProved(server.url, key(id), { token }, { password });
  // A session alone ends no other one: whoever stole it would keep the owner out.
  expect(await rawCall(server.url, key(current.id), { token: member.token })).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED', stepUp: { action: 'sessions', subject: 'others', ways: ['password'] } },
  });
  expect(await end(stranger)).toMatchObject({ status: 404, body: { code: 'NO_DATA' } });
  expect((await profile(other, PHONE)).status).toBe(200);
  expect(await end(member)).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
  expect(codeOf(await profile(other, PHONE))).toBe('UNAUTHORIZED');
  expect((await profile(third, PHONE)).status).toBe(200);
  expect(codeOf(await end(member))).toBe('NO_DATA');
  for (const odd of ['1', 'x'.repeat(36), '%00'])
    expect(await rawCall(server.url, key(odd), { token: member.token })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
});

test('a member ends all other sessions at once; this one and other members stay', async () => {
  const member = await makeMember(server);
  const stranger = await makeMember(server);
  const others = [await logIn(member, PHONE, '203.0.113.1'), await logIn(member, PHONE, '203.0.113.2')];
  const bare = await rawCall(server.url, 'DELETE /api/account/sessions', { token: member.token });
  expect(codeOf(bare)).toBe('STEP_UP_REQUIRED');
  for (const token of others) expect((await profile(token, PHONE)).status).toBe(200);
  const answer = await endOthers(server.url, member);
  expect(answer).toMatchObject({ status: 200, body: { code: 'SUCCESS' } });
  for (const token of others) expect(codeOf(await profile(token, PHONE))).toBe('UNAUTHORIZED');
  expect((await profile(member.token)).status).toBe(200);
  expect((await profile(stranger.token)).status).toBe(200);
  expect(await sessionsOf(member.token)).toHaveLength(1);
});

test('API-05 a token used on another kind of device is INVALID_USER_4, and stays good on its own', async () => {
  const member = await makeMember(server);
  const phone = await logIn(member, PHONE, '203.0.113.1');
  for (const elsewhere of [COMPUTER, 'curl/8.5.0', ''])
    expect(await profile(phone, elsewhere)).toMatchObject({ status: 401, body: { code: 'INVALID_USER_4' } });
  // An updated browser, or another browser of the same kind, counts as the same kind of device.
  expect((await profile(phone, PHONE.replace('18_5', '19_0'))).status).toBe(200);
  // A client without a user agent is bound to no kind of device.
  expect((await profile(member.token, COMPUTER)).status).toBe(200);
});
