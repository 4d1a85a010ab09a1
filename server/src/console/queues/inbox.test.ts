import { randomUUID } from 'node:crypto';
import { ROLES } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { changeSetting } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

interface Inbox {
  items: {
    queue: string;
    id: string;
    isOverdue: boolean;
    member: { id: string; name: string } | null;
    amount: number | null;
    currency: string;
    claim: { operatorName: string; isMine: boolean } | null;
  }[];
  isMore: boolean;
}

async function inboxOf(operator: TestOperator, query = ''): Promise<Inbox> {
  const { status, body } = await operator.call(`GET /api/console/inbox${query}`);
  expect(status).toBe(200);
  return body;
}

let references = 0;
/** A transfer of nobody that came some minutes ago. @returns its id */
async function nobodysTransfer(minutesAgo: number, currency = 'THB'): Promise<string> {
  references += 1;
  const { id } = await server.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: `inbox${references}`,
      source: 'NOTICE',
      amount: 701_25n,
      currency,
      receiver: '{}',
      sender: JSON.stringify({ displayName: 'NOBODY KNOWN', name: {} }),
      transferred_at: sql<Date>`now() - make_interval(mins => ${minutesAgo})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** A transfer that a member claims, some minutes ago. Satang. @returns its id */
async function claimedTransfer(memberId: bigint, amount: bigint, minutesAgo: number): Promise<string> {
  const { id } = await server.owner
    .insertInto('manual_deposit')
    .values({
      member_id: memberId,
      amount,
      created_at: sql<Date>`now() - make_interval(mins => ${minutesAgo})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

const places = ({ items }: Inbox) => items.map(({ queue, id }) => `${queue}/${id}`);

test('what waits in all queues stands in one list: what is late first, then the oldest, with whose and how much', async () => {
  const [cashier, colleague] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'manager')];
  const member = await makeMember(server);
  await changeSetting(server, 'promises', { transferClaims: 10 });
  const [older, kip] = [await nobodysTransfer(90), await nobodysTransfer(5, 'LAK')];
  const [late, fresh] = [
    await claimedTransfer(member.id, 88_00n, 20),
    await claimedTransfer(member.id, 99_00n, 1),
  ];
  await colleague.call(`POST /api/console/queues/incoming/${older}/claim`);

  const inbox = await inboxOf(cashier);
  expect(places(inbox)).toEqual([
    `transferClaims/${late}`,
    `incoming/${older}`,
    `incoming/${kip}`,
    `transferClaims/${fresh}`,
  ]);
  expect(inbox).toMatchObject({
    items: [
      { isOverdue: true, member: { id: String(member.id) }, amount: 88, claim: null },
      { isOverdue: false, member: null, amount: 701.25, currency: 'THB', claim: { isMine: false } },
      { amount: 701.25, currency: 'LAK' },
      { isOverdue: false },
    ],
    isMore: false,
  });
  expect(places(await inboxOf(cashier, '?queue=incoming'))).toEqual([`incoming/${older}`, `incoming/${kip}`]);
  expect(places(await inboxOf(cashier, '?mine=1'))).toEqual([]);
  expect(places(await inboxOf(colleague, '?mine=1'))).toEqual([`incoming/${older}`]);

  const { oldest } = (await cashier.call('GET /api/console/queues')).body as {
    oldest: Record<string, string>;
  };
  const minutes = (since = '') => Math.round((Date.now() - new Date(since).getTime()) / 60_000);
  expect(minutes(oldest.incoming)).toBe(90);
  expect(minutes(oldest.transferClaims)).toBe(20);
  expect(oldest.withdrawals).toBeUndefined();
});

test('a role has in its inbox what it may decide, and asks for no other queue', async () => {
  const transfer = await nobodysTransfer(1);
  for (const role of ROLES) {
    const operator = await makeOperator(server, role);
    const mayDecide = role !== 'support';
    expect(places(await inboxOf(operator)).includes(`incoming/${transfer}`), role).toBe(mayDecide);
    const { status } = await operator.call('GET /api/console/inbox?queue=incoming');
    expect(status, role).toBe(mayDecide ? 200 : 403);
  }
  const reader = await makeOperator(server, ['transfer.decide']);
  expect(places(await inboxOf(reader))).toEqual([]);
  expect((await reader.call('GET /api/console/inbox?queue=slips')).status).toBe(403);
});

test('of a long queue the hundred that wait longest are told, and that there are more', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const oldest = await nobodysTransfer(10_000);
  for (let nth = 0; nth < 100; nth += 1) await nobodysTransfer(0);
  const { items, isMore } = await inboxOf(cashier, '?queue=incoming');
  expect(items).toHaveLength(100);
  expect(isMore).toBe(true);
  expect(items[0]?.id).toBe(oldest);
});

test('DEP-05 a slip whose reference the bank has used twice shows the transfer that is nearest', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const member = await makeMember(server);
  await server.owner
    .insertInto('incoming_transfer')
    .values(
      [5, 60 * 24 * 3].map((minutesAgo) => ({
        sending_bank: '004',
        trans_ref: 'INBOXTWICE',
        source: 'NOTICE' as const,
        amount: BigInt(minutesAgo) * 100n,
        currency: 'THB',
        receiver: '{}',
        sender: '{}',
        transferred_at: sql<Date>`now() - make_interval(mins => ${minutesAgo})`,
      })),
    )
    .execute();
  const slip = await server.owner
    .insertInto('slip')
    .values({
      member_id: member.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step: 'OPERATOR',
      operator_note: 'SENDER_UNCLEAR',
      trans_ref: 'INBOXTWICE',
      sending_bank: '004',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { items } = await inboxOf(cashier, '?queue=slips');
  expect(items.find(({ id }) => id === String(slip.id))).toMatchObject({
    amount: 5,
  });
});
