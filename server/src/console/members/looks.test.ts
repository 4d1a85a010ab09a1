import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { callConsole, logInOverHttp, makeOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const looks = (subject: string) =>
  server.owner
    .selectFrom('audit_entry')
    .select(['operator_id', 'member_id'])
    .where('action', '=', 'member.look')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

test('a look at a member’s page is in the audit log, once a day for each operator', async () => {
  const { id } = await makeMember(server);
  const subject = `member:${id}`;
  const [support, cashier] = [await makeOperator(server, 'support'), await makeOperator(server, 'cashier')];
  const page = `GET /api/console/members/${id}`;
  await Promise.all([support.call(page), support.call(page), support.call(page)]);
  await support.call(page);
  await cashier.call(page);
  const ofSupport = { operator_id: support.id, member_id: id };
  const ofCashier = { operator_id: cashier.id, member_id: id };
  expect(await looks(subject)).toEqual([ofSupport, ofCashier]);
  // On another day it is another look.
  await server.clock.move(DAY_MS);
  const { cookie } = await logInOverHttp(server.url, support);
  expect((await callConsole(server.url, cookie, page)).status).toBe(200);
  expect(await looks(subject)).toEqual([ofSupport, ofCashier, ofSupport]);
});

test('who finds nobody has looked at nobody', async () => {
  const support = await makeOperator(server, 'support');
  expect((await support.call('GET /api/console/members/999999999')).status).toBe(404);
  expect(await looks('member:999999999')).toEqual([]);
});
