import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let cashier: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  cashier = await makeOperator(server, 'cashier');
  member = await makeMember(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const wallet = async () => (await moneyOf(server.db, member.id)).wallet;
const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);
const claim = (queue: string, id: string) => cashier.call(`POST /api/console/queues/${queue}/${id}/claim`);
const waiting = async (queue: string) =>
  ((await cashier.call('GET /api/console/queues')).body as { counts: Record<string, number> }).counts[queue];
const actionsOf = async (subject: string) =>
  (
    await server.owner
      .selectFrom('audit_entry')
      .select('action')
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

async function giftLink(dueAt: Date | null): Promise<string> {
  const { id } = await server.owner
    .insertInto('gift_link')
    .values({ member_id: member.id, hash: newRef(), reason: 'TIMEOUT', attempts: 9, due_at: dueAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

test('DEP-04 a gift link of unknown end: an operator credits what it brought, once', async () => {
  const id = await giftLink(null);
  expect(await waiting('gifts')).toBe(1);
  expect((await cashier.call('GET /api/console/gifts')).body).toMatchObject({
    items: [{ id, why: 'TIMEOUT', attempts: 9, link: expect.stringContaining('gift.truemoney.com') }],
  });
  const before = await wallet();
  const approve = (amount: number) =>
    cashier.call(`POST /api/console/gifts/${id}/approve`, { amount, reason: 'seen in the wallet’s list' });
  expect(await approve(65)).toMatchObject({ status: 409, body: { code: 'QUEUE_NOT_TAKEN' } });
  await claim('gifts', id);
  expect(await approve(65.555)).toMatchObject({ status: 400, body: { code: 'INVALID_AMOUNT' } });
  // Simultaneous presses by the operator who holds the claim lead to one credit.
  const answers = await Promise.all([approve(65), approve(65), approve(65)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await claim('gifts', id);
  expect(await approve(65)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  expect((await wallet()) - before).toBe(65_00n);
  expect(await actionsOf(`gift:${id}`)).toEqual(['gift.approve']);
  expect(await waiting('gifts')).toBe(0);
});

test('DEP-04 a gift link that brought nothing is refused; one that the redeemer is still asked about waits', async () => {
  const id = await giftLink(null);
  const before = await wallet();
  await claim('gifts', id);
  expect(
    await cashier.call(`POST /api/console/gifts/${id}/reject`, { reason: 'never claimed' }),
  ).toMatchObject({ status: 200 });
  const row = await server.owner
    .selectFrom('gift_link')
    .selectAll()
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow();
  expect([row.status, row.decided_because]).toEqual(['FAILED', 'never claimed']);
  expect(await wallet()).toBe(before);

  const asked = await giftLink(new Date(Date.now() + 3_600_000));
  expect(await waiting('gifts')).toBe(0);
  for (const answer of [
    await claim('gifts', asked),
    await cashier.call(`POST /api/console/gifts/${asked}/reject`, { reason: 'x' }),
  ])
    expect(answer).toMatchObject({ body: { code: 'NO_DATA' } });
});

async function transferClaim(amount: number): Promise<string> {
  const { id } = await server.owner
    .insertInto('manual_deposit')
    .values({ member_id: member.id, amount: BigInt(amount) * 100n })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.owner
    .insertInto('statement_entry')
    .values({
      member_id: member.id,
      cause: `manual:${id}`,
      statement_type: 'deposit',
      status: 'PENDING',
      from_label: 'BANK',
      to_label: 'WALLET',
      amount: BigInt(amount) * 100n,
    })
    .execute();
  return String(id);
}

interface TransferClaims {
  items: { id: string; amount: number }[];
  accounts: { id: string; label: string }[];
}

test('DEP-14 a transfer claim is completed by the transfer that an operator saw; the bank’s later word credits nothing', async () => {
  const id = await transferClaim(431);
  const { items, accounts } = (await cashier.call('GET /api/console/transferClaims')).body as TransferClaims;
  expect(items).toMatchObject([{ id, amount: 431 }]);
  const accountId = accounts.find(({ label }) => label.startsWith('GSB'))?.id;
  const transRef = newRef();
  const before = await wallet();
  await claim('transferClaims', id);
  expect(
    await cashier.call(`POST /api/console/transferClaims/${id}/approve`, {
      amount: 430.5,
      accountId,
      transRef,
      reason: 'seen in the bank’s app',
    }),
  ).toMatchObject({ status: 200 });
  await server.db.transaction().execute((trx) =>
    receiveTransfer(
      trx,
      {
        eventId: randomUUID(),
        transRef,
        sendingBank: '004',
        sendingBankCode: 'KBANK',
        amount: 430_50n,
        currency: 'THB',
        receiver: { type: 'account', bankCode: 'GSB', accountNo: '020990000033' },
        sender: { displayName: 'SOMCHAI J***', account: 'xxx-x-x1234-x', proxy: null },
        transferredAt: new Date(),
      },
      DEPOSIT_RULES,
    ),
  );
  expect((await wallet()) - before).toBe(430_50n);
  const entry = await server.owner
    .selectFrom('statement_entry')
    .select(['status', 'amount'])
    .where('cause', '=', `manual:${id}`)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ status: 'SUCCESS', amount: 430_50n });

  // The same transfer cannot complete a second transfer claim.
  const second = await transferClaim(431);
  await claim('transferClaims', second);
  expect(
    await cashier.call(`POST /api/console/transferClaims/${second}/approve`, {
      amount: 430.5,
      accountId,
      transRef,
      reason: 'again',
    }),
  ).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  await claim('transferClaims', second);
  expect(
    await cashier.call(`POST /api/console/transferClaims/${second}/reject`, {
      reason: 'no second transfer',
    }),
  ).toMatchObject({ status: 200 });
  expect((await wallet()) - before).toBe(430_50n);
  expect(await actionsOf(`notice:${second}`)).toEqual(['notice.reject']);
  expect(await waiting('transferClaims')).toBe(0);
});

test('DEP-06 that money of which a bank told is no deposit counts in the operator’s limits, unless it goes back', async () => {
  const by = await makeOperator(server, 'cashier');
  const arrive = async (satang: bigint) => {
    const transRef = newRef();
    await server.db.transaction().execute((trx) =>
      receiveTransfer(
        trx,
        {
          eventId: randomUUID(),
          transRef,
          sendingBank: '004',
          sendingBankCode: 'KBANK',
          amount: satang,
          currency: 'THB',
          receiver: { type: 'account', bankCode: 'GSB', accountNo: '020990000033' },
          sender: { displayName: '', account: '9876543210', proxy: null },
          transferredAt: new Date(),
        },
        DEPOSIT_RULES,
      ),
    );
    const { id } = await server.db
      .selectFrom('incoming_transfer')
      .where('trans_ref', '=', transRef)
      .select('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const statusOf = async (id: bigint) =>
    (
      await server.db
        .selectFrom('incoming_transfer')
        .where('id', '=', id)
        .select('status')
        .executeTakeFirstOrThrow()
    ).status;
  const dismiss = async (id: bigint, more = {}) => {
    await by.call(`POST /api/console/queues/incoming/${id}/claim`);
    const body = { reason: 'not for us', ...more };
    return (await by.call(`POST /api/console/incoming/${id}/dismiss`, body)).body as {
      code: string;
      waits: { id: string; cause: object } | null;
    };
  };
  const [small, large, back] = [await arrive(500_00n), await arrive(1_500_00n), await arrive(1_600_00n)];
  expect(await dismiss(small)).toEqual({ code: 'OK', waits: null });
  expect(await dismiss(back, { returnReference: 'BACK1' })).toEqual({ code: 'OK', waits: null });
  const { waits } = await dismiss(large);
  expect(waits).toMatchObject({ cause: { code: 'DECISION', limit: 1_000, amount: 1_500 } });
  expect(await Promise.all([small, back, large].map(statusOf))).toEqual(['DISMISSED', 'DISMISSED', 'QUEUED']);
  const counted = () =>
    server.db
      .selectFrom('own_money')
      .where('operator_id', '=', by.id)
      .select(['subject', 'amount'])
      .orderBy('id')
      .execute();
  expect(await counted()).toEqual([{ subject: `incoming:${small}`, amount: 500_00n }]);
  expect(await decideApproval(cashier, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await statusOf(large)).toBe('DISMISSED');
  expect(await counted()).toHaveLength(2);
});
