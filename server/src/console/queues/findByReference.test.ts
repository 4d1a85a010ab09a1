import { ROLES } from '@krapao/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

interface Found {
  queue: string;
  id: string;
  state: string;
  member: { id: string } | null;
  amount: number | null;
}

async function find(operator: TestOperator, text: string): Promise<Found[]> {
  const { status, body } = await operator.call('POST /api/console/find', { text });
  expect(status).toBe(200);
  return (body as { items: Found[] }).items;
}

/** A transfer of nobody that waits. @returns its id */
async function nobodysTransfer(transRef: string): Promise<string> {
  const { id } = await server.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: transRef,
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

test('money that waits for an owner is found by the bank’s reference, and by no part of it', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const id = await nobodysTransfer('2026112812345');
  const found = [{ queue: 'incoming', id, state: 'WAITING', member: null, amount: 701.25 }];
  expect(await find(cashier, ' 2026112812345 ')).toMatchObject(found);
  for (const text of ['202611281234', '%', '_', "'", '7', '\\', '   0'])
    expect(await find(cashier, text), text).toEqual([]);
});

test('a payout is found by the bank’s reference and by its id, also once it is over', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  const [id = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 400_00n);
  const whose = { queue: 'withdrawals', id, member: { id: String(member.id) }, amount: 400 };
  expect(await find(cashier, id)).toMatchObject([{ ...whose, state: 'WAITING' }]);
  await server.owner
    .updateTable('withdrawal')
    .set({ trans_ref: 'KB20261128A' })
    .where('id', '=', id)
    .execute();
  expect(await find(cashier, 'KB20261128A')).toMatchObject([{ ...whose, state: 'WAITING' }]);
  await cashier.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const { items } = (await cashier.call('GET /api/console/withdrawals')).body as {
    items: { id: string; state: string; why: string | null }[];
  };
  const seen = items.map(({ state, why }) => ({ state, why }))[0];
  const refused = { reason: 'the member called', seen };
  expect((await cashier.call(`POST /api/console/withdrawals/${id}/reject`, refused)).status).toBe(200);
  expect(await find(cashier, id)).toMatchObject([{ ...whose, state: 'OVER' }]);
});

test('a role finds what it may decide, and who finds no member finds nothing', async () => {
  const id = await nobodysTransfer('roles1');
  for (const role of ROLES) {
    const found = await find(await makeOperator(server, role), 'roles1');
    expect(
      found.map((one) => one.id),
      role,
    ).toEqual(role === 'support' ? [] : [id]);
  }
  const auditor = await makeOperator(server, ['audit.read']);
  expect((await auditor.call('POST /api/console/find', { text: 'roles1' })).body).toEqual({ items: [] });
});

test('DEP-06 a payment at a gateway that nobody has to look at is found by our reference', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const member = await makeMember(server);
  const payment = await server.owner
    .insertInto('gateway_payment')
    .values({
      member_id: member.id,
      gateway: 'WW',
      connection_id: 'sandbox-gateway-ww',
      amount: 100_00n,
      pay_amount: 100_00n,
      pay_currency: 'THB',
      status: 'OPEN',
      payment_id: 'found1',
      payload: 'a QR',
      expires_at: new Date(Date.now() + 600_000),
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow();
  const found = { queue: 'latePayments', id: payment.id, member: { id: String(member.id) }, amount: 100 };
  for (const text of [payment.id, payment.reference])
    expect(await find(cashier, text)).toMatchObject([{ ...found, state: 'OPEN' }]);
});
