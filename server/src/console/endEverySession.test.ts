import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { rawCall } from '../testing/rawCall.ts';
import { makeMember } from '../testing/testMember.ts';
import { makeOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const REASON = { reason: 'เหตุผลของการทดสอบ' };

test('ASVS 7.4.5 an administrator ends the sessions of all members and all other operators at once', async () => {
  const admin = await makeOperator(server, 'administrator');
  const manager = await makeOperator(server, 'manager');
  const members = [await makeMember(server), await makeMember(server)];
  const profile = ({ token }: { token: string }) =>
    rawCall(server.url, 'GET /api/account/profile', { token });
  expect(await manager.call('POST /api/console/sessions/end-all', REASON)).toMatchObject({
    status: 403,
    body: { code: 'OPERATOR_FORBIDDEN' },
  });
  for (const member of members) expect((await profile(member)).status).toBe(200);

  const { status, body } = await admin.call('POST /api/console/sessions/end-all', REASON);
  expect([status, body]).toEqual([200, { members: 2, operators: expect.any(Number) }]);
  for (const member of members)
    expect(await profile(member)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  expect(await manager.call('GET /api/console/me')).toMatchObject({ status: 401 });
  // Who ended them goes on, and everybody can come back.
  expect(await admin.call('GET /api/console/me')).toMatchObject({ status: 200 });
  const [member] = members;
  expect(
    await rawCall(server.url, 'POST /api/login', {
      body: { username: member?.phoneNumber, password: member?.password },
    }),
  ).toMatchObject({ status: 200 });
  expect(
    await server.owner
      .selectFrom('audit_entry')
      .select(['operator_id', 'reason', 'after'])
      .where('action', '=', 'session.endAll')
      .execute(),
  ).toEqual([{ operator_id: admin.id, reason: REASON.reason, after: body }]);
});
