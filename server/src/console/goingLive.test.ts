import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { productionStart } from '../testing/productionStart.ts';
import { deposit } from '../testing/rewardWorld.ts';
import { makeMember } from '../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: TestOperator;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, productionStart());
  admin = await makeOperator(server, 'administrator');
  await server.owner
    .updateTable('operator')
    .set({ totp_secret: Buffer.of(0) })
    .execute();
});
afterAll(() => server.stop());

/** Whether the way comes first, and whether one administrator decides alone. */
async function told(): Promise<{ isGoingLive: boolean; isBeingSetUp: boolean }> {
  const { body: self } = await admin.call('GET /api/console/me');
  const { body: operators } = await admin.call('GET /api/console/operators');
  const { isGoingLive } = self as { isGoingLive: boolean };
  const { isBeingSetUp } = operators as { isBeingSetUp: boolean };
  return { isGoingLive, isBeingSetUp };
}

test('a production site goes live until the first money of a member is in, whoever has registered', async () => {
  expect(await told()).toEqual({ isGoingLive: true, isBeingSetUp: true });
  const member = await makeMember(server);
  expect(await told()).toEqual({ isGoingLive: true, isBeingSetUp: true });
  await deposit(server.db, member.id, 100_00n);
  expect(await told()).toEqual({ isGoingLive: false, isBeingSetUp: false });
});
