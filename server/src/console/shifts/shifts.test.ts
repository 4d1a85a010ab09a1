import { randomUUID } from 'node:crypto';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
let cashier: TestOperator;
let other: TestOperator;
let manager: TestOperator;
let member: TestMember;
let accountId: string;

interface Report {
  shift: {
    id: string;
    decisions: number;
    credited: number;
    paid: number;
    differs: boolean;
    isOverdue: boolean;
  };
  figures: { action: string; count: number; amount: number; taken: number }[];
  accounts: { account: { id: string }; in: number; out: number; opening: object; closing: object }[];
}
interface Mine {
  open: Report | null;
  accounts: { id: string; label: string }[];
  handOver: { note: string } | null;
}
interface List {
  shifts: { id: string; closedAt: string | null; closedBy: string | null; closedBecause: string | null }[];
}

const days = { from: bangkokDay(Date.now() - 86_400_000), to: bangkokDay(Date.now()) };
const mine = async (who: TestOperator): Promise<Mine> =>
  (await who.call('GET /api/console/shifts/mine')).body;
const list = async (who: TestOperator, filter: object = {}): Promise<List> =>
  (await who.call('POST /api/console/shifts/list', { ...days, ...filter })).body;
const open = (who: TestOperator, counted?: number) =>
  who.call('POST /api/console/shifts/open', {
    counts: counted === undefined ? [] : [{ accountId, counted }],
  });
const close = (who: TestOperator, body: object) => who.call('POST /api/console/shifts/close', body);

/** Claims an item of a queue and decides it. */
async function decide(who: TestOperator, queue: string, path: string, body: object) {
  const [, , , , id] = `/api/console/${path}`.split('/');
  await who.call(`POST /api/console/queues/${queue}/${id}/claim`);
  const answer = await who.call(`POST /api/console/${path}`, { reason: 'looked at it', ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function giftLink(): Promise<string> {
  const { id } = await server.owner
    .insertInto('gift_link')
    .values({ member_id: member.id, hash: randomUUID(), reason: 'TIMEOUT', attempts: 9, due_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

async function waitingSlip(): Promise<string> {
  const { id } = await server.owner
    .insertInto('slip')
    .values({
      member_id: member.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step: 'OPERATOR',
      operator_note: 'SENDER_UNCLEAR',
      trans_ref: randomUUID().replaceAll('-', '').slice(0, 20),
      sending_bank: '004',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  cashier = await makeOperator(server, 'cashier');
  other = await makeOperator(server, 'cashier');
  manager = await makeOperator(server, 'manager');
  member = await makeMember(server);
  accountId = (await mine(cashier)).accounts.find(({ label }) => label.startsWith('GSB'))?.id ?? '';
  const opened = await manager.call('POST /api/console/cash', {
    kind: 'OPENING',
    from: null,
    to: accountId,
    amount: 10_000,
    fee: 0,
    reference: '',
    reason: 'first balance',
    movedAt: new Date(Date.now() - 3_600_000).toISOString(),
  });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  await deposit(server.db, member.id, 1_000_00n);
});
afterAll(() => server.stop());

test('a shift counts what its operator decided in it, and nothing else, beside what they counted and the book', async () => {
  expect(await close(cashier, { counts: [] })).toMatchObject({ body: { code: 'SHIFT_CLOSED' } });
  expect(
    await cashier.call('POST /api/console/shifts/open', {
      counts: [
        { accountId, counted: 1 },
        { accountId, counted: 2 },
      ],
    }),
  ).toMatchObject({ status: 400, body: { code: 'SHIFT_COUNTS' } });
  const answers = await Promise.all([open(cashier, 10_000), open(cashier, 10_000)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  await open(manager);

  await decide(cashier, 'gifts', `gifts/${await giftLink()}/approve`, { amount: 65 });
  await decide(cashier, 'gifts', `gifts/${await giftLink()}/reject`, {});
  await decide(cashier, 'slips', `slips/${await waitingSlip()}/approve`, { amount: 120.5, accountId });
  await decide(cashier, 'slips', `slips/${await waitingSlip()}/reject`, { note: 'NOT_MATCH' });
  const [paid = '', refused = ''] = await makeWaitingPayouts(server.db, [member.id], 2, () => 100_00n);
  await decide(cashier, 'withdrawals', `withdrawals/${paid}/pay`, { transRef: 'BANK1', accountId });
  await decide(cashier, 'withdrawals', `withdrawals/${refused}/reject`, {});
  for (const amount of [50, -20])
    await manager.call(`POST /api/console/members/${member.id}/adjust`, {
      amount,
      reasonCode: 'OPERATOR_ERROR',
      reason: '=1+1',
    });

  expect(await close(cashier, { counts: [] })).toMatchObject({ body: { code: 'SHIFT_COUNTS' } });
  const closed = await close(cashier, {
    counts: [{ accountId, counted: 10_020 }],
    note: 'one slip is doubtful',
  });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  await decide(cashier, 'gifts', `gifts/${await giftLink()}/approve`, { amount: 99 });

  const { id } = closed.body as { id: string };
  const report = (await cashier.call(`GET /api/console/shifts/${id}`)).body as Report;
  expect(report.shift).toMatchObject({ decisions: 6, credited: 185.5, paid: 100, differs: true });
  expect(report.figures).toEqual([
    { action: 'slip.approve', count: 1, amount: 120.5, taken: 0 },
    { action: 'slip.reject', count: 1, amount: 0, taken: 0 },
    { action: 'gift.approve', count: 1, amount: 65, taken: 0 },
    { action: 'gift.reject', count: 1, amount: 0, taken: 0 },
    { action: 'withdrawal.pay', count: 1, amount: 100, taken: 0 },
    { action: 'withdrawal.reject', count: 1, amount: 100, taken: 0 },
  ]);
  expect(report.accounts).toMatchObject([
    {
      account: { id: accountId },
      in: 120.5,
      out: 100,
      opening: { counted: 10_000, booked: 10_000, difference: 0 },
      closing: { counted: 10_020, booked: 10_020.5, difference: -0.5 },
    },
  ]);
  expect((await mine(manager)).open?.figures).toEqual([
    { action: 'balance.adjust', count: 2, amount: 50, taken: 20 },
  ]);
  expect((await mine(other)).handOver).toMatchObject({ note: 'one slip is doubtful' });

  const { decisions } = (await manager.call(`POST /api/console/shifts/${id}/decisions`, {})).body as {
    decisions: { subject: string; amount: number | null; member: { id: string } }[];
  };
  expect(decisions).toHaveLength(6);
  expect(decisions[1]).toMatchObject({
    subject: `withdrawal:${paid}`,
    amount: 100,
    member: { id: String(member.id) },
  });
});

test('own shifts are read by their operator, all by managers, who save them; a cell is no formula', async () => {
  const [own] = (await list(cashier)).shifts;
  expect((await list(other)).shifts).toEqual([]);
  expect((await list(manager)).shifts).toHaveLength(2);
  expect((await list(manager, { operatorId: String(cashier.id) })).shifts).toMatchObject([{ id: own?.id }]);
  for (const path of [`GET /api/console/shifts/${own?.id}`, `POST /api/console/shifts/${own?.id}/file`])
    expect((await other.call(path)).body, path).toMatchObject({ code: 'NO_DATA' });
  expect((await cashier.call('POST /api/console/shifts/list/file', days)).status).toBe(403);

  const shifts = (await manager.call('POST /api/console/shifts/list/file', days)).body as { content: string };
  expect(shifts.content.trimEnd().split('\r\n')).toHaveLength(3);
  expect(shifts.content).toContain('"6","185.50","100.00","differs","one slip is doubtful"');
  const running = (await mine(manager)).open?.shift.id;
  const file = (await manager.call(`POST /api/console/shifts/${running}/file`)).body as { content: string };
  expect(file.content).toContain(`"-20.00","'=1+1"`);
  const lines = await server.owner
    .selectFrom('audit_entry')
    .select('subject')
    .where('action', '=', 'shift.export')
    .orderBy('id')
    .execute();
  expect(lines.map(({ subject }) => subject)).toEqual(['shift:all', `shift:${running}`]);
});

test('a forgotten shift is shown to managers, who close it with a reason; nobody closes a running or an own one', async () => {
  const overdue = async (who: TestOperator) =>
    ((await who.call('GET /api/console/queues')).body as { overdueShifts: { id: string }[] }).overdueShifts;
  const { id } = (await open(other)).body as { id: string };
  const end = (who: TestOperator, which = id) =>
    who.call(`POST /api/console/shifts/${which}/end`, { reason: 'went home ill' });
  expect((await end(manager)).body).toMatchObject({ code: 'SHIFT_RUNNING' });
  expect(await overdue(manager)).toEqual([]);
  const own = (await mine(manager)).open?.shift.id;
  await server.owner
    .updateTable('operator_shift')
    .set({ opened_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('closed_at', 'is', null)
    .execute();
  expect((await overdue(manager)).map((shift) => shift.id)).toContain(id);
  expect(await overdue(cashier)).toEqual([]);
  expect((await end(cashier)).status).toBe(403);
  expect((await end(manager, own)).body).toMatchObject({ code: 'FOUR_EYES' });
  expect((await end(manager)).status).toBe(200);
  expect((await end(manager)).body).toMatchObject({ code: 'SHIFT_CLOSED' });
  expect(await close(other, { counts: [] })).toMatchObject({ body: { code: 'SHIFT_CLOSED' } });
  expect((await list(other)).shifts).toMatchObject([
    { id, closedBy: 'Operator manager', closedBecause: 'went home ill' },
  ]);
  const line = await server.owner
    .selectFrom('audit_entry')
    .select(['operator_id', 'reason'])
    .where('action', '=', 'shift.end')
    .executeTakeFirst();
  expect(line).toEqual({ operator_id: manager.id, reason: 'went home ill' });
  // The next one begins at once.
  expect((await open(other)).status).toBe(200);
});
