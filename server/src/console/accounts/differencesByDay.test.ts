import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { post } from '../../ledger/post.ts';
import { sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { addEntry, applyEntry, type CashKind, reverseEntry } from '../../modules/cash/cashEntry.ts';
import { backdate } from '../../testing/backdate.ts';
import { histories } from '../../testing/budget.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { liftOwnMoneyLimits } from '../../testing/ownMoney.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { countPostings } from '../reports/countPostings.ts';

const HOUSES = ['gateway:WW', 'provider:pg'] as const;

let server: TestServer;
let manager: TestOperator;
/** Of custom roles with one permission each. */
let keeper: TestOperator;
let reader: TestOperator;
let member: TestMember;
let accounts: string[];

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await liftOwnMoneyLimits(server);
  manager = await makeOperator(server, 'manager');
  [keeper, reader] = [
    await makeOperator(server, ['cash.manage']),
    await makeOperator(server, ['report.read']),
  ];
  member = await makeMember(server);
  await fund(server.db, member.id, 1_000_000_000_00n);
  accounts = await Promise.all(['1', '2'].map(newAccount));
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

async function newAccount(nth: string): Promise<string> {
  const { id } = await server.owner
    .insertInto('deposit_account')
    .values({
      bank_code: 'SCB',
      bank_type: 'BANK',
      mode: 'AUTO',
      account_no: `555800007${nth}`,
      account_name: 'KRAPAO',
      currency: 'BAHT',
      position: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

const ago = (days: number, clock = '12:00:00.000') =>
  new Date(`${bangkokDay(Date.now(), days)}T${clock}+07:00`);
/** A time of a past day, to the second. */
const moment = (daysAgo: number, second: number) =>
  new Date(ago(daysAgo, '00:00:00.000').getTime() + second * 1_000);

/** Members' money through a gateway or into a game, at a time; below zero is the other way. */
async function move(house: string, satang: bigint, at: Date): Promise<void> {
  const [kind = '', label = ''] = house.split(':');
  await server.owner.transaction().execute(async (trx) => {
    const sides = [
      await ensureHouseAccount(trx, kind as 'gateway' | 'provider', label),
      await ensureMemberAccount(trx, member.id, 'wallet'),
    ] as const;
    const [debit, credit] = satang > 0n ? sides : ([sides[1], sides[0]] as const);
    const { id } = await post(trx, {
      key: randomUUID(),
      code: 'test',
      debit,
      credit,
      amount: satang > 0n ? satang : -satang,
      actor: 'system',
      cause: 'test',
    });
    await backdate(trx, id, at);
  });
}

interface Entered {
  kind: CashKind;
  from?: string;
  to?: string;
  counterpart?: string;
  amount: bigint;
  fee?: bigint;
  at: Date;
}

const enter = ({ kind, from, to, counterpart = undefined, amount, fee = 0n, at }: Entered) =>
  server.db.transaction().execute(async (trx) => {
    const { entry } = await addEntry(
      trx,
      {
        kind,
        from: from === undefined ? null : BigInt(from),
        to: to === undefined ? null : BigInt(to),
        counterpart: counterpart ?? null,
        amount,
        fee,
        reference: '',
        reason: 'a test',
        movedAt: at,
      },
      manager.id,
      { key: randomUUID(), fingerprint: Buffer.from('test') },
    );
    await applyEntry(trx, entry.id, manager.id);
    return entry.id;
  });

type Shown = ResponseOf<Contract['POST /api/console/accounts/days']>;
type Page = ResponseOf<Contract['POST /api/console/accounts/:id/day']>;
const period = (days: number) => ({ from: bangkokDay(Date.now(), days), to: bangkokDay(Date.now()) });
const shown = async (by = manager, asked: object = period(6)) => {
  const { status, body } = await by.call('POST /api/console/accounts/days', asked);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Shown;
};
const on = (of: Shown, place: string, daysAgo: number) => {
  const row = of.days.find((one) => one.place === place && one.day === bangkokDay(Date.now(), daysAgo));
  if (row === undefined) throw new Error(`nothing of ${place}`);
  return row;
};
const count = (place: string, balance: number, at: Date, by = manager) =>
  by.call(`POST /api/console/accounts/${encodeURIComponent(place)}/balance`, {
    balance,
    at: at.toISOString(),
    note: 'as the page shows',
  });
const explain = (place: string, daysAgo: number, difference: number, by = manager) =>
  by.call(`POST /api/console/accounts/${encodeURIComponent(place)}/explain`, {
    day: bangkokDay(Date.now(), daysAgo),
    difference,
    reason: 'on its way',
  });

/** All rows of a day, page by page. */
async function rowsOf(place: string, day: string) {
  const call = `POST /api/console/accounts/${encodeURIComponent(place)}/day`;
  const pages: Page[] = [];
  do {
    const next = pages.at(-1)?.next;
    pages.push((await manager.call(call, { day, limit: 3, ...(next && { after: next }) })).body as Page);
  } while (pages.at(-1)?.next !== null);
  const rows = pages.flatMap((page) => page.rows);
  const sum = rows.reduce((all, { amount }) => all + Math.round((amount ?? 0) * 100), 0);
  const [first, ...later] = pages;
  expect([first?.count, Math.round((first?.sum ?? 0) * 100)]).toEqual([rows.length, sum]);
  // The sums come once.
  for (const page of later) expect([page.count, page.sum]).toEqual([null, null]);
  return { rows, sum };
}

/** What a place holds by the ledger's postings, one by one, in baht. */
async function byPostings(place: string): Promise<number> {
  const [kind = '', label = ''] = place.includes(':') ? place.split(':') : ['cash', place];
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(case when p.debit = a.id then p.amount else -p.amount end), 0)::bigint as held
    from ledger.account a join ledger.posting p on a.id in (p.debit, p.credit)
    where p.phase in ('single', 'post') and ((a.kind = ${kind} and a.provider = ${label})
      or (a.kind = 'cash_flow' and a.provider = ${place}))`.execute(server.owner);
  return bahtFromSatang(rows[0]?.held ?? 0n);
}

const step = fc.record({
  what: fc.constantFrom('house', 'in', 'out', 'transfer', 'fee', 'reverse'),
  nth: fc.nat(1),
  daysAgo: fc.integer({ min: 1, max: 8 }),
  second: fc.oneof(fc.constantFrom(0, 86_399), fc.nat(86_399)),
  satang: fc.integer({ min: 1, max: 90_000_00 }),
  isOther: fc.boolean(),
});
/** What seed 29001 drew: no step moves money of a house with members. */
const WITHOUT_HOUSES = [
  { what: 'fee', nth: 0, daysAgo: 3, second: 22_757, satang: 7, isOther: true },
  { what: 'out', nth: 1, daysAgo: 2, second: 2, satang: 89_999_87, isOther: true },
  { what: 'transfer', nth: 0, daysAgo: 8, second: 86_399, satang: 82_513_88, isOther: true },
  { what: 'in', nth: 1, daysAgo: 4, second: 40_456, satang: 8, isOther: false },
  { what: 'reverse', nth: 1, daysAgo: 1, second: 49_584, satang: 10, isOther: true },
  { what: 'in', nth: 0, daysAgo: 2, second: 2_658, satang: 107_21, isOther: false },
  { what: 'out', nth: 1, daysAgo: 1, second: 0, satang: 13, isOther: true },
];

test('after any history the books of each place are the ledger’s postings, and a day’s rows are what it moved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const entries: bigint[] = [];
      // A place that nothing has moved is not listed.
      for (const house of HOUSES) await move(house, 1_00n, ago(9));
      // What came before is in the totals of hours, and nothing of what comes now.
      await sealPostings(server.db);
      await countPostings(server.db);
      for (const { what, nth, daysAgo, second, satang, isOther } of steps) {
        const [at, amount] = [moment(daysAgo, second), BigInt(satang)];
        const [one = '', two = ''] = nth === 0 ? accounts : accounts.toReversed();
        const counterpart = isOther ? HOUSES[nth] : undefined;
        const common = { amount, at, ...(counterpart && { counterpart }) };
        if (what === 'house') await move(HOUSES[nth] ?? HOUSES[0], isOther ? amount : -amount, at);
        if (what === 'in') entries.push(await enter({ kind: 'IN', to: one, ...common }));
        if (what === 'out') entries.push(await enter({ kind: 'OUT', from: one, fee: 100n, ...common }));
        if (what === 'transfer')
          entries.push(await enter({ kind: 'TRANSFER', from: one, to: two, amount, at }));
        if (what === 'fee')
          entries.push(await enter({ kind: 'FEE', from: one, amount: 0n, fee: amount, at }));
        const last = what === 'reverse' ? entries.pop() : undefined;
        if (last !== undefined)
          await server.db
            .transaction()
            .execute((trx) => reverseEntry(trx, last, { operatorId: manager.id, reason: 'a mistake' }));
      }
      const now = await shown();
      for (const place of [...accounts, ...HOUSES]) {
        expect(on(now, place, 0).books, place).toBe(await byPostings(place));
        for (const daysAgo of [1, 3, 5]) {
          const { sum } = await rowsOf(place, bangkokDay(Date.now(), daysAgo));
          const grown = on(now, place, daysAgo).books - on(now, place, daysAgo + 1).books;
          expect(Math.round(grown * 100), `${place} ${daysAgo} days ago`).toBe(sum);
        }
      }
    }),
    { numRuns: histories(3, 4), endOnFailure: true, examples: [[WITHOUT_HOUSES]] },
  );
});

test('what a place told counts on its own day in Bangkok, is explained for that difference alone, and silence is no zero', async () => {
  const gateway = 'gateway:E2P';
  const late = ago(4, '23:59:59.000');
  await move(gateway, 100_00n, ago(4));
  await move(gateway, 7_00n, ago(3, '09:00:00.000'));
  const before = on(await shown(), gateway, 4);
  expect(before).toMatchObject({ books: 100, told: null, explanation: null });

  expect((await count(gateway, before.books - 30, late, keeper)).status).toBe(200);
  expect((await count(gateway, before.books - 30, ago(3, '00:00:00.000'), keeper)).status).toBe(200);
  expect((await count(gateway, before.books + 7, ago(2), keeper)).status).toBe(200);
  const told = await shown(reader);
  expect([6, 5, 4, 3, 2, 1].map((day) => on(told, gateway, day).told?.difference ?? null)).toEqual([
    null,
    null,
    -30,
    -30,
    0,
    null,
  ]);
  expect(on(told, gateway, 4).told).toMatchObject({
    at: late.toISOString(),
    expected: before.books,
    isNew: true,
    source: 'OPERATOR',
  });
  // The same difference again asks nobody again, also seen from a period that begins later.
  expect(on(told, gateway, 3).told?.isNew).toBe(false);
  expect(on(await shown(reader, period(3)), gateway, 3).told?.isNew).toBe(false);
  expect(on(told, gateway, 0).books).toBe(107);

  expect((await explain(gateway, 4, -29)).body).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect((await explain(gateway, 4, -30, reader)).body).toMatchObject({ code: 'OPERATOR_FORBIDDEN' });
  expect((await count(gateway, 1, late, reader)).body).toMatchObject({ code: 'OPERATOR_FORBIDDEN' });
  expect((await explain(gateway, 5, -30)).body).toMatchObject({ code: 'NO_DATA' });
  expect((await explain(gateway, 4, -30, keeper)).status).toBe(200);
  expect((await explain(gateway, 4, -30)).body).toMatchObject({ code: 'ALREADY_DECIDED' });
  const explained = on(await shown(keeper), gateway, 4);
  expect(explained.explanation).toMatchObject({ reason: 'on its way', operator: 'Operator custom' });
  // Another posting of that day changes the difference: the words were about another one.
  await move(gateway, 1_00n, ago(4));
  expect(on(await shown(), gateway, 4)).toMatchObject({ told: { difference: -31 }, explanation: null });

  expect((await count(gateway, 1, new Date(Date.now() + 3_600_000))).body).toMatchObject({
    code: 'CASH_PERIOD',
  });
  expect((await count('gateway:NONE', 1, late)).body).toMatchObject({ code: 'NO_DATA' });
  expect((await manager.call('POST /api/console/accounts/days', period(31))).status).toBe(400);
  const { rows } = await sql<{ subject: string; reason: string }>`
    select subject, reason from audit_entry where action in ('cash.balance', 'cash.explainDifference')
    and operator_id = ${keeper.id} order by id`.execute(server.owner);
  expect(rows.map(({ subject }) => subject)).toEqual(Array(4).fill(gateway));
  expect(rows.map(({ reason }) => reason)).toEqual([...Array(3).fill('as the page shows'), 'on its way']);
});

test('a settlement of a gateway lowers its book at the bank’s time; who keeps the books reads all of own money', async () => {
  const gateway = HOUSES[0];
  const [to = ''] = accounts;
  await move(gateway, 100_00n, ago(3));
  const before = await shown();
  const settle = (change: object = {}) =>
    keeper.call('POST /api/console/cash', {
      kind: 'IN',
      from: null,
      to,
      counterpart: gateway,
      amount: 40,
      fee: 0,
      reference: '',
      movedAt: ago(2).toISOString(),
      reason: 'a settlement',
      ...change,
    });
  expect((await settle()).status).toBe(200);
  const after = await shown();
  for (const [place, moved] of [
    [gateway, -40],
    [to, 40],
  ] as const) {
    expect(on(after, place, 2).books - on(before, place, 2).books, place).toBeCloseTo(moved, 5);
    expect(on(after, place, 3).books, place).toBe(on(before, place, 3).books);
  }
  const { rows } = await rowsOf(gateway, bangkokDay(Date.now(), 2));
  expect(rows).toContainEqual(expect.objectContaining({ what: 'IN', amount: -40, memberId: null }));
  const transfer = { kind: 'TRANSFER', from: accounts[1], to };
  expect((await settle(transfer)).body).toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await settle({ counterpart: 'gateway:NONE' })).body).toMatchObject({ code: 'NO_DATA' });

  const money = (await keeper.call('GET /api/console/clientMoney')).body as ResponseOf<
    Contract['GET /api/console/clientMoney']
  >;
  expect(money.now.gateways.map(({ holds }) => holds)).toContain(on(after, gateway, 0).books);
  expect((await keeper.call('GET /api/console/accounts')).status).toBe(200);
  expect((await keeper.call('POST /api/console/reports/accounts', period(1))).status).toBe(403);
  const cashier = await makeOperator(server, 'cashier');
  expect((await cashier.call('POST /api/console/accounts/days', period(1))).status).toBe(403);
});
