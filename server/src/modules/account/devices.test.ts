import { afterAll, beforeAll, expect, test } from 'vitest';
import { callProved } from '../../testing/memberProof.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { linkedMembers } from '../links/linkedMembers.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { KRAPAO_TRUSTED_PROXIES: '1' });
});
afterAll(() => server.stop());

/** A log-in of a phone, with the device that it has or a new one. */
async function logIn(member: TestMember, cookie?: string) {
  const answer = await rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
    headers: { 'User-Agent': PHONE, ...(cookie !== undefined && { Cookie: cookie }) },
    ip: '203.0.113.77',
  });
  return {
    token: answer.body.token as string,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
}
const as = (token: string) => ({ token, headers: { 'User-Agent': PHONE } });
const devicesOf = async (token: string) =>
  (await rawCall(server.url, 'GET /api/account/devices', as(token))).body.devices;
const signIns = async (member: TestMember) =>
  (
    await server.owner
      .selectFrom('notification')
      .where('member_id', '=', member.id)
      .where('kind', '=', 'signIn')
      .select('id')
      .execute()
  ).length;

test('a member sees the trusted devices, this one first, each once however often it logs in', async () => {
  const member = await makeMember(server);
  const phone = await logIn(member);
  const again = await logIn(member, phone.cookie);
  const devices = await devicesOf(again.token);
  // Where the member registered, and where the test's first log-in came from, are others.
  expect(devices[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    device: { kind: 'mobile', browser: 'Safari', system: 'iPhone' },
    firstSeenAt: expect.any(String),
    lastSeenAt: expect.any(String),
    isCurrent: true,
  });
  expect(devices.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
  expect(phone.cookie).toContain(devices[0].id);
});

test('a device that is forgotten is logged out and new again: its next log-in tells, and it still links who shared it', async () => {
  const member = await makeMember(server);
  const phone = await logIn(member);
  const [{ id }] = await devicesOf(phone.token);
  const told = await signIns(member);
  await logIn(member, phone.cookie);
  expect(await signIns(member)).toBe(told);
  const partner = await makeMember(server);
  await logIn(partner, phone.cookie);
  await expect(
    partner.client('DELETE /api/account/devices/:deviceId', { params: { deviceId: crypto.randomUUID() } }),
  ).rejects.toMatchObject({ code: 'NO_DATA' });

  const { token, password } = member;
  const path = `DELETE /api/account/devices/${id}`;
  // A session alone could lock the owner out.
  expect(await rawCall(server.url, path, { token })).toMatchObject({
    status: 403,
    body: { code: 'STEP_UP_REQUIRED', stepUp: { ways: ['password'] } },
  });
  expect((await devicesOf(phone.token)).map((device: { id: string }) => device.id)).toContain(id);
  expect(await callProved(server.url, path, { token }, { password })).toMatchObject({ status: 200 });
  const notifications = await server.owner
    .selectFrom('notification')
    .where('member_id', '=', member.id)
    .where('kind', '=', 'deviceForgotten')
    .select('params')
    .execute();
  expect(notifications).toEqual([{ params: { device: expect.stringContaining('Safari') } }]);
  expect(await rawCall(server.url, 'GET /api/account/profile', as(phone.token))).toMatchObject({
    status: 401,
  });
  const left: { id: string }[] = (await member.client('GET /api/account/devices')).devices;
  expect(left.map((device) => device.id)).not.toContain(id);
  const links = await linkedMembers(server.db, member.id, server.settings.get('links'));
  expect(links).toContainEqual(expect.objectContaining({ memberId: partner.id, reasons: ['DEVICE'] }));
  // The partner trusts it as before.
  expect((await partner.client('GET /api/account/devices')).devices.map((device) => device.id)).toContain(id);

  const back = await logIn(member, phone.cookie);
  expect(await signIns(member)).toBe(told + 1);
  expect(await devicesOf(back.token)).toContainEqual(expect.objectContaining({ id, isCurrent: true }));
});
