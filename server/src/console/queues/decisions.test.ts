import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import { writeSetting } from '../../settings/settings.ts';
import { DEPOSIT_RULES } from '../../testing/depositRules.ts';
import { moneyOf, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { callConsole, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const GSB = { type: 'account' as const, bankCode: 'GSB', accountNo: '020990000033' };

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

const claim = (queue: string, id: unknown) => cashier.call(`POST /api/console/queues/${queue}/${id}/claim`);
const wallet = async () => (await moneyOf(server.db, member.id)).wallet;
const auditOf = (subject: string) =>
  server.owner.selectFrom('audit_entry').selectAll().where('subject', '=', subject).orderBy('id').execute();

async function incoming(amount: bigint, transRef: string): Promise<bigint> {
  await server.db.transaction().execute((trx) =>
    receiveTransfer(
      trx,
      {
        eventId: randomUUID(),
        transRef,
        sendingBank: '004',
        sendingBankCode: 'KBANK',
        amount,
        currency: 'THB',
        receiver: GSB,
        sender: {
          displayName: 'SOMCHAI J***',
          account: `xxx-x-x${member.bankAccountNo.slice(5, 9)}-x`,
          proxy: null,
        },
        transferredAt: new Date(),
      },
      DEPOSIT_RULES,
    ),
  );
  const { id } = await server.db
    .selectFrom('incoming_transfer')
    .select('id')
    .where('trans_ref', '=', transRef)
    .executeTakeFirstOrThrow();
  return id;
}

const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);

async function waitingSlip(transRef: string | null): Promise<bigint> {
  const { id } = await server.owner
    .insertInto('slip')
    .values({
      member_id: member.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step: 'OPERATOR',
      operator_note: 'SENDER_UNCLEAR',
      trans_ref: transRef,
      sending_bank: transRef === null ? null : '004',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('a slip: its facts, approval only with a claim, credited once, on record', async () => {
  const id = await waitingSlip(newRef());
  const list = (await cashier.call('GET /api/console/slips')).body as {
    items: { id: string; claim: unknown }[];
  };
  expect(list.items).toMatchObject([{ id: String(id), claim: null, note: 'SENDER_UNCLEAR' }]);
  const shown = (await cashier.call(`GET /api/console/slips/${id}`)).body as {
    accounts: { id: string; label: string }[];
    facts: { name: string }[];
    picture: string;
  };
  expect(shown.facts.map(({ name }) => name)).toEqual(['sender', 'account', 'receiver', 'time', 'reference']);
  expect(shown.picture).toMatch(/^\/media\/slips\/.+signature=/);

  const before = await wallet();
  const approve = () =>
    cashier.call(`POST /api/console/slips/${id}/approve`, {
      amount: 120.5,
      accountId: shown.accounts.find(({ label }) => label.startsWith('GSB'))?.id,
      reason: 'seen at the bank',
    });
  expect(await approve()).toMatchObject({ status: 409, body: { code: 'QUEUE_NOT_TAKEN' } });
  await claim('slips', id);
  const openedAt = new Date(Date.now() - 40_000);
  await server.owner
    .updateTable('queue_claim')
    .set({ claimed_at: openedAt })
    .where('item', '=', String(id))
    .execute();
  await server.owner
    .updateTable('slip')
    .set({ uploaded_at: new Date(Date.now() - 7_200_000) })
    .where('id', '=', id)
    .execute();
  await claim('slips', id);
  expect(await approve()).toMatchObject({ status: 200 });
  await claim('slips', id);
  expect(await approve()).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  expect((await wallet()) - before).toBe(120_50n);
  // What deciding took counts from the opening, not from the upload; a renewed claim is the same opening.
  const { opened_at } = await server.owner
    .selectFrom('slip')
    .select('opened_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(opened_at).toEqual(openedAt);
  const { today } = (await cashier.call('GET /api/console/slips')).body as {
    today: { decided: number; averageSeconds: number };
  };
  expect(today.decided).toBe(1);
  expect(today.averageSeconds).toBeGreaterThan(30);
  expect(today.averageSeconds).toBeLessThan(3_600);
  expect(await auditOf(`slip:${id}`)).toMatchObject([
    { action: 'slip.approve', member_id: member.id, operator_id: cashier.id, reason: 'seen at the bank' },
  ]);
});

test('a slip that was handed on is a supervisor’s: a cashier neither sees nor decides it', async () => {
  const supervisor = await makeOperator(server, 'manager');
  const id = await waitingSlip(newRef());
  const escalate = () =>
    cashier.call(`POST /api/console/slips/${id}/escalate`, { reason: 'name looks wrong' });
  expect(await escalate()).toMatchObject({ status: 409, body: { code: 'QUEUE_NOT_TAKEN' } });
  await claim('slips', id);
  expect(await escalate()).toMatchObject({ status: 200 });
  const listed = async (operator: TestOperator) =>
    (
      (await operator.call('GET /api/console/slips')).body as { items: { id: string; escalation: unknown }[] }
    ).items.find((item) => item.id === String(id));
  const count = async (operator: TestOperator) =>
    ((await operator.call('GET /api/console/queues')).body as { counts: { slips: number } }).counts.slips;
  expect(await listed(cashier)).toBeUndefined();
  expect(await listed(supervisor)).toMatchObject({
    escalation: { operatorName: 'Operator cashier', reason: 'name looks wrong' },
  });
  expect((await count(supervisor)) - (await count(cashier))).toBe(1);
  // A cashier cannot block the supervisors from it either.
  expect(await claim('slips', id)).toMatchObject({ body: { code: 'NO_DATA' } });
  expect(
    await cashier.call(`POST /api/console/slips/${id}/reject`, { note: 'NOT_MATCH', reason: 'x' }),
  ).toMatchObject({ status: 409, body: { code: 'QUEUE_NOT_TAKEN' } });
  expect(await escalate()).toMatchObject({ body: { code: 'QUEUE_NOT_TAKEN' } });
  await supervisor.call(`POST /api/console/queues/slips/${id}/claim`);
  expect(
    await supervisor.call(`POST /api/console/slips/${id}/reject`, { note: 'NOT_MATCH', reason: 'x' }),
  ).toMatchObject({ status: 200 });
  expect((await auditOf(`slip:${id}`)).map(({ action }) => action)).toEqual(['slip.escalate', 'slip.reject']);
});

test('a refused slip tells the member the reason of the specification', async () => {
  const id = await waitingSlip(newRef());
  await claim('slips', id);
  expect(
    await cashier.call(`POST /api/console/slips/${id}/reject`, {
      note: 'NOT_MATCH',
      reason: 'another account',
    }),
  ).toMatchObject({ status: 200 });
  const slip = await server.db.selectFrom('slip').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect([slip.status, slip.note]).toEqual(['FAILED', 'NOT_MATCH']);
  expect(
    await cashier.call(`POST /api/console/slips/${id}/reject`, { note: 'no such reason', reason: 'x' }),
  ).toMatchObject({ status: 400 });
});

test('a transfer without an owner: who it may be of, credited once, dismissed never afterwards', async () => {
  const id = await incoming(77_00n, newRef());
  const { candidates } = (await cashier.call(`GET /api/console/incoming/${id}/candidates`)).body as {
    candidates: { member: { id: string }; because: string }[];
  };
  expect(candidates).toContainEqual(
    expect.objectContaining({
      member: expect.objectContaining({ id: String(member.id) }),
      because: 'account',
    }),
  );
  const before = await wallet();
  await claim('incoming', id);
  expect(
    await cashier.call(`POST /api/console/incoming/${id}/credit`, {
      memberId: String(member.id),
      reason: 'called, knows the amount',
    }),
  ).toMatchObject({ status: 200 });
  await claim('incoming', id);
  expect(await cashier.call(`POST /api/console/incoming/${id}/dismiss`, { reason: 'x' })).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });
  expect((await wallet()) - before).toBe(77_00n);
});

test('SAFE-29 a withdrawal by hand: risks, over the promised time, a file for the bank, paid once, or given back', async () => {
  const id = await incoming(900_00n, newRef());
  await claim('incoming', id);
  await cashier.call(`POST /api/console/incoming/${id}/credit`, { memberId: String(member.id), reason: 'x' });
  const withdraw = server.settings.get('withdraw');
  await server.owner
    .transaction()
    .execute((trx) => writeSetting(trx, 'withdraw', { ...withdraw, isAutomatic: false }, 'test'));
  await server.settings.reload();
  for (const amount of [300, 400]) await member.client('POST /api/wallet/withdraw', { body: { amount } });

  type Item = {
    id: string;
    amount: number;
    risks: string[];
    deposits: { count: number; total: number; lastAt: string };
    withdrawals: { count: number; total: number };
    adjustments: number;
  };
  const items = async () =>
    ((await cashier.call('GET /api/console/withdrawals')).body as { items: Item[] }).items;
  await until(async () => (await items()).length === 2);
  const [first, second] = await items();
  expect([first?.amount, second?.amount]).toEqual([300, 400]);
  expect(first?.risks).toEqual(expect.arrayContaining(['FIRST_WITHDRAWAL', 'NEW_MEMBER', 'NO_PLAY']));
  expect(first?.withdrawals).toEqual({ count: 0, total: 0 });
  expect(first?.risks).not.toContain('OVER_PROMISE');
  const later = (minutes: number) =>
    server.owner
      .updateTable('withdrawal')
      .set({ created_at: sql<Date>`created_at - make_interval(mins => ${minutes})` })
      .where('id', '=', first?.id ?? '')
      .execute();
  await later(121);
  expect((await items()).map(({ risks }) => risks.includes('OVER_PROMISE'))).toEqual([true, false]);
  await later(-121);
  const { rows } = await sql<{ count: number; total: number }>`
    select count(*)::int as count, sum(p.amount)::float8 / 100 as total from ledger.posting p
    join ledger.account w on w.id = p.credit where w.member_id = ${member.id} and p.code = 'deposit'`.execute(
    server.owner,
  );
  expect(first?.deposits).toMatchObject({ ...rows[0], lastAt: expect.stringMatching(/T.*Z$/) });
  // What a colleague gave was not paid in, and says so.
  const gift = { amount: 10, reasonCode: 'GOODWILL', reason: 'a gift' };
  const { cookie } = await makeOperator(server, 'manager');
  const asked = await callConsole(server.url, cookie, `POST /api/console/members/${member.id}/adjust`, gift, {
    'Idempotency-Key': randomUUID(),
  });
  expect(asked.status).toBe(200);
  const given = (await items())[0];
  expect([given?.deposits, given?.adjustments]).toEqual([first?.deposits, (first?.adjustments ?? 0) + 10]);

  const file = (await cashier.call('POST /api/console/withdrawals/export', { ids: [first?.id] })).body as {
    batchId: string;
    content: string;
  };
  expect(file.content).toContain(`"${member.bankAccountNo}"`);
  expect(file.content).toContain('"300.00"');

  const before = await moneyOf(server.db, member.id);
  const row = `withdrawals/batches/${file.batchId}/rows/1`;
  await cashier.call(`POST /api/console/${row}/toQueue`, { reason: 'the bank told by telephone' });
  await claim('withdrawals', first?.id);
  const seen = { state: 'STUCK', why: 'the bank told by telephone' };
  const pay = {
    transRef: 'BATCH-7-1',
    accountId: null,
    reason: 'paid with the batch',
    batchId: file.batchId,
    seen,
  };
  expect(await cashier.call(`POST /api/console/withdrawals/${first?.id}/pay`, pay)).toMatchObject({
    status: 200,
  });
  expect((await items())[0]?.withdrawals).toEqual({ count: 1, total: 300 });
  await claim('withdrawals', second?.id);
  expect(
    await cashier.call(`POST /api/console/withdrawals/${second?.id}/reject`, { reason: 'account closed' }),
  ).toMatchObject({ status: 200 });
  const after = await moneyOf(server.db, member.id);
  expect(before.wallet - after.wallet).toBe(300_00n);
  expect(await items()).toEqual([]);
  expect(await auditOf(`withdrawal:${first?.id}`)).toMatchObject([{ action: 'withdrawal.pay' }]);
});
