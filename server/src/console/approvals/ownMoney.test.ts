import { randomInt, randomUUID } from 'node:crypto';
import { REQUESTED_WITH } from '@krapao/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { depositRules } from '../../modules/deposits/depositRules.ts';
import { receiveTransfer } from '../../modules/deposits/incoming/receiveTransfer.ts';
import { anyLevel } from '../../testing/anyLevel.ts';
import { fund, moneyOf } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import {
  callConsole,
  decideApproval,
  logInOverHttp,
  makeOperator,
  type TestOperator,
} from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { waitingBackends } from '../../testing/waitingBackends.ts';
import { countOwnMoney, membersOfOwnMoney } from './ownMoney.ts';

const GSB = { type: 'account' as const, bankCode: 'GSB', accountNo: '020990000033' };

let server: TestServer;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await anyLevel(server);
  const account = await server.db
    .selectFrom('deposit_account')
    .where('bank_code', '=', 'GSB')
    .select('id')
    .executeTakeFirstOrThrow();
  accountId = String(account.id);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const wallet = async ({ id }: TestMember) => (await moneyOf(server.db, id)).wallet;
const newRef = () => randomUUID().replaceAll('-', '').slice(0, 20);

interface Item {
  queue: string;
  id: string;
  /** The call that makes the money, below /api/console. */
  path: string;
  body: object;
}

async function slip(member: TestMember, amount: number): Promise<Item> {
  const { id } = await server.owner
    .insertInto('slip')
    .values({
      member_id: member.id,
      reference: randomUUID(),
      file_key: randomUUID(),
      step: 'OPERATOR',
      operator_note: 'NO_VERIFIER',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { amount, accountId, transRef: newRef() };
  return { queue: 'slips', id: String(id), path: `slips/${id}/approve`, body };
}

async function notice(member: TestMember, amount: number, transRef = newRef()): Promise<Item> {
  const { id } = await server.owner
    .insertInto('manual_deposit')
    // Of another amount than is approved, so that a member may have many.
    .values({ member_id: member.id, amount: BigInt(randomInt(1, 1_000_000_000)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const body = { amount, accountId, transRef };
  return { queue: 'transferClaims', id: String(id), path: `transferClaims/${id}/approve`, body };
}

async function gift(member: TestMember, amount: number): Promise<Item> {
  const { id } = await server.owner
    .insertInto('gift_link')
    .values({ member_id: member.id, hash: newRef(), reason: 'TIMEOUT', attempts: 9, due_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { queue: 'gifts', id: String(id), path: `gifts/${id}/approve`, body: { amount } };
}

async function latePayment(member: TestMember, amount: number): Promise<Item> {
  const satang = BigInt(amount) * 100n;
  const { id } = await server.owner
    .insertInto('gateway_payment')
    .values({
      member_id: member.id,
      gateway: 'WW',
      connection_id: 'sandbox-gateway-ww',
      amount: satang,
      pay_amount: satang,
      pay_currency: 'THB',
      status: 'EXPIRED',
      expires_at: new Date(Date.now() - 60_000),
      closed_at: new Date(),
      paid_amount: satang,
      received: satang,
      paid_at: new Date(),
      queued_at: new Date(),
      note: 'LATE',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { queue: 'latePayments', id, path: `latePayments/${id}/credit`, body: {} };
}

async function stuckWithdrawal(member: TestMember, amount: number): Promise<Item> {
  await fund(server.db, member.id, BigInt(amount) * 100n);
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  await member.client('POST /api/wallet/withdraw', { body: { amount } });
  const { id } = await server.owner
    .updateTable('withdrawal')
    .set({ state: 'STUCK', reason: 'NOT_FOUND', due_at: null })
    .where('member_id', '=', member.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    queue: 'withdrawals',
    id,
    path: `withdrawals/${id}/reject`,
    body: { seen: { state: 'STUCK', why: 'NOT_FOUND' } },
  };
}

interface Waits {
  id: string;
  cause: { code: string; limit: number; amount: number };
}

/** Takes an item and makes its money. @returns what waits for a second person, null where nothing does */
async function make(operator: TestOperator, { queue, id, path, body }: Item) {
  await operator.call(`POST /api/console/queues/${queue}/${id}/claim`);
  const answer = await operator.call(`POST /api/console/${path}`, { ...body, reason: 'a grudge' });
  return answer as { status: number; body: { code: string; waits: Waits | null } };
}

function correct(operator: TestOperator, member: TestMember, amount: number) {
  const body = { amount, reasonCode: 'GOODWILL', reason: 'a grudge' };
  return operator.call(`POST /api/console/members/${member.id}/adjust`, body) as Promise<{
    status: number;
    body: { waits: Waits | null };
  }>;
}

const countOf = async (operator: TestOperator, queue: string) =>
  ((await operator.call('GET /api/console/queues')).body as { counts: Record<string, number> }).counts[queue];

/** What was made by these operators at the bank's back, in baht. */
async function madeBy(...operators: TestOperator[]): Promise<number> {
  const rows = await server.owner
    .selectFrom('own_money')
    .where(
      'operator_id',
      'in',
      operators.map(({ id }) => id),
    )
    .select('amount')
    .execute();
  return Number(rows.reduce((sum, { amount }) => sum + amount, 0n)) / 100;
}

test.each([
  ['an invented slip of a wallet', slip],
  ['an invented notice', notice],
  ['a gift link', gift],
  ['a late payment', latePayment],
])(
  'DEP-14 %s of 5,000,000 waits for a second person, and the member has nothing of it',
  async (_, makeItem) => {
    const [cashier, other] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'cashier')];
    const member = await makeMember(server);
    const item = await makeItem(member, 5_000_000);
    const before = (await countOf(other, item.queue)) ?? 0;
    const { body } = await make(cashier, item);
    expect(body.waits).toMatchObject({
      cause: { code: 'DECISION', limit: 1000, amount: 5_000_000 },
      takesEffectAt: null,
    });
    expect(await wallet(member)).toBe(0n);
    await expect(
      member.client('POST /api/wallet/withdraw', { body: { amount: 100_000 } }),
    ).rejects.toMatchObject({ code: 'MONEY_NOT_ENOUGH' });
    expect((await countOf(other, item.queue)) ?? 0).toBe(before - 1);
    expect(await make(other, item)).toMatchObject({ status: 409, body: { code: 'APPROVAL_WAITING' } });

    const id = body.waits?.id ?? '';
    expect(await decideApproval(cashier, id, 'approve')).toMatchObject({ body: { code: 'FOUR_EYES' } });
    await cashier.call(`POST /api/console/queues/approvals/${id}/release`);
    const listed = (await other.call('GET /api/console/approvals')).body as { items: { id: string }[] };
    expect(listed.items.find((one) => one.id === id)).toMatchObject({
      member: { id: String(member.id) },
      amount: 5_000_000,
      barred: null,
    });
    expect(await decideApproval(other, id, 'reject')).toMatchObject({ status: 200 });
    expect(await countOf(other, item.queue)).toBe(before);
    await other.call(`POST /api/console/queues/${item.queue}/${item.id}/release`);
    const again = (await make(cashier, item)).body.waits;
    expect(await decideApproval(other, again?.id ?? '', 'approve')).toMatchObject({ status: 200 });
    expect(await wallet(member)).toBe(5_000_000_00n);
    // What two have approved uses up nobody's day but the member's.
    expect((await make(cashier, await gift(await makeMember(server), 900))).body.waits).toBeNull();
    expect((await make(cashier, await gift(member, 1))).body.waits?.cause.code).toBe('MEMBER_DAY');
  },
);

test.each([
  ['notices for one member', 'MEMBER_DAY', 3000, 1, notice],
  ['gift links for many members', 'OPERATOR_DAY', 10_000, 4, gift],
  ['adjustments for one member', 'MEMBER_DAY', 3000, 1, undefined],
] as const)(
  '30 x 1,000 as %s: the limit of the day stops it, and says so',
  async (_, code, limit, count, makeItem) => {
    const manager = await makeOperator(server, 'manager');
    const members = await Promise.all(Array.from({ length: count }, () => makeMember(server)));
    const answers = [];
    for (let nth = 0; nth < 30; nth += 1) {
      const member = members[nth % members.length] as TestMember;
      const { body } = makeItem
        ? await make(manager, await makeItem(member, 1000))
        : await correct(manager, member, 1000);
      answers.push(body.waits);
    }
    expect(answers.slice(0, limit / 1000)).toEqual(Array(limit / 1000).fill(null));
    for (const waits of answers.slice(limit / 1000))
      expect(waits?.cause).toEqual({ code, limit, amount: limit + 1000 });
    expect(await madeBy(manager)).toBe(limit);
    const wallets = await Promise.all(members.map(wallet));
    expect(wallets.reduce((sum, one) => sum + one, 0n)).toBe(BigInt(limit) * 100n);
  },
);

test('three accounts of one name have one day’s limit: splitting among them does not help', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const accounts = await Promise.all([0, 1, 2].map(() => makeMember(server)));
  for (const [nth, { id }] of accounts.entries())
    await server.owner
      .updateTable('member')
      .set({
        bank_account_name: ['PRASERT THONGDEE', 'MR PRASERT K. THONGDEE', 'PRASERT THONGDEE SUK'][nth] ?? '',
      })
      .where('id', '=', id)
      .execute();
  const answers = [];
  for (const member of [...accounts, ...accounts])
    answers.push((await make(cashier, await gift(member, 1000))).body.waits?.cause.code ?? null);
  expect(answers).toEqual([null, null, null, 'MEMBER_DAY', 'MEMBER_DAY', 'MEMBER_DAY']);
});

test('two browsers at once: both cannot have the last of a limit, neither the operator’s nor the member’s', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const beside: TestOperator = {
    ...cashier,
    call: (() => {
      const session = logInOverHttp(server.url, cashier);
      return async (key: string, body?: unknown) =>
        callConsole(server.url, (await session).cookie, key, body);
    })(),
  };
  const members = await Promise.all(Array.from({ length: 4 }, () => makeMember(server)));
  const items = await Promise.all([...members, ...members, ...members].map((member) => gift(member, 1000)));
  const answers = await Promise.all(items.map((item, nth) => make(nth % 2 ? cashier : beside, item)));
  expect(answers.filter(({ body }) => body.waits === null)).toHaveLength(10);
  expect(await madeBy(cashier)).toBe(10_000);

  const operators = await Promise.all(Array.from({ length: 5 }, () => makeOperator(server, 'cashier')));
  const member = await makeMember(server);
  const notices = await Promise.all(operators.map(() => notice(member, 1000)));
  const results = await Promise.all(operators.map((operator, nth) => make(operator, notices[nth] as Item)));
  expect(results.filter(({ body }) => body.waits === null)).toHaveLength(3);
  expect(await wallet(member)).toBe(3000_00n);
});

test.each([
  ['OPERATOR_DAY', 9000],
  ['MEMBER_DAY', 2000],
] as const)(
  'a decision waits for the one at the same moment that uses up the limit: %s',
  async (code, used) => {
    const [one, other] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'cashier')];
    const [member, another] = [await makeMember(server), await makeMember(server)];
    const isOperators = code === 'OPERATOR_DAY';
    await server.owner
      .insertInto('own_money')
      .values({
        subject: `test:${randomUUID()}`,
        operator_id: one.id,
        member_id: member.id,
        amount: BigInt(used) * 100n,
      })
      .execute();
    const decided = await server.db.transaction().execute(async (trx) => {
      await countOwnMoney(trx, { operatorId: one.id }, server, {
        subject: `test:${randomUUID()}`,
        amount: 1000_00n,
        memberId: (isOperators ? another : member).id,
      });
      const item = await gift(isOperators ? await makeMember(server) : member, 1000);
      const answer = make(isOperators ? one : other, item);
      await waitingBackends(server.owner);
      return { answer };
    });
    expect((await decided.answer).body.waits?.cause).toMatchObject({ code });
  },
);

test('what the bank reported of this very amount, from the member’s own account, is free of limits; another amount, or another’s money, is not', async () => {
  const cashier = await makeOperator(server, 'cashier');
  const member = await makeMember(server);
  const told = async (amount: bigint, from = member) => {
    const transRef = newRef();
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
          sender: { displayName: from.bankAccountName, account: from.bankAccountNo, proxy: null },
          transferredAt: new Date(),
        },
        depositRules(server.settings),
      ),
    );
    return transRef;
  };
  expect((await make(cashier, await notice(member, 50_000, await told(50_000_00n)))).body.waits).toBeNull();
  expect(await madeBy(cashier)).toBe(0);
  expect(await wallet(member)).toBe(50_000_00n);
  const small = await told(10_00n);
  expect((await make(cashier, await notice(member, 5_000_000, small))).body.waits).toMatchObject({
    cause: { code: 'DECISION', amount: 5_000_000 },
  });
  const queued = async (transRef: string): Promise<Item> => {
    const { id } = await server.db
      .selectFrom('incoming_transfer')
      .where('trans_ref', '=', transRef)
      .select('id')
      .executeTakeFirstOrThrow();
    const body = { memberId: String(member.id) };
    return { queue: 'incoming', id: String(id), path: `incoming/${id}/credit`, body };
  };
  const own = await make(cashier, await queued(await told(70_000_00n)));
  expect(own).toMatchObject({ status: 200, body: { waits: null } });
  expect(await wallet(member)).toBe(120_000_00n);

  // Money of somebody else, given to an accomplice: as it waits, and by a notice or a slip with its reference.
  const victim = await makeMember(server);
  const beyond = { cause: { code: 'DECISION', limit: 1000, amount: 60_000 } };
  for (const forged of [notice, slip]) {
    const transRef = await told(60_000_00n, victim);
    const item = await forged(member, 60_000);
    const body = { ...item.body, transRef };
    if (forged === slip)
      expect(await make(cashier, { ...item, body })).toMatchObject({ body: { code: 'SENDER_FITS_SEVERAL' } });
    const named = { ...body, ...(forged === slip && { memberId: String(member.id) }) };
    expect((await make(cashier, { ...item, body: named })).body.waits).toMatchObject(beyond);
  }
  const item = await queued(await told(60_000_00n, victim));
  const { waits } = (await make(cashier, item)).body;
  expect(waits).toMatchObject(beyond);
  expect(await wallet(member)).toBe(120_000_00n);
  const other = await makeOperator(server, 'cashier');
  const listed = async (queue: string) =>
    ((await other.call(`GET /api/console/${queue}`)).body as { items: { id: string }[] }).items;
  expect((await listed('incoming')).some(({ id }) => id === item.id)).toBe(false);
  expect((await listed('approvals')).find(({ id }) => id === waits?.id)).toMatchObject({
    member: { id: String(member.id) },
    facts: [{ name: 'sender' }, { name: 'reference' }],
  });
  expect(await decideApproval(other, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await wallet(member)).toBe(180_000_00n);
  expect((await membersOfOwnMoney(server.db, cashier.id, server)).has(member.id)).toBe(true);
});

test('WDR-01 a stuck withdrawal that is refused may have been paid: above the limit a second person says so', async () => {
  const [cashier, other] = [await makeOperator(server, 'cashier'), await makeOperator(server, 'cashier')];
  const member = await makeMember(server);
  const item = await stuckWithdrawal(member, 4000);
  const { body } = await make(cashier, item);
  expect(body.waits).toMatchObject({ cause: { code: 'DECISION', amount: 4000 } });
  expect(await moneyOf(server.db, member.id)).toMatchObject({ held: 4000_00n });
  expect(await decideApproval(other, body.waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await moneyOf(server.db, member.id)).toMatchObject({ wallet: 4000_00n, held: 0n });
});

test('WDR-01 nobody decides the payout of money that they made, nor hands it to the bank', async () => {
  const [cashier, second, stranger] = [
    await makeOperator(server, 'cashier'),
    await makeOperator(server, 'cashier'),
    await makeOperator(server, 'cashier'),
  ];
  const member = await makeMember(server);
  const waits = (await make(cashier, await notice(member, 2500))).body.waits;
  expect(await decideApproval(second, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  await switchSetting(server, 'withdraw', { isAutomatic: false });
  await member.client('POST /api/wallet/withdraw', { body: { amount: 2500 } });
  const { id } = await server.owner
    .updateTable('withdrawal')
    .set({ state: 'MANUAL', due_at: null })
    .where('member_id', '=', member.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const pay = {
    queue: 'withdrawals',
    id,
    path: `withdrawals/${id}/pay`,
    body: { transRef: 'B1', accountId: null },
  };
  for (const own of [cashier, second]) {
    expect(await make(own, pay)).toMatchObject({
      status: 403,
      body: { code: 'PAYOUT_OWN_DEPOSIT', detail: { reason: 'LIMIT', amounts: { limit: 1000 } } },
    });
    expect(await own.call('POST /api/console/withdrawals/export', { ids: [id] })).toMatchObject({
      body: { code: 'NO_DATA' },
    });
    await own.call(`POST /api/console/queues/withdrawals/${id}/release`);
  }
  const isOwn = async (operator: TestOperator) =>
    (
      (await operator.call('GET /api/console/withdrawals')).body as {
        items: { id: string; isOwnMoney: boolean }[];
      }
    ).items.find((item) => item.id === id)?.isOwnMoney;
  expect([await isOwn(second), await isOwn(stranger)]).toEqual([true, false]);
  expect(await moneyOf(server.db, member.id)).toMatchObject({ held: 2500_00n });
  expect(await make(stranger, pay)).toMatchObject({ status: 200 });
});

test('an invented statement is imported by two persons, whatever columns it is read by', async () => {
  const [manager, other] = [await makeOperator(server, 'manager'), await makeOperator(server, 'manager')];
  const stamp = new Date(Date.now() + 7 * 3_600_000).toISOString();
  const text = `date,small,large,ref\n${stamp.slice(0, 10)} ${stamp.slice(11, 19)},10,4000000,${newRef()}\n`;
  const upload = async (amount: number) => {
    const form = new FormData();
    form.set('mapping', JSON.stringify({ headerLine: 1, date: 0, amount, reference: 3 }));
    form.set('file', new Blob([text], { type: 'text/csv' }), 'statement.csv');
    const response = await fetch(`${server.url}/api/console/reconciliation/accounts/${accountId}/import`, {
      method: 'POST',
      headers: { 'X-Requested-With': REQUESTED_WITH, Cookie: manager.cookie },
      body: form,
    });
    return (await response.json()) as { code?: string; queued: number; waits: Waits | null };
  };
  const { waits } = await upload(2);
  expect(waits).toMatchObject({ cause: { code: 'DECISION', amount: 4_000_000 } });
  const lines = () =>
    server.owner.selectFrom('incoming_transfer').where('source', '=', 'STATEMENT').select('amount').execute();
  expect(await lines()).toEqual([]);
  expect(await upload(2)).toMatchObject({ code: 'APPROVAL_WAITING' });
  expect(await decideApproval(other, waits?.id ?? '', 'approve')).toMatchObject({ status: 200 });
  expect(await upload(2)).toMatchObject({ queued: 1, waits: null });
  expect(await lines()).toEqual([{ amount: 4_000_000_00n }]);
});

test('a second account of one’s own approves nothing', async () => {
  const administrator = await makeOperator(server, 'administrator');
  const member = await makeMember(server);
  const waits = (await correct(administrator, member, 90_000)).body.waits;
  const puppet = await makeOperator(server, 'manager');
  const reset = await administrator.call(`POST /api/console/operators/${puppet.id}/reset`, {
    reason: 'mine',
  });
  const { password, waits: asked } = reset.body as { password: string; waits: Waits };
  const colleague = await makeOperator(server, 'administrator');
  expect(await decideApproval(colleague, asked.id, 'approve')).toMatchObject({ status: 200 });
  const first = await logInOverHttp(server.url, { username: puppet.username, password });
  const newPassword = 'another horse battery 7';
  await callConsole(server.url, first.cookie, 'POST /api/console/me/password', {
    oldPassword: password,
    newPassword,
  });
  const { cookie } = await logInOverHttp(server.url, { username: puppet.username, password: newPassword });
  const own = {
    ...puppet,
    call: (key: string, body?: unknown) => callConsole(server.url, cookie, key, body),
  };
  expect(await decideApproval(own, waits?.id ?? '', 'approve')).toMatchObject({
    status: 403,
    body: { code: 'SECOND_PERSON_UNFIT' },
  });
  expect(await wallet(member)).toBe(0n);
});
