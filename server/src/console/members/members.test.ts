import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { callConsole, decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
let manager: TestOperator;
let other: TestOperator;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  manager = await makeOperator(server, 'manager');
  other = await makeOperator(server, 'manager');
  member = await makeMember(server);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const path = (rest = '') => `/api/console/members/${member.id}${rest}`;
const show = async () => (await manager.call(`GET ${path()}`)).body as Record<string, never>;
const wallet = async () => (await moneyOf(server.db, member.id)).wallet;

function adjust(operator: TestOperator, body: object, key: string = randomUUID()) {
  return callConsole(server.url, operator.cookie, `POST ${path('/adjust')}`, body, {
    'Idempotency-Key': key,
  });
}
const MISSING = { reasonCode: 'MISSING_DEPOSIT', reason: 'transfer of Tuesday' };

test('a member is found by telephone in any spelling, id, account and name, the surest first', async () => {
  const find = async (text: string) =>
    (
      (await manager.call('POST /api/console/members/search', { text })).body as {
        members: { id: string; because: string }[];
      }
    ).members[0];
  const id = String(member.id);
  const tail = member.phoneNumber.slice(1);
  for (const spelling of [
    member.phoneNumber,
    `+66${tail}`,
    `66 ${tail}`,
    `${member.phoneNumber.slice(0, 3)}-${member.phoneNumber.slice(3)}`,
  ]) {
    expect(await find(spelling), spelling).toMatchObject({ id, because: 'phone' });
  }
  expect(await find(id)).toMatchObject({ id, because: 'id' });
  expect(await find(member.bankAccountNo)).toMatchObject({ id, because: 'account' });
  expect(await find('somchai jai')).toMatchObject({ because: 'name' });
  expect(await find('%%%')).toBeUndefined();
  expect(await find("'; drop table member --")).toBeUndefined();
});

test('a name is found in every spelling that looks like it, typed or stored', async () => {
  const names = ['กาญจน์ น้\u0e33ใส', 'กาญจน์ น\u0e4d\u0e49\u0e32ใส'];
  const ids: bigint[] = [];
  for (const name of names) {
    const { id } = await makeMember(server);
    await server.owner.updateTable('member').set({ name }).where('id', '=', id).execute();
    ids.push(id);
  }
  for (const typed of ['น้\u0e33ใส', 'น\u0e4d\u0e49\u0e32ใส', 'น\u0e33\u0e49ใส'])
    for (const id of ids) {
      const { body } = await manager.call('POST /api/console/members/search', { text: typed });
      expect(body, typed).toMatchObject({
        members: expect.arrayContaining([expect.objectContaining({ id: String(id), because: 'name' })]),
      });
    }
});

test('a search says how many fit, and reads all of them page by page', async () => {
  const {
    id: _,
    name_keys: __keys,
    further_name_keys: __further,
    search_name: __search,
    ...row
  } = await server.owner
    .selectFrom('member')
    .selectAll()
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  await server.owner
    .insertInto('member')
    .values(
      Array.from({ length: 45 }, (___, index) => ({
        ...row,
        name: 'ครบทุกหน้า',
        phone_number: `+6690000${1000 + index}`,
        bank_account_no: `55500${10_000 + index}`,
      })),
    )
    .execute();
  const page = async (skip: number) =>
    (await manager.call('POST /api/console/members/search', { text: 'ครบทุกหน้า', skip })).body as {
      count: number;
      isMore: boolean;
      members: { id: string }[];
    };
  const pages = [await page(0), await page(20), await page(40)];
  expect(pages.map(({ count, isMore, members }) => [count, isMore, members.length])).toEqual([
    [45, false, 20],
    [45, false, 20],
    [45, false, 5],
  ]);
  expect(new Set(pages.flatMap(({ members }) => members.map(({ id }) => id))).size).toBe(45);
});

test('notes and tags are kept, and on record', async () => {
  await manager.call(`POST ${path('/notes')}`, { text: 'ขอรูปสลิปให้ครบสี่มุม' });
  await manager.call(`PUT ${path('/tags')}`, { tags: ['VIP', ' slips '] });
  expect(await show()).toMatchObject({
    notes: [{ text: 'ขอรูปสลิปให้ครบสี่มุม', operatorName: 'Operator manager' }],
    tags: ['VIP', 'slips'],
  });
  const lines = await server.owner
    .selectFrom('audit_entry')
    .select('action')
    .where('member_id', '=', member.id)
    .where('operator_id', '=', manager.id)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['member.note', 'member.tag', 'member.look']);
});

test('a suspended member is out at once and in again only when restored', async () => {
  const suspended = await makeMember(server);
  const at = `/api/console/members/${suspended.id}`;
  await manager.call(`POST ${at}/suspend`, { reason: 'stolen telephone' });
  await expect(suspended.client('GET /api/wallet')).rejects.toMatchObject({ code: 'INVALID_USER_2' });
  const logIn = () =>
    server.client()('POST /api/login', {
      body: { username: suspended.phoneNumber, password: suspended.password },
    });
  await expect(logIn()).rejects.toMatchObject({ code: 'INACTIVE_USER' });
  expect(await manager.call(`POST ${at}/suspend`, { reason: 'again' })).toMatchObject({ status: 409 });
  await manager.call(`POST ${at}/restore`, { reason: 'has a new one' });
  await expect(logIn()).resolves.toHaveProperty('token');
  // What was open before stays closed.
  await expect(suspended.client('GET /api/wallet')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('SAFE-12 API-05 a member whom an operator excludes is out at once, and INVALID_USER_3; nobody shortens it', async () => {
  const tired = await makeMember(server);
  const at = `/api/console/members/${tired.id}`;
  const exclude = (months: number | null) =>
    manager.call(`POST ${at}/exclude`, { reason: 'asked for it', months });
  expect((await manager.call(`GET ${at}`)).body).toMatchObject({ pauses: [] });
  expect(await exclude(6)).toMatchObject({ status: 200 });
  await expect(tired.client('GET /api/wallet')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const logIn = (password: string) =>
    server.client()('POST /api/login', { body: { username: tired.phoneNumber, password } });
  await expect(logIn(tired.password)).rejects.toMatchObject({ code: 'INVALID_USER_3' });
  // Who does not know the password learns nothing of it.
  await expect(logIn('another password')).rejects.toMatchObject({ code: 'WRONG_CREDENTIAL' });
  expect(await exclude(12)).toMatchObject({ status: 200 });
  expect(await exclude(6)).toMatchObject({ status: 409, body: { code: 'PAUSE_LONGER' } });
  expect(await manager.call(`POST ${at}/break`, { reason: 'x', days: 7 })).toMatchObject({
    status: 409,
    body: { code: 'PAUSE_LONGER' },
  });
  for (const months of [0, 1, 24, 121, 1.5, '6'])
    expect(await manager.call(`POST ${at}/exclude`, { reason: 'x', months })).toMatchObject({ status: 400 });
  const { waits } = (await exclude(null)).body as { waits: { id: string } | null };
  if (waits !== null) expect(await decideApproval(other, waits.id, 'approve')).toMatchObject({ status: 200 });
  const { pauses } = (await manager.call(`GET ${at}`)).body as {
    pauses: { until: string | null; operatorName: string; holds: boolean }[];
  };
  expect(pauses).toMatchObject([
    { kind: 'exclusion', source: 'operator', until: null, reason: 'asked for it', holds: true },
    { holds: true },
    { holds: true },
  ]);
  expect(pauses.every(({ operatorName }) => operatorName !== '')).toBe(true);
});

test('after a reset neither session nor password is good; nobody learns a new one', async () => {
  const lost = await makeMember(server);
  const answer = await manager.call(`POST /api/console/members/${lost.id}/reset-password`, {
    reason: 'asked',
  });
  expect(answer.body).toEqual({ code: 'OK' });
  await expect(lost.client('GET /api/wallet')).rejects.toMatchObject({ status: 401 });
  await expect(
    server.client()('POST /api/login', { body: { username: lost.phoneNumber, password: lost.password } }),
  ).rejects.toMatchObject({ code: 'WRONG_CREDENTIAL' });
});

test('a small adjustment is booked at once and once, by a posting that names its operator', async () => {
  const before = await wallet();
  const key = randomUUID();
  const answers = await Promise.all(
    [1, 2, 3].map(() => adjust(manager, { amount: 250.25, ...MISSING }, key)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await wallet()) - before).toBe(250_25n);
  expect(await adjust(manager, { amount: 250, ...MISSING }, key)).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  const keyless = await callConsole(server.url, manager.cookie, `POST ${path('/adjust')}`, {
    amount: 250.25,
    ...MISSING,
  });
  expect(keyless).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
  expect((await wallet()) - before).toBe(250_25n);
  const { postings } = (await manager.call(`POST ${path('/postings')}`, {})).body as { postings: object[] };
  expect(postings[0]).toMatchObject({
    direction: 'in',
    amount: 250.25,
    account: 'adjustment',
    actor: `operator:${manager.id}`,
    balanceAfter: Number(await wallet()) / 100,
  });
  const { entries } = (await manager.call(`POST ${path('/statement')}`, {})).body as { entries: object[] };
  expect(entries[0]).toMatchObject({
    type: 'deposit',
    from: 'ADJUSTMENT',
    amount: 250.25,
    status: 'SUCCESS',
  });
});

test('an adjustment never takes more than the member has', async () => {
  const before = await wallet();
  expect(await adjust(manager, { amount: -900, ...MISSING })).toMatchObject({
    body: { code: 'MONEY_NOT_ENOUGH' },
  });
  expect(await adjust(manager, { amount: -50.25, reasonCode: 'OPERATOR_ERROR', reason: 'x' })).toMatchObject({
    body: { adjustment: { state: 'APPLIED', amount: -50.25 }, waits: null },
  });
  expect(before - (await wallet())).toBe(50_25n);
  expect(await adjust(manager, { amount: 0, ...MISSING })).toMatchObject({
    body: { code: 'INVALID_AMOUNT' },
  });
  expect(await adjust(manager, { amount: 0.001, ...MISSING })).toMatchObject({
    body: { code: 'INVALID_AMOUNT' },
  });
});

test('adjustments are no deposits: both ways stand in one figure, which opens to its postings', async () => {
  const figure = (name: string, page: object = { limit: 10 }) =>
    manager.call(`POST ${path('/figure')}`, { figure: name, ...page }) as Promise<{
      status: number;
      body: { count: number; sum: number; rows: { what: string; amount: number }[]; next: string | null };
    }>;
  const { totals } = await show();
  expect(totals).toMatchObject({ deposits: 0, withdrawals: 0, cost: 0, adjustments: 200 });
  const { body } = await figure('adjustments');
  expect([body.count, body.sum]).toEqual([2, 200]);
  expect(body.rows.map(({ what, amount }) => [what, amount])).toEqual([
    ['adjustment', 250.25],
    ['adjustment', -50.25],
  ]);
  const first = (await figure('adjustments', { limit: 1 })).body;
  const second = (await figure('adjustments', { limit: 1, after: first.next })).body;
  expect([...first.rows, ...second.rows]).toEqual(body.rows);
  expect(second).toMatchObject({ count: null, sum: null, next: null });
  expect((await figure('deposits')).body).toMatchObject({ count: 0, sum: 0, rows: [] });
  const own = await member.client('GET /api/protection/activity');
  expect(own).toMatchObject({ deposited: 0, withdrawn: 0, adjusted: 200 });
  for (const wrong of ['newMembers', 'salaries']) expect((await figure(wrong)).status).toBe(400);
  expect(
    await manager.call('POST /api/console/members/999999999/figure', { figure: 'deposits', limit: 1 }),
  ).toMatchObject({ body: { code: 'NO_USER' } });
});

test('a large adjustment needs four eyes, whichever page shows it', async () => {
  const before = await wallet();
  const key = randomUUID();
  const asked = (await adjust(manager, { amount: 1000.01, ...MISSING }, key)).body as {
    adjustment: { id: string };
    waits: { id: string };
  };
  expect(asked).toMatchObject({
    adjustment: { state: 'PENDING' },
    waits: { cause: { code: 'DECISION', limit: 1000, amount: 1000.01 }, takesEffectAt: null },
  });
  expect((await adjust(manager, { amount: 1000.01, ...MISSING }, key)).body).toEqual(asked);
  expect(await wallet()).toBe(before);
  expect(await decideApproval(manager, asked.waits.id, 'approve')).toMatchObject({
    status: 403,
    body: { code: 'FOUR_EYES' },
  });
  await manager.call(`POST /api/console/queues/approvals/${asked.waits.id}/release`);
  expect(await decideApproval(other, asked.waits.id, 'approve')).toMatchObject({ status: 200 });
  expect((await wallet()) - before).toBe(1000_01n);
  expect(await decideApproval(other, asked.waits.id, 'reject')).toMatchObject({
    body: { code: 'ALREADY_DECIDED' },
  });

  const second = (await adjust(manager, { amount: 5000, ...MISSING })).body as { waits: { id: string } };
  expect(await decideApproval(manager, second.waits.id, 'reject')).toMatchObject({ status: 200 });
  expect((await wallet()) - before).toBe(1000_01n);
  expect(await show()).toMatchObject({
    adjustments: [{ state: 'REJECTED' }, { state: 'APPLIED', decidedBy: { id: String(other.id) } }, {}, {}],
  });
});

test('slips with their pictures, QRs, and whom the member invited, in pages', async () => {
  const inviter = await makeMember(server);
  const at = (rest: string) => `/api/console/members/${inviter.id}${rest}` as const;
  await server.owner
    .updateTable('member')
    .set({ invited_by: inviter.id })
    .where('id', '=', member.id)
    .execute();
  await server.owner
    .insertInto('slip')
    .values(
      Array.from({ length: 13 }, (_, index) => ({
        member_id: inviter.id,
        reference: randomUUID(),
        file_key: randomUUID(),
        step: 'OPERATOR' as const,
        amount: 100n + BigInt(index),
        uploaded_at: new Date(Date.UTC(2026, 10, 1, 0, 0, index)),
      })),
    )
    .execute();
  const first = (await manager.call(`POST ${at('/slips')}`, {})).body as {
    slips: { id: string; picture: string; amount: number; isWaiting: boolean }[];
    hasMore: boolean;
  };
  expect(first).toMatchObject({ hasMore: true });
  expect(first.slips[0]).toMatchObject({ amount: 1.12, isWaiting: true });
  expect(first.slips[0]?.picture).toMatch(/^\/media\/slips\/.+signature=/);
  const rest = (await manager.call(`POST ${at('/slips')}`, { before: first.slips.at(-1)?.id }))
    .body as typeof first;
  expect(rest).toMatchObject({ hasMore: false, slips: [{ amount: 1 }] });

  const { banks } = await inviter.client('GET /api/lookup/deposit');
  const bankCode = banks.find(({ mode }) => mode === 'QR')?.bankCode ?? '';
  await inviter.client('POST /api/qrcode/:bankCode', { params: { bankCode }, body: { amount: 321 } });
  const payments = (await manager.call(`POST ${at('/payments')}`, {})).body as { payments: { at: string }[] };
  expect(payments).toMatchObject({ payments: [{ kind: 'qr', status: 'OPEN' }], hasMore: false });
  expect(
    (await manager.call(`POST ${at('/payments')}`, { before: payments.payments[0]?.at })).body,
  ).toMatchObject({ payments: [] });

  expect((await manager.call(`POST ${at('/invitees')}`, {})).body).toMatchObject({
    invitees: [{ id: String(member.id), phoneNumber: `+66${member.phoneNumber.slice(1)}` }],
    hasMore: false,
  });
  expect((await manager.call(`GET ${at('')}`)).body).toMatchObject({ invitees: 1 });
});

test('a stranger’s id is nobody', async () => {
  for (const key of [
    'GET /api/console/members/999999999',
    'POST /api/console/members/999999999/suspend',
  ] as const) {
    const body = key.startsWith('GET') ? undefined : { reason: 'x' };
    expect(await manager.call(key, body)).toMatchObject({ status: 404, body: { code: 'NO_USER' } });
  }
});
