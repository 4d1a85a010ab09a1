import { randomUUID } from 'node:crypto';
import { REQUESTED_WITH } from '@krapao/contract/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { bringFirstMoney } from '../../testing/firstMoney.ts';
import { fund, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { sendBankNotice } from '../../testing/sandboxBank.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { callConsole, decideApproval, makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const SECRET = 'a secret of these tests alone';
const HOUSE_NAME = 'KRAPAO SERVICE CO., LTD.';

let server: TestServer;
let boss: TestOperator;
let second: TestOperator;
let member: TestMember;
/** Two accounts of ours without any history, new for each test. */
let main: Own;
let spare: Own;
let made = 0;

interface Own {
  id: string;
  accountNo: string;
}

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER, { SANDBOX_SECRET: SECRET });
  [boss, second] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  member = await makeMember(server);
  await bringFirstMoney(server);
  await switchSetting(server, 'ownMoney', { decisionSatang: 1_000_00, operatorDaySatang: 1_000_000_00 });
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  [main, spare] = [await own('KBANK'), await own('SCB')];
});

async function own(bankCode: string, currency = 'BAHT'): Promise<Own> {
  made += 1;
  const accountNo = `5550${String(made).padStart(4, '0')}77`;
  const { id } = await server.owner
    .insertInto('deposit_account')
    .values({
      bank_code: bankCode,
      bank_type: 'BANK',
      mode: 'AUTO',
      account_no: accountNo,
      account_name: HOUSE_NAME,
      currency,
      position: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: String(id), accountNo };
}

interface Sent {
  amount: number;
  /** The sending account; the member's own one by default. */
  from?: { no: string; name: string; bank?: [string, string] };
  at?: Date;
}

/** The bank tells of a transfer into an account. @returns what became of it */
async function arrive(to: Own, bankCode: string, { amount, from, at = new Date() }: Sent) {
  const transRef = randomUUID().replaceAll('-', '').slice(0, 20);
  const [sendingBankCode, sendingBank] = from?.bank ?? ['KBANK', '004'];
  await sendBankNotice(
    server,
    {
      eventId: randomUUID(),
      transRef,
      sendingBank,
      sendingBankCode,
      amount: amount.toFixed(2),
      currency: 'THB',
      receiver: { type: 'account', bankCode, accountNo: to.accountNo },
      sender: { displayName: from?.name ?? '', account: from?.no ?? member.bankAccountNo, proxy: null },
      transferredAt: at.toISOString(),
    },
    SECRET,
  );
  return until(async () => {
    const row = await server.owner
      .selectFrom('incoming_transfer')
      .selectAll()
      .where('trans_ref', '=', transRef)
      .executeTakeFirst();
    return row && (row.status !== 'QUEUED' || row.note !== null) && row;
  });
}

const house = ({ accountNo }: Own) => ({
  no: `xxx-x-x${accountNo.slice(5, 9)}-x`,
  name: HOUSE_NAME,
  bank: ['SCB', '014'] as [string, string],
});

/** Enters something into the books. */
async function enter(change: object, operator = boss, idempotencyKey = randomUUID()) {
  const response = await fetch(`${server.url}/api/console/cash`, {
    method: 'POST',
    headers: {
      'X-Requested-With': REQUESTED_WITH,
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      Cookie: operator.cookie,
    },
    body: JSON.stringify({
      kind: 'TRANSFER',
      from: spare.id,
      to: main.id,
      amount: 100,
      fee: 0,
      reference: '',
      movedAt: new Date().toISOString(),
      reason: 'a test',
      ...change,
    }),
  });
  return { status: response.status, body: (await response.json()) as never as Entered };
}

interface Entered {
  code?: string;
  entry: { id: string; state: string };
  waits: { id: string; cause: { code: string } } | null;
}

interface Some {
  amount: number;
  count: number;
}

interface Shown {
  id: string;
  today: { arrived: Some; credited: Some; asked: Some; amount: number; count: number };
  expected: number;
  nobodys: Some;
  told: { balance: number; expected: number | null; difference: number | null } | null;
}

const split = async ({ id }: Own) => (await boss.call(`GET /api/console/accounts/${id}/differences`)).body;

async function shown({ id }: Own): Promise<Shown> {
  const { body } = await boss.call('GET /api/console/accounts');
  const found = (body as { accounts: Shown[] }).accounts.find((account) => account.id === id);
  if (!found) throw new Error('no such account');
  return found;
}

async function bookOf({ id }: Own) {
  const { body } = await boss.call(`POST /api/console/accounts/${id}/book`, {
    from: yesterday(),
    to: today(),
  });
  return (body as { lines: { kind: string; amount: number; subject: string }[] }).lines;
}

const held = async (account: Own) => (await shown(account)).expected;
const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
const yesterday = () => new Date(Date.now() - 17 * 3_600_000).toISOString().slice(0, 10);
const reverse = (id: string, operator = boss) =>
  operator.call(`POST /api/console/cash/${id}/reverse`, { reason: 'entered twice' });

test('a transfer between own accounts with its fee is booked once for a key, and taken back by reversing', async () => {
  const key = randomUUID();
  const moved = { amount: 300, fee: 35, reference: 'BK-1', movedAt: new Date().toISOString() };
  const first = await enter(moved, boss, key);
  expect(first).toMatchObject({ status: 200, body: { entry: { state: 'APPLIED' }, waits: null } });
  expect((await enter(moved, boss, key)).body.entry).toEqual(first.body.entry);
  expect(await enter({ ...moved, amount: 301 }, boss, key)).toMatchObject({
    body: { code: 'IDEMPOTENCY_MISMATCH' },
  });
  expect([await held(main), await held(spare)]).toEqual([300, -335]);
  const { entry } = (await enter({ kind: 'FEE', to: null, amount: 0, fee: 10 })).body;
  expect(await held(spare)).toBe(-345);
  expect(await reverse(entry.id)).toMatchObject({ status: 200, body: { waits: null } });
  expect(await reverse(entry.id)).toMatchObject({ body: { code: 'ALREADY_DECIDED' } });
  await reverse(first.body.entry.id);
  expect([await held(main), await held(spare)]).toEqual([0, 0]);
  const postings = await server.owner
    .selectFrom('ledger.posting')
    .select(['code', 'reverses_id'])
    .where('cause', '=', `cashEntry:${first.body.entry.id}`)
    .orderBy('id')
    .execute();
  expect(postings.map(({ code, reverses_id }) => [code, reverses_id !== null])).toEqual([
    ['cash_transfer', false],
    ['cash_fee', false],
    ['cash_transfer', true],
    ['cash_fee', true],
  ]);
  const book = await boss.call(`POST /api/console/accounts/${main.id}/book`, {
    from: yesterday(),
    to: today(),
  });
  expect(book.body).toMatchObject({ before: 0, after: 0, lines: [{ kind: 'TRANSFER', isReversed: true }] });
});

test('above the limit of one decision a second person books it; both need the permission', async () => {
  const { body } = await enter({ amount: 5_000 });
  expect(body).toMatchObject({ entry: { state: 'PENDING' }, waits: { cause: { code: 'DECISION' } } });
  expect(await held(main)).toBe(0);
  const waits = body.waits?.id ?? '';
  expect((await decideApproval(boss, waits, 'approve')).body).toMatchObject({ code: 'FOUR_EYES' });
  expect((await decideApproval(second, waits, 'approve')).status).toBe(200);
  expect([await held(main), await held(spare)]).toEqual([5_000, -5_000]);
  const undo = await reverse(body.entry.id, second);
  expect(undo).toMatchObject({ body: { waits: { cause: { code: 'DECISION' } } } });
  expect(await held(main)).toBe(5_000);
  const { id } = (undo.body as { waits: { id: string } }).waits;
  await decideApproval(boss, id, 'approve');
  expect(await held(main)).toBe(0);
  const refused = (await enter({ amount: 6_000 })).body;
  await decideApproval(second, refused.waits?.id ?? '', 'reject');
  expect(await held(main)).toBe(0);
  const cashier = await makeOperator(server, 'cashier');
  expect(await enter({}, cashier)).toMatchObject({ status: 403, body: { code: 'OPERATOR_FORBIDDEN' } });
});

test('entries that name other accounts than their kind, another currency, the future or nothing are refused', async () => {
  const kip = await own('BCEL', 'LAK');
  const codeOf = async (change: object) => (await enter(change)).body.code;
  expect(await codeOf({ to: kip.id })).toBe('CASH_CURRENCY');
  expect(await codeOf({ to: spare.id })).toBe('INVALID_REQUEST');
  expect(await codeOf({ kind: 'FEE', fee: 5, amount: 0 })).toBe('INVALID_REQUEST');
  expect(await codeOf({ kind: 'IN' })).toBe('INVALID_REQUEST');
  expect(await codeOf({ to: '99999999' })).toBe('NO_DATA');
  for (const amount of [0, -5, 0.001]) expect(await codeOf({ amount })).toBe('INVALID_AMOUNT');
  expect(await codeOf({ movedAt: new Date(Date.now() + 3_600_000).toISOString() })).toBe('CASH_PERIOD');
  const keyless = { kind: 'TRANSFER', from: spare.id, to: main.id, amount: 100, fee: 0, reference: '' };
  const entered = { ...keyless, movedAt: new Date().toISOString(), reason: 'a test' };
  expect(await callConsole(server.url, boss.cookie, 'POST /api/console/cash', entered)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST' },
  });
  expect([await held(main), await held(spare)]).toEqual([0, 0]);
  await enter({ kind: 'IN', from: null, to: kip.id, amount: 500, fee: 20 });
  expect(await held(kip)).toBe(480);
});

test('DEP-06 money from an account of ours is nobody’s deposit: it waits, and the entered transfer explains it', async () => {
  const arrival = await arrive(main, 'KBANK', { amount: 100.37, from: house(spare) });
  expect(arrival).toMatchObject({ status: 'QUEUED', note: 'OWN_ACCOUNT', member_id: null });
  const cashier = await makeOperator(server, 'cashier');
  await cashier.call(`POST /api/console/queues/incoming/${arrival.id}/claim`);
  const credit = await cashier.call(`POST /api/console/incoming/${arrival.id}/credit`, {
    memberId: String(member.id),
    reason: 'a mistake',
  });
  expect(credit).toMatchObject({ status: 409, body: { code: 'HOUSE_MONEY' } });
  const { entry } = (await enter({ amount: 100.37 })).body;
  const now = (id: bigint) =>
    server.owner
      .selectFrom('incoming_transfer')
      .select(['status', 'decided_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  expect(await now(arrival.id)).toEqual({ status: 'DISMISSED', decided_by: boss.id });
  await reverse(entry.id);
  expect(await now(arrival.id)).toEqual({ status: 'QUEUED', decided_by: null });

  await enter({ amount: 250 });
  expect(await arrive(main, 'KBANK', { amount: 250, from: house(spare) })).toMatchObject({
    status: 'DISMISSED',
  });
  // The entry explains one arrival.
  expect(await arrive(main, 'KBANK', { amount: 250, from: house(spare) })).toMatchObject({
    status: 'QUEUED',
    note: 'OWN_ACCOUNT',
  });
  // The transfer that explained the first arrival was taken back, and nothing explains the last.
  expect(await shown(main)).toMatchObject({ expected: 600.37, nobodys: { amount: 350.37, count: 2 } });
});

test('the expected balance begins with the bank’s, follows what is booked, and names what makes a difference', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const at = (minutes: number) => minutesAgo(minutes).toISOString();
  await arrive(main, 'KBANK', { amount: 40, at: minutesAgo(50) });
  expect(await held(main)).toBe(40);
  const opening = { kind: 'OPENING', from: null, amount: 900, movedAt: at(30) };
  const opened = await enter(opening);
  expect(opened.body).toMatchObject({ entry: { state: 'APPLIED' } });
  expect(await held(main)).toBe(900);
  expect((await enter(opening)).body.code).toBe('CASH_OPENED');
  // What the opening balance contains is not booked again, however late it is told.
  expect(await arrive(main, 'KBANK', { amount: 60, at: minutesAgo(40) })).toMatchObject({
    status: 'CREDITED',
  });
  expect((await enter({ movedAt: at(40) })).body.code).toBe('CASH_PERIOD');
  await arrive(main, 'KBANK', { amount: 25, at: minutesAgo(20) });
  await enter({ amount: 200, movedAt: at(10) });
  await enter({ kind: 'OUT', from: main.id, to: null, amount: 5, fee: 1, movedAt: at(9) });
  const stranger = { no: 'xxx-x-x9191-x', name: 'ZOE ZETA', bank: ['BBL', '002'] as [string, string] };
  const unknown = await arrive(main, 'KBANK', { amount: 70, from: stranger, at: minutesAgo(8) });
  expect(unknown.status).toBe('QUEUED');
  const told = (when: string) =>
    boss.call(`POST /api/console/accounts/${main.id}/balance`, { balance: 1_189, at: when });
  expect((await told('2016-12-31T23:59:60Z')).status).toBe(400);
  await told(at(5));
  await arrive(main, 'KBANK', { amount: 500, at: minutesAgo(1) });
  // What nobody has yet is in the account, by our books too.
  expect(await shown(main)).toMatchObject({
    expected: 1_689,
    nobodys: { amount: 70, count: 1 },
    told: { balance: 1_189, expected: 1_189, difference: 0 },
  });
  expect((await bookOf(main)).find(({ kind }) => kind === 'ARRIVED')).toMatchObject({
    amount: 70,
    subject: `incoming:${unknown.id}`,
    memberId: null,
  });
  expect(await split(main)).toMatchObject({
    kinds: [{ why: 'NOT_ARRIVED', count: 1, amount: -200 }],
    unexplained: 200,
  });
  // Dismissed, it is in no book, and makes the difference.
  await boss.call(`POST /api/console/queues/incoming/${unknown.id}/claim`);
  await boss.call(`POST /api/console/incoming/${unknown.id}/dismiss`, { reason: 'nobody asked for it' });
  expect(await shown(main)).toMatchObject({
    expected: 1_619,
    nobodys: { amount: 0, count: 0 },
    told: { balance: 1_189, expected: 1_119, difference: 70 },
  });
  // A notice alone may have been false; what a statement shows has arrived.
  expect(await split(main)).toMatchObject({ kinds: [{ why: 'NOT_ARRIVED' }], unexplained: 270 });
  await showOnStatement(unknown.id);
  // Our transfer did arrive, and no bank said so: what is known explains too little, and the rest is told.
  expect(await split(main)).toMatchObject({
    told: { difference: 70 },
    kinds: [
      { why: 'NOT_BOOKED', count: 1, amount: 70 },
      { why: 'NOT_ARRIVED', count: 1, amount: -200 },
    ],
    explained: -130,
    unexplained: 200,
    differences: [
      { why: 'NOT_BOOKED', amount: 70, subject: `incoming:${unknown.id}` },
      { why: 'NOT_ARRIVED', amount: -200 },
    ],
    later: [],
  });

  const file = await boss.call(`POST /api/console/accounts/${main.id}/bookFile`, {
    from: yesterday(),
    to: today(),
  });
  const { content } = file.body as { content: string };
  const lines = content.trim().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeff?"เวลา \(UTC\+7\)",.*"ยอดคงเหลือ"/);
  // A file of today begins and ends on today's date, as people count it.
  for (const line of lines.slice(1)) expect([yesterday(), today()]).toContain(line.slice(1, 11));
  expect(lines.at(-1)).toContain('"500.00","1619.00","THB"');
  // In the words of who reads it.
  const english = await fetch(`${server.url}/api/console/accounts/${main.id}/bookFile`, {
    method: 'POST',
    headers: {
      'X-Requested-With': REQUESTED_WITH,
      'Content-Type': 'application/json',
      'Accept-Language': 'en',
      Cookie: boss.cookie,
    },
    body: JSON.stringify({ from: yesterday(), to: today() }),
  });
  const { content: inEnglish } = (await english.json()) as { content: string };
  expect(inEnglish).toMatch(/^\ufeff?"Time \(UTC\+7\)","Kind",.*"Balance"/);
  expect(inEnglish).toContain('"Opening balance"');
  const saved = await server.owner
    .selectFrom('audit_entry')
    .select(['subject', 'after'])
    .where('action', '=', 'cash.export')
    .execute();
  const exported = { subject: `depositAccount:${main.id}`, after: { from: yesterday(), to: today() } };
  expect(saved).toEqual([exported, exported]);

  // A deposit that no book has cannot lie after a new opening balance.
  await reverse(opened.body.entry.id);
  expect((await enter({ ...opening, movedAt: at(45) })).body.code).toBe('CASH_PERIOD');
  expect((await enter({ ...opening, movedAt: at(35) })).body).toMatchObject({ entry: { state: 'APPLIED' } });
  expect(await held(main)).toBe(1_619);
});

/** As the import of a statement leaves a transfer that it shows. */
const showOnStatement = (id: bigint) =>
  server.owner
    .updateTable('incoming_transfer')
    .set((e) => ({ statement_read_at: new Date(), statement_amount: e.ref('amount') }))
    .where('id', '=', id)
    .execute();

test('a dismissed report that no statement shows explains no difference, and its money entered by hand makes none', async () => {
  const stranger = { no: 'xxx-x-x9494-x', name: 'WIM WHISKY', bank: ['BBL', '002'] as [string, string] };
  const dismissed = async (amount: number) => {
    const { id } = await arrive(main, 'KBANK', { amount, from: stranger, at: minutesAgo(8) });
    await boss.call(`POST /api/console/queues/incoming/${id}/claim`);
    await boss.call(`POST /api/console/incoming/${id}/dismiss`, { reason: 'no deposit' });
    return id;
  };
  const nothing = { told: { difference: 0 }, kinds: [], explained: 0, unexplained: 0, differences: [] };
  await enter({ kind: 'OPENING', from: null, amount: 900, movedAt: minutesAgo(60).toISOString() });
  await dismissed(70);
  await enter({ kind: 'IN', from: null, amount: 70, movedAt: minutesAgo(7).toISOString() });
  const at = minutesAgo(2).toISOString();
  await boss.call(`POST /api/console/accounts/${main.id}/balance`, { balance: 970, at });
  expect(await split(main)).toMatchObject(nothing);
  // It never came.
  const other = await dismissed(71);
  expect(await split(main)).toMatchObject(nothing);
  await showOnStatement(other);
  expect(await split(main)).toMatchObject({
    kinds: [{ why: 'NOT_BOOKED', count: 1, amount: 71 }],
    explained: 71,
    unexplained: -71,
    differences: [{ subject: `incoming:${other}` }],
  });
});

const waitsForPerson = (id: string) =>
  until(() =>
    server.owner
      .selectFrom('withdrawal')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'MANUAL')
      .executeTakeFirst(),
  );

test('WDR-01 a payout by hand leaves the account that the operator names', async () => {
  await arrive(main, 'KBANK', { amount: 300 });
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  const { id } = await member.client('POST /api/wallet/withdraw', { body: { amount: 120 } });
  await waitsForPerson(id);
  const pay = async (accountId: string) => {
    await second.call(`POST /api/console/queues/withdrawals/${id}/claim`);
    return second.call(`POST /api/console/withdrawals/${id}/pay`, {
      transRef: 'BANK0001',
      accountId,
      reason: 'paid at the bank',
    });
  };
  expect((await pay((await own('BCEL', 'LAK')).id)).body).toMatchObject({ code: 'NO_BANK' });
  expect((await pay(main.id)).status).toBe(200);
  expect(await held(main)).toBe(180);
});

test('the day of an account is three numbers: what arrived, what of it members have, what open QRs ask for', async () => {
  const stranger = { no: 'xxx-x-x9292-x', name: 'ZED ZULU', bank: ['BBL', '002'] as [string, string] };
  await arrive(main, 'KBANK', { amount: 41 });
  await arrive(main, 'KBANK', { amount: 72, from: stranger });
  const { id } = await server.owner
    .insertInto('deposit_qr')
    .values({
      member_id: member.id,
      deposit_account_id: BigInt(main.id),
      bank_code: 'KBANK',
      requested: 900_00n,
      amount: 900_01n,
      pay_amount: 900_01n,
      sender_digits: '0000',
      payload: 'a test',
      expires_at: new Date(Date.now() + 600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const day = {
    arrived: { amount: 113, count: 2 },
    credited: { amount: 41, count: 1 },
    asked: { amount: 900.01, count: 1 },
    // What counts against the limits.
    amount: 1_013.01,
    count: 3,
  };
  expect((await shown(main)).today).toMatchObject(day);
  await server.owner
    .updateTable('deposit_qr')
    .set({ status: 'EXPIRED', closed_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect((await shown(main)).today).toMatchObject({
    ...day,
    asked: { amount: 0, count: 0 },
    amount: 113,
    count: 2,
  });
});

test('what arrived stands once among the house accounts, under the name of its account', async () => {
  type Line = { id: string; label: string | null; balance: number };
  const lines = async () => {
    const { body } = await boss.call('POST /api/console/reports/accounts', { from: today(), to: today() });
    const { currencies, isBalanced } = body as {
      currencies: { currency: string; sections: { lines: Line[] }[] }[];
      isBalanced: boolean;
    };
    expect(isBalanced).toBe(true);
    const baht = currencies.find(({ currency }) => currency === 'THB');
    return new Map((baht?.sections ?? []).flatMap((one) => one.lines).map((line) => [line.id, line]));
  };
  const grown = (id: string) =>
    Math.round(((after.get(id)?.balance ?? 0) - (before.get(id)?.balance ?? 0)) * 100);
  const before = await lines();
  await arrive(main, 'KBANK', { amount: 88 });
  const stranger = { no: 'xxx-x-x9393-x', name: 'YAN YANKEE', bank: ['BBL', '002'] as [string, string] };
  await arrive(main, 'KBANK', { amount: 12, from: stranger });
  await enter({ kind: 'FEE', from: main.id, to: null, amount: 0, fee: 3 });
  const after = await lines();
  expect(after.get(`cash:${main.id}`)).toMatchObject({
    label: `KBANK ${main.accountNo} ${HOUSE_NAME}`,
    balance: 97,
  });
  expect(['unbooked', 'free', 'suspense', 'fee'].map(grown)).toEqual([0, 88_00, 12_00, -3_00]);
});

test('of a book without an opening balance nothing is expected, and no difference told', async () => {
  await arrive(main, 'KBANK', { amount: 44 });
  const at = new Date().toISOString();
  await boss.call(`POST /api/console/accounts/${main.id}/balance`, { balance: 500, at });
  expect((await shown(main)).told).toMatchObject({ balance: 500, expected: null, difference: null });
  expect(await split(main)).toMatchObject({ told: { difference: null }, unexplained: null });
  const movedAt = new Date(Date.now() - 3_600_000).toISOString();
  await enter({ kind: 'OPENING', from: null, amount: 400, movedAt });
  expect((await shown(main)).told).toMatchObject({ balance: 500, expected: 444, difference: 56 });
  expect(await split(main)).toMatchObject({ kinds: [], explained: 0, unexplained: 56 });
});

test('WDR-01 a payout of an unknown account is told once, and at the account whose statement shows it', async () => {
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  for (const account of [main, spare])
    await enter({
      kind: 'OPENING',
      from: null,
      to: account.id,
      amount: 900,
      movedAt: minutesAgo(60).toISOString(),
    });
  const payee = await makeMember(server);
  await fund(server.db, payee.id, 1_000_00n);
  const { id } = await payee.client('POST /api/wallet/withdraw', { body: { amount: 141 } });
  await waitsForPerson(id);
  await second.call(`POST /api/console/queues/withdrawals/${id}/claim`);
  const paid = { transRef: 'BANKX1', accountId: null, reason: 'paid at the bank' };
  expect((await second.call(`POST /api/console/withdrawals/${id}/pay`, paid)).status).toBe(200);

  const { unknownPayouts } = (await boss.call('GET /api/console/accounts')).body as {
    unknownPayouts: { currency: string; count: number; amount: number }[];
  };
  const told = unknownPayouts.find(({ currency }) => currency === 'THB');
  const opened = (
    await boss.call('POST /api/console/accounts/unknownPayouts', { currency: 'THB', limit: 1_000 })
  ).body as { count: number; sum: number; rows: { subject: string; amount: number; memberId: string }[] };
  expect([opened.count, opened.sum]).toEqual([told?.count, told?.amount]);
  expect(opened.rows.filter(({ subject }) => subject === `withdrawal:${id}`)).toMatchObject([
    { amount: 141, memberId: String(payee.id) },
  ]);
  const at = minutesAgo(2).toISOString();
  for (const account of [main, spare]) {
    await boss.call(`POST /api/console/accounts/${account.id}/balance`, { balance: 900, at });
    expect(await split(account)).toMatchObject({ kinds: [], explained: 0, unexplained: 0 });
  }
  expect(await upload('import', [`${stamp(1)},,141,759,BANKX1,TO A MEMBER`])).toMatchObject({ outgoing: 1 });
  expect(await split(main)).toMatchObject({
    told: { difference: -141 },
    kinds: [{ why: 'ACCOUNT_UNKNOWN', count: 1, amount: -141 }],
    explained: -141,
    unexplained: 0,
    differences: [{ subject: `withdrawal:${id}`, reference: 'BANKX1' }],
  });
  expect(await split(spare)).toMatchObject({ kinds: [], explained: 0, unexplained: 0 });
});

test('WDR-01 a payout in a bank file is in the opening balance told after the file, however late its answer is read', async () => {
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  const exported = async () => {
    const payee = await makeMember(server);
    await fund(server.db, payee.id, 1_000_00n);
    const { id } = await payee.client('POST /api/wallet/withdraw', { body: { amount: 120 } });
    await waitsForPerson(id);
    const terms = { payingAccount: main.accountNo, companyId: 'C1', productCode: 'MCP' };
    const { body } = await second.call('POST /api/console/withdrawals/export', {
      ids: [id],
      format: 'scb-business-net',
      terms,
    });
    return (body as { batchId: string }).batchId;
  };
  const allPaid = (batchId: string) =>
    second.call(`POST /api/console/withdrawals/batches/${batchId}/allPaid`, { reason: 'the bank says so' });
  const before = await exported();
  const opening = { kind: 'OPENING', from: null, amount: 900, movedAt: new Date().toISOString() };
  const opened = await enter(opening);
  const after = await exported();
  await allPaid(before);
  expect(await held(main)).toBe(900);
  await allPaid(after);
  expect(await held(main)).toBe(780);
  // A payout that no book has cannot lie after a new opening balance.
  await reverse(opened.body.entry.id);
  const earlier = { ...opening, movedAt: new Date(Date.now() - 60_000).toISOString() };
  expect((await enter(earlier)).body.code).toBe('CASH_PERIOD');
});

test('DEP-06 digits that end as ours do are no account of ours without its name; the entry names the account', async () => {
  const nameless = { ...house(spare), name: '' };
  expect(await arrive(main, 'KBANK', { amount: 61, from: nameless })).toMatchObject({
    status: 'QUEUED',
    note: 'AMBIGUOUS',
  });
  expect(
    await arrive(main, 'KBANK', { amount: 62, from: { ...nameless, no: spare.accountNo } }),
  ).toMatchObject({
    note: 'OWN_ACCOUNT',
  });
  const third = await own('SCB');
  await enter({ from: third.id, amount: 63 });
  const arrival = await arrive(main, 'KBANK', { amount: 63, from: house(spare) });
  expect(arrival).toMatchObject({ status: 'QUEUED', note: 'OWN_ACCOUNT' });
  await enter({ from: third.id, amount: 63 });
  const now = () =>
    server.owner
      .selectFrom('incoming_transfer')
      .select('status')
      .where('id', '=', arrival.id)
      .executeTakeFirstOrThrow();
  expect(await now()).toEqual({ status: 'QUEUED' });
  await enter({ amount: 63 });
  expect(await now()).toEqual({ status: 'DISMISSED' });
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** A time as a statement writes it. */
const stamp = (minutes: number) =>
  new Date(minutesAgo(minutes).getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Uploads a statement of the main account: time, in, out, balance, reference, description. */
async function upload(path: 'preview' | 'import', rows: string[]) {
  const form = new FormData();
  form.set(
    'mapping',
    JSON.stringify({ headerLine: 0, date: 0, in: 1, out: 2, balance: 3, reference: 4, description: 5 }),
  );
  form.set('file', new Blob([rows.join('\n')]), 'statement.csv');
  const response = await fetch(`${server.url}/api/console/reconciliation/accounts/${main.id}/${path}`, {
    method: 'POST',
    headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: boss.cookie },
    body: form,
  });
  return (await response.json()) as object;
}

test('a statement’s closing balance stands beside the book’s, and what left is explained by it or told', async () => {
  await enter({ kind: 'OPENING', from: null, amount: 900, movedAt: minutesAgo(60).toISOString() });
  await enter({
    from: main.id,
    to: spare.id,
    amount: 200,
    fee: 10,
    reference: 'BK7',
    movedAt: minutesAgo(30).toISOString(),
  });
  const rows = [
    `${stamp(29)},,200,700,BK7,TRANSFER`,
    `${stamp(29)},,10,690,,FEE`,
    `${stamp(8)},,55.50,634.50,X1,SOMEBODY`,
  ];
  const differences = async () =>
    (
      (await boss.call(`GET /api/console/accounts/${main.id}/differences`)).body as {
        differences: { why: string; amount: number; reference: string }[];
      }
    ).differences.filter(({ why }) => why === 'LEFT_UNEXPLAINED');
  expect(await upload('preview', rows)).toMatchObject({
    outgoing: { count: 3, amount: 265.5, unexplained: 1, unread: 3 },
    closing: { balance: 634.5, expected: 690, difference: -55.5 },
    lines: [{ becomes: 'EXPLAINED' }, { becomes: 'EXPLAINED' }, { becomes: 'UNEXPLAINED', text: 'SOMEBODY' }],
  });
  expect(await differences()).toEqual([]);
  expect(await upload('import', rows)).toMatchObject({ outgoing: 3, credited: 0, waits: null });
  expect(await upload('preview', rows)).toMatchObject({ unread: 0, outgoing: { count: 3, unread: 0 } });
  expect(await upload('import', rows)).toMatchObject({ outgoing: 0 });
  // The last line once more, in a file without seconds and balances.
  expect(await upload('import', [`${stamp(8).slice(0, 16)},,55.50,,,`])).toMatchObject({ outgoing: 0 });
  expect(await shown(main)).toMatchObject({ told: { balance: 634.5, expected: 690, difference: -55.5 } });
  expect(await differences()).toMatchObject([{ amount: -55.5, reference: 'X1' }]);
  await enter({
    kind: 'OUT',
    from: main.id,
    to: null,
    amount: 55.5,
    movedAt: minutesAgo(9).toISOString(),
  });
  expect(await differences()).toEqual([]);
  expect(await shown(main)).toMatchObject({ told: { difference: 0 } });

  // The bank writes an amount and its fee as one line; each line of the book stands beside the bank's balance.
  await enter({ from: main.id, to: spare.id, amount: 20, fee: 1, movedAt: minutesAgo(5).toISOString() });
  expect(await upload('import', [`${stamp(4)},,21,600,BK8,TRANSFER`])).toMatchObject({ outgoing: 1 });
  expect(await differences()).toEqual([]);
  const book = await boss.call(`POST /api/console/accounts/${main.id}/book`, {
    from: yesterday(),
    to: today(),
  });
  const { lines } = book.body as {
    lines: { kind: string; balance: number; told: { balance: number; difference: number } | null }[];
  };
  expect(lines.map(({ kind, balance, told }) => [kind, balance, told?.balance, told?.difference])).toEqual([
    ['FEE', 613.5, 600, -13.5],
    ['TRANSFER', 614.5, undefined, undefined],
    ['OUT', 634.5, 634.5, 0],
    ['FEE', 690, 690, 0],
    ['TRANSFER', 700, 700, 0],
    ['OPENING', 900, undefined, undefined],
  ]);
});

test('WDR-01 a payout that a statement shows as left is told in the queue and the bank file; a refused one waits again, once', async () => {
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  const asked = async (amount: number) => {
    const payee = await makeMember(server);
    await fund(server.db, payee.id, 1_000_00n);
    const { id } = await payee.client('POST /api/wallet/withdraw', { body: { amount } });
    await waitsForPerson(id);
    return id;
  };
  const [byHand, refused, inFile] = [await asked(131), await asked(132), await asked(133)];
  const decide = async (id: string, how: string, body: object = {}, by = second) => {
    await by.call(`POST /api/console/queues/withdrawals/${id}/claim`);
    return by.call(`POST /api/console/withdrawals/${id}/${how}`, { reason: 'as the bank says', ...body });
  };
  expect((await decide(refused, 'reject')).status).toBe(200);
  const terms = { payingAccount: main.accountNo, companyId: 'C1', productCode: 'MCP' };
  const made = await second.call('POST /api/console/withdrawals/export', {
    ids: [inFile],
    format: 'scb-business-net',
    terms,
  });
  const { batchId } = made.body as { batchId: string };
  type Told = { id: string; state: string; contradiction: string | null; onStatement: object | null };
  const waiting = async (id: string) =>
    ((await second.call('GET /api/console/withdrawals?order=newest')).body as { items: Told[] }).items.find(
      (item) => item.id === id,
    );
  expect(await waiting(byHand)).toMatchObject({ onStatement: null });
  expect(await waiting(refused)).toBeUndefined();

  const lines = [
    `${stamp(0)},,131,,R131,TO A MEMBER`,
    `${stamp(0)},,132,,,TO ANOTHER`,
    `${stamp(0)},,133,,R133,`,
  ];
  expect(await upload('import', lines)).toMatchObject({ outgoing: 3 });
  expect(await waiting(byHand)).toMatchObject({
    state: 'MANUAL',
    onStatement: { accountId: main.id, amount: 131, reference: 'R131', text: 'TO A MEMBER', isWhole: false },
  });
  expect(await waiting(refused)).toMatchObject({
    state: 'REJECTED',
    contradiction: expect.stringContaining('TO ANOTHER'),
    onStatement: { amount: 132 },
  });
  const file = (await second.call(`GET /api/console/withdrawals/batches/${batchId}`)).body;
  expect(file).toMatchObject({ rows: [{ state: 'EXPORTED', onStatement: { reference: 'R133' } }] });

  // A line books nothing by itself; the operator does.
  expect(await held(main)).toBe(0);
  expect((await decide(byHand, 'pay', { transRef: 'R131', accountId: main.id })).status).toBe(200);
  expect(await held(main)).toBe(-131);

  // What was closed is not asked again by the same line, in whatever file.
  expect((await decide(refused, 'close')).status).toBe(403);
  await second.call(`POST /api/console/queues/withdrawals/${refused}/release`);
  expect((await decide(refused, 'close', {}, boss)).status).toBe(200);
  await upload('import', lines);
  await upload('import', [`${stamp(0).slice(0, 16)},,132,,,`]);
  expect(await waiting(refused)).toBeUndefined();
});
