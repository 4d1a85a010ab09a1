import { REGISTER_NAMES, type RegisterName } from '@krapao/contract/api/operator/registers';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { deposit } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { makeWaitingPayouts } from '../../testing/waitingPayouts.ts';

let server: TestServer;
let manager: TestOperator;
let member: TestMember;
let other: TestMember;
let slipId: bigint;

interface Row {
  id: string;
  member: { id: string; name: string } | null;
  state: string;
  way: string;
  place: string;
  amount: number | null;
  reference: string | null;
  operatorName: string | null;
  row: string | null;
  account: string | null;
  item: { queue: string; id: string } | null;
}
interface Page {
  total: number;
  rows: Row[];
  sums: { state: string; way: string; count: number; amount: number }[];
  figures: { figure: string; amount: number }[];
}

async function read(name: RegisterName, filter: object = {}): Promise<Page> {
  const { status, body } = await manager.call(`POST /api/console/registers/${name}`, {
    page: 1,
    limit: 50,
    ...filter,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const amounts = async (filter: object) => (await read('deposits', filter)).rows.map(({ amount }) => amount);

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
  member = await makeMember(server);
  other = await makeMember(server);
  const { owner } = server;
  await sql`truncate statement_entry cascade`.execute(owner);
  const entry = (id: bigint, cause: string, satang: number, at: string, status = 'SUCCESS', from = 'KBANK') =>
    sql`insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, created_at)
      values (${id}, ${cause}, 'deposit', ${status}, ${from}, 'WALLET', ${satang}, ${at})`.execute(owner);
  await entry(member.id, 'qr:901', 100_00, '2026-01-01T16:59:00Z');
  // Bangkok's second of January.
  await entry(member.id, 'manual:902', 200_50, '2026-01-01T17:00:00Z', 'SUCCESS', 'SCB');
  await entry(other.id, 'gift:903', 300_00, '2026-01-03T00:00:00Z', 'FAILED', 'TRUEMONEY');
  await entry(other.id, 'adjustment:904', 999_00, '2026-01-03T00:00:00Z', 'SUCCESS', 'ADJUSTMENT');
  const { rows } = await sql<{ id: bigint }>`
    insert into slip (member_id, reference, file_key, status, step, amount, trans_ref, uploaded_at, finished_at, decided_by,
      decided_because, decided_at, note)
    values (${member.id}, 'R905', 'k905', 'FAILED', 'DONE', 50000, 'BANKREF905', '2026-01-04T00:00:00Z', now(),
      ${manager.id}, 'no', now(), 'OTHER') returning id`.execute(owner);
  slipId = rows[0]?.id ?? 0n;
});
afterAll(() => server.stop());

test('a register has every row, the newest first, with sums of the whole filter', async () => {
  const { total, rows, sums } = await read('deposits', { limit: 2 });
  expect(total).toBe(4);
  expect(rows.map(({ amount, way, state }) => [amount, way, state])).toEqual([
    [500, 'slip', 'FAILED'],
    [300, 'gift', 'FAILED'],
  ]);
  expect(rows[0]).toMatchObject({
    member: { id: String(member.id) },
    reference: 'BANKREF905',
    operatorName: 'Operator manager',
    row: `slip-${slipId}`,
  });
  expect(sums.map(({ state, way, count, amount }) => [state, way, count, amount])).toEqual([
    ['FAILED', 'gift', 1, 300],
    ['FAILED', 'slip', 1, 500],
    ['SUCCESS', 'claim', 1, 200.5],
    ['SUCCESS', 'qr', 1, 100],
  ]);
});

test('pages join without a gap, also from the far end', async () => {
  const ids = [];
  for (const page of [1, 2, 3, 4]) ids.push(...(await read('deposits', { page, limit: 1 })).rows);
  expect(ids.map(({ amount }) => amount)).toEqual([500, 300, 200.5, 100]);
  expect((await read('deposits', { page: 9 })).rows).toEqual([]);
  // Who knows the total reads the same rows, without sums.
  for (const page of [2, 4]) {
    const { rows } = await read('deposits', { page, limit: 1 });
    expect(await read('deposits', { page, limit: 1, total: 4 })).toEqual({
      total: 4,
      rows,
      sums: [],
      figures: [],
    });
  }
});

test('every filter narrows rows and sums alike', async () => {
  expect(await amounts({ member: String(other.id) })).toEqual([300]);
  expect(await amounts({ states: ['SUCCESS'] })).toEqual([200.5, 100]);
  expect(await amounts({ ways: ['claim', 'gift'] })).toEqual([300, 200.5]);
  expect(await amounts({ place: 'SCB' })).toEqual([200.5]);
  expect(await amounts({ minimum: 200.5, maximum: 300 })).toEqual([300, 200.5]);
  expect(await amounts({ operator: String(manager.id) })).toEqual([500]);
  expect(await amounts({ operator: manager.username })).toEqual([500]);
  expect(await amounts({ reference: 'BANKREF905' })).toEqual([500]);
  expect(await amounts({ reference: `S${slipId}` })).toEqual([500]);
  // Days of Bangkok, both included; times from the first on, up to the second.
  expect(await amounts({ from: '2026-01-02', to: '2026-01-03' })).toEqual([300, 200.5]);
  expect(await amounts({ to: '2026-01-01' })).toEqual([100]);
  expect(await amounts({ from: '2026-01-01T17:00:00Z', to: '2026-01-03T00:00:00Z' })).toEqual([200.5]);
  const { total, sums } = await read('deposits', { states: ['FAILED'], minimum: 400 });
  expect([total, sums.length, sums[0]?.amount]).toEqual([1, 1, 500]);
});

test.each(REGISTER_NAMES)('%s: every filter is understood, and what is none is refused', async (name) => {
  const filters = {
    member: 'nobody',
    place: 'X',
    minimum: 9_999,
    maximum: 2,
    operator: 'nobody',
    reference: 'none such',
  };
  for (const [key, value] of Object.entries({ ...filters, from: '2027-01-01', to: '2026-01-01T00:00:01Z' }))
    expect((await read(name, { [key]: value })).total, key).toBe(0);
  for (const bad of [{ minimum: 0.001 }, { states: ['NONE'] }, { from: '2026-13-41' }, { limit: 501 }]) {
    const { status } = await manager.call(`POST /api/console/registers/${name}`, {
      page: 1,
      limit: 5,
      ...bad,
    });
    expect(status, JSON.stringify(bad)).toBe(400);
  }
});

test('a file has every row of the filter, harmless in a spreadsheet, and each part a line in the audit log', async () => {
  await sql`update member set name = '=HYPERLINK("x")' where id = ${other.id}`.execute(server.owner);
  const file = async (body: object) =>
    (await manager.call('POST /api/console/registers/deposits/file', body)).body as {
      content: string;
      next: string | null;
    };
  const { content, next } = await file({ member: String(other.id) });
  expect(next).toBeNull();
  expect(content.split('\r\n')).toHaveLength(3);
  expect(content).toContain(`"'=HYPERLINK(""x"")"`);
  // The second part begins after the row that ended the first.
  const micros = Date.parse('2026-01-03T00:00:00Z') * 1000;
  const last = (await read('deposits', { member: String(other.id) })).rows[0]?.id.split('-')[1];
  const { content: rest } = await file({ after: `${micros}|${last}` });
  expect(
    rest
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(',')[8]),
  ).toEqual(['"200.50"', '"100.00"']);
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from audit_entry where action = 'register.export' and operator_id = ${manager.id}`.execute(
    server.owner,
  );
  // One for each part.
  expect(rows[0]?.count).toBe(2n);
});

test.each(REGISTER_NAMES)(
  '%s: a part that ended with a row of another register begins no file',
  async (name) => {
    const partAfter = (key: string) =>
      manager.call(`POST /api/console/registers/${name}/file`, { after: `1|${key}` });
    const [number, uuid] = ['5', '00000000-0000-0000-0000-000000000000'];
    const [own, other] = ['deposits', 'bonuses'].includes(name) ? [number, uuid] : [uuid, number];
    expect(await partAfter(own)).toMatchObject({ status: 200, body: { next: null } });
    expect(await partAfter(other)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  },
);

test('a name that more than 1,000 members have leaves out the rows of none', async () => {
  await sql`
    with crowd as (
      insert into member (phone_number, name, password_hash, bank_code, bank_account_name, bank_account_no, currency)
      select '+669' || lpad(n::text, 8, '0'), 'Crowd ' || n, 'none', 'KBANK', 'CROWD', lpad(n::text, 10, '0'), 'BAHT'
      from generate_series(1, 1200) n returning id)
    insert into statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount)
    select id, 'qr:crowd' || id, 'deposit', 'SUCCESS', 'KBANK', 'WALLET', 100 from crowd`.execute(
    server.owner,
  );
  const { total, rows, sums } = await read('deposits', { member: 'crowd' });
  expect([total, rows.length, sums]).toMatchObject([1_200, 50, [{ count: 1_200, amount: 1_200 }]]);
});

test.each(['support', 'cashier'] as const)('%s reads no register', async (role) => {
  const operator = await makeOperator(server, role);
  for (const name of REGISTER_NAMES)
    for (const path of [name, `${name}/file`])
      expect((await operator.call(`POST /api/console/registers/${path}`, { page: 1, limit: 5 })).status).toBe(
        403,
      );
});

test('a row leads to its item where this operator may see it, and names our account that it went through', async () => {
  const { owner } = server;
  const { id: account } = await owner
    .selectFrom('deposit_account')
    .select('id')
    .where('bank_type', '=', 'BANK')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await sql`
    insert into incoming_transfer (sending_bank, trans_ref, source, amount, currency, deposit_account_id, receiver, sender,
      transferred_at, status, member_id, cause, credited_at, credited_amount)
    values ('004', 'ARRIVED902', 'NOTICE', 20050, 'THB', ${account}, '{}', '{}', now(), 'CREDITED', ${member.id},
      'manual:902', now(), 20050)`.execute(owner);
  await deposit(server.db, member.id, 500_00n);
  const [payout = ''] = await makeWaitingPayouts(server.db, [member.id], 1, () => 100_00n);
  await owner.updateTable('withdrawal').set({ cash_account_id: account }).where('id', '=', payout).execute();

  const arrived = await read('deposits', { account: String(account) });
  expect(arrived).toMatchObject({ total: 1, rows: [{ amount: 200.5, reference: 'ARRIVED902' }] });
  expect(arrived.rows[0]?.account).toMatch(/^[A-Z]+ \d+$/);
  const paid = await read('withdrawals', { account: String(account) });
  expect(paid).toMatchObject({
    total: 1,
    rows: [{ account: arrived.rows[0]?.account, item: { queue: 'withdrawals', id: payout } }],
  });
  expect((await read('deposits', { account: '999999999' })).total).toBe(0);

  const slipRow = { states: ['FAILED'], ways: ['slip'] };
  expect((await read('deposits', slipRow)).rows[0]?.item).toEqual({ queue: 'slips', id: String(slipId) });
  // A gift of which no row is left never waited.
  expect((await read('deposits', { ways: ['gift'] })).rows[0]?.item).toBeNull();
  const reader = await makeOperator(server, ['report.read']);
  const { body } = await reader.call('POST /api/console/registers/deposits', {
    page: 1,
    limit: 5,
    ...slipRow,
  });
  expect((body as Page).rows).toMatchObject([{ id: `slip-${slipId}`, item: null }]);
});

test('beside its rows a register says what was booked in these days, as reports and the member’s page do', async () => {
  const today = bangkokDay(Date.now());
  await deposit(server.db, other.id, 123_45n);
  const figures = async (filter: object, name: RegisterName = 'deposits') =>
    (await read(name, filter)).figures;
  const { body } = await manager.call('POST /api/console/reports/summary', { from: today, to: today });
  const told = (body as { figures: { deposits: { amount: number } } }).figures.deposits.amount;
  expect(told).toBeGreaterThanOrEqual(123.45);
  expect(await figures({ from: today, to: today })).toEqual([{ figure: 'deposits', amount: told }]);
  expect(await figures({ member: String(other.id) })).toEqual([{ figure: 'deposits', amount: 123.45 }]);
  // Rows of 2026 count on their day; nothing was booked then.
  expect(await figures({ to: '2026-01-31' })).toEqual([{ figure: 'deposits', amount: 0 }]);
  expect((await figures({}, 'bonuses')).map(({ figure }) => figure)).toContain('cost');
  expect(await figures({}, 'transfers')).toEqual([]);
  // No report knows these.
  for (const filter of [
    { states: ['SUCCESS'] },
    { minimum: 1 },
    { from: `${today}T01:00:00Z` },
    { total: 4 },
  ])
    expect(await figures(filter), JSON.stringify(filter)).toEqual([]);
  expect(await figures({ member: 'nobody' })).toEqual([]);
});
