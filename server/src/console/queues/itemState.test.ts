import { ROLES } from '@krapao/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

/** A transfer that a member claims. @returns its id */
async function claimedTransfer(): Promise<string> {
  const member = await makeMember(server);
  const { id } = await server.owner
    .insertInto('manual_deposit')
    .values({ member_id: member.id, amount: 88_00n })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** A transfer of nobody that waits. @returns its id */
async function nobodysTransfer(): Promise<string> {
  const { id } = await server.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: 'state1',
      source: 'NOTICE',
      amount: 701_25n,
      currency: 'THB',
      receiver: '{}',
      sender: JSON.stringify({ displayName: 'NOBODY KNOWN', name: {} }),
      transferred_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

const stateOf = (operator: TestOperator, item: string, queue = 'transferClaims') =>
  operator.call(`GET /api/console/queues/${queue}/${item}`);

test('an item waits, then it is over: who decided it, when and why', async () => {
  const [cashier, colleague] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'manager')];
  const item = await nobodysTransfer();
  const waiting = { status: 200, body: { state: 'WAITING', end: null } };
  expect(await stateOf(colleague, item, 'incoming')).toMatchObject(waiting);
  await cashier.call(`POST /api/console/queues/incoming/${item}/claim`);
  const decided = await cashier.call(`POST /api/console/incoming/${item}/dismiss`, {
    reason: 'no such transfer',
  });
  expect(decided.status).toBe(200);
  expect(await stateOf(colleague, item, 'incoming')).toMatchObject({
    status: 200,
    body: {
      state: 'OVER',
      end: { operatorName: 'Operator cashier', reason: 'no such transfer', at: expect.any(String) },
    },
  });
});

test('what ended by itself names nobody; what waits for a second operator says so', async () => {
  const manager = await makeOperator(server, 'manager');
  const [ended, asked] = [await claimedTransfer(), await claimedTransfer()];
  await server.owner
    .updateTable('manual_deposit')
    .set({ status: 'FAILED', finished_at: new Date('2026-01-05T03:04:05Z') })
    .where('id', '=', BigInt(ended))
    .execute();
  expect((await stateOf(manager, ended)).body).toEqual({
    state: 'OVER',
    end: { at: '2026-01-05T03:04:05.000Z', operatorName: null, reason: null },
  });
  await server.owner
    .insertInto('approval')
    .values({
      kind: 'notice.approve',
      subject: `notice:${asked}`,
      permission: 'deposit.decide',
      payload: '{}',
      cause: 'OWN_MONEY',
      reason: 'seen',
      asked_by: manager.id,
      asked_from: '127.0.0.1',
    })
    .execute();
  expect((await stateOf(manager, asked)).body).toEqual({ state: 'ASKED', end: null });
});

test('who may not decide the queue learns nothing, and neither does a guess', async () => {
  const item = await claimedTransfer();
  for (const role of ROLES) {
    const operator = await makeOperator(server, role);
    expect((await stateOf(operator, item)).status, role).toBe(role === 'support' ? 403 : 200);
  }
  const manager = await makeOperator(server, 'manager');
  for (const guess of ['999999999', '0', 'abc', '7c4f2f8e-0000-4000-8000-000000000000'])
    expect(await stateOf(manager, guess), guess).toMatchObject({ body: { code: 'NO_DATA' } });
  expect(await stateOf(manager, '7', 'withdrawals')).toMatchObject({ body: { code: 'NO_DATA' } });
});

test('an item has one id: another spelling of it names nothing, and claims nothing beside the claim of a colleague', async () => {
  const [cashier, colleague] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'manager')];
  const item = await claimedTransfer();
  const claim = (operator: TestOperator, id: string) =>
    operator.call(`POST /api/console/queues/transferClaims/${id}/claim`);
  expect((await claim(cashier, item)).status).toBe(200);
  for (const spelled of [`0${item}`, `00${item}`]) {
    expect(await stateOf(colleague, spelled), spelled).toMatchObject({ body: { code: 'NO_DATA' } });
    expect(await claim(colleague, spelled), spelled).toMatchObject({ body: { code: 'NO_DATA' } });
  }
  expect(await claim(colleague, item)).toMatchObject({ body: { code: 'QUEUE_TAKEN' } });
});
