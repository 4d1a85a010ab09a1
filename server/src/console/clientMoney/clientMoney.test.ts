import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureHouseAccount, ensureMemberAccount } from '../../ledger/account.ts';
import { hold, voidHold } from '../../ledger/post.ts';
import { verify } from '../../ledger/verify.ts';
import { fund } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { liftOwnMoneyLimits } from '../../testing/ownMoney.ts';
import { move, openGame, today } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { makeOperator, type TestOperator } from '../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { makeEvenings } from './evenings.ts';
import { positionAt } from './position.ts';

const DAY_MS = 86_400_000;
const ATT_FOR_BAHT = 60_000;

let server: TestServer;
let admin: TestOperator;
let manager: TestOperator;
let member: TestMember;
let account: string;

/** An own account at SCB. @param since it is set aside for members */
async function addAccount(accountNo: string, position: number, since?: Date): Promise<bigint> {
  const { id } = await server.owner
    .insertInto('deposit_account')
    .values({
      bank_code: 'SCB',
      bank_type: 'BANK',
      mode: 'AUTO',
      account_no: accountNo,
      account_name: 'KRAPAO CLIENTS',
      currency: 'BAHT',
      position,
      ...(since !== undefined && { client_money_since: since }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await liftOwnMoneyLimits(server);
  [admin, manager] = [await makeOperator(server, 'administrator'), await makeOperator(server, 'manager')];
  member = await makeMember(server);
  const id = await addAccount('5559000077', 100);
  account = String(id);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

type Shown = ResponseOf<Contract['GET /api/console/clientMoney']>;
const shown = async () => (await manager.call('GET /api/console/clientMoney')).body as Shown;
const mark = (isClientMoney: boolean, by = admin) =>
  by.call(`PUT /api/console/accounts/${account}/clientMoney`, { isClientMoney, reason: 'a test' });
const enter = (kind: string, amount: number, minutesAgo: number) =>
  manager.call('POST /api/console/cash', {
    kind,
    from: kind === 'OUT' ? account : null,
    to: kind === 'OUT' ? null : account,
    amount,
    fee: 0,
    reference: '',
    movedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    reason: 'a test',
  });
const count = (balance: number) =>
  manager.call(`POST /api/console/accounts/${account}/balance`, { balance, at: new Date().toISOString() });
/** As if it were soon after the midnight that ends today. */
const tomorrow = () => new Date(Date.parse(`${today()}T00:00:00+07:00`) + DAY_MS + 11 * 60_000);
const evenings = (now: Date) => makeEvenings(server.db, ATT_FOR_BAHT, now);

test('what has to be there for members, what is there by books and by count, and what the evening says of it', async () => {
  expect((await shown()).now).toMatchObject({ state: 'UNMARKED', books: 0 });
  expect(await evenings(tomorrow())).toBe(0);
  expect((await mark(true, manager)).status).toBe(403);
  expect((await mark(true)).status).toBe(200);
  expect((await mark(true)).status).toBe(200);

  // 1,000 in the wallet with a hold of 100; 300 of it goes into a game, which loses 50 to the member’s luck.
  await fund(server.db, member.id, 1_000_00n);
  await server.db.transaction().execute(async (trx) => {
    const command = {
      code: 'withdrawal',
      debit: await ensureMemberAccount(trx, member.id, 'wallet'),
      credit: await ensureHouseAccount(trx, 'payout'),
      amount: 100_00n,
      actor: 'system',
      cause: 'test',
    };
    await hold(trx, { ...command, key: randomUUID() });
    const other = await hold(trx, { ...command, key: randomUUID() });
    await voidHold(trx, { key: randomUUID(), pendingId: other.id, actor: 'system', cause: 'test' });
  });
  await openGame(member, 'pg');
  expect((await move(member, 'WALLET', 'pg', 300)).status).toBe('SUCCESS');
  await sql`insert into play_day (provider, member_id, day, stake, win, rounds)
    values ('pg', ${member.id}, ${today()}::date, 2000, 7000, 1)`.execute(server.owner);
  await enter('OPENING', 1_000, 60);
  expect((await count(1_100)).status).toBe(200);
  const { now } = await shown();
  expect(now).toMatchObject({
    state: 'SHORT',
    wallets: 700,
    held: 100,
    inTransfer: 0,
    owed: 700,
    inGames: 350,
    required: 1_050,
    books: 1_000,
    booksOver: -50,
    counted: 1_100,
    countedOver: 50,
    games: [{ code: 'pg', moved: 300, result: -50, owed: 350 }],
  });
  const { rows } = await sql<{ all: bigint }>`
    select sum(posted)::bigint as all from ledger.account where mode = 'strict'`.execute(server.owner);
  expect(now.owed).toBe(bahtFromSatang(rows[0]?.all ?? 0n));

  // Two nodes at once, and again: one row.
  await Promise.all([evenings(tomorrow()), evenings(tomorrow())]);
  expect(await evenings(tomorrow())).toBe(0);
  const [evening] = (await shown()).evenings;
  expect(await shown()).toMatchObject({
    evenings: [{ day: today(), state: 'SHORT', required: 1_050, booksOver: -50 }],
  });

  const explain = (by = manager) =>
    by.call(`POST /api/console/clientMoney/${evening?.id}/explain`, { reason: 'money was on its way' });
  const queue = async (by: TestOperator) =>
    ((await by.call('GET /api/console/queues')).body as { counts: Record<string, number> }).counts
      .clientMoney;
  expect(await queue(manager)).toBe(1);
  expect(await queue(await makeOperator(server, 'cashier'))).toBeUndefined();
  expect((await explain()).status).toBe(409);
  expect((await manager.call(`POST /api/console/queues/clientMoney/${evening?.id}/claim`)).status).toBe(200);
  expect((await explain()).status).toBe(200);
  expect(await queue(manager)).toBe(0);
  expect((await explain()).body).toMatchObject({ code: 'ALREADY_DECIDED' });

  // What was missing had arrived before the bank’s balance was read; the evening keeps its figures.
  expect((await enter('IN', 50, 1)).status).toBe(200);
  const later = await shown();
  expect(later.now).toMatchObject({ state: 'COVERED', booksOver: 0, counted: 1_100, countedOver: 50 });
  expect(later.evenings).toMatchObject([
    { state: 'EXPLAINED', booksOver: -50, countedOver: 50, reason: 'money was on its way' },
  ]);

  // Four evenings later, made at once by a server that slept: nobody counted, and that waits too.
  const asleep = new Date(tomorrow().getTime() + 4 * DAY_MS);
  expect(await evenings(asleep)).toBe(4);
  expect((await shown()).evenings.map(({ day, state, booksOver }) => [day, state, booksOver])).toEqual([
    [bangkokDay(asleep, 1), 'OVERDUE', 0],
    [bangkokDay(asleep, 2), 'OVERDUE', 0],
    [bangkokDay(asleep, 3), 'COVERED', 0],
    [bangkokDay(asleep, 4), 'COVERED', 0],
    [today(), 'EXPLAINED', -50],
  ]);

  // A posting of the house's account after an evening changes no evening before it: derived again, it is the stored one.
  await server.owner.deleteFrom('client_money_evening').execute();
  await evenings(tomorrow());
  expect((await shown()).evenings).toMatchObject([{ booksOver: 0 }]);
  expect((await mark(false)).status).toBe(200);
  expect((await shown()).now.state).toBe('UNMARKED');
});

test('what is entered after an evening for a time before its last count changes neither side of it', async () => {
  const at = new Date(`${today()}T00:00:00+07:00`);
  const before = (hours: number) => new Date(at.getTime() - hours * 3_600_000);
  const id = await addAccount('5559000088', 101, before(48));
  account = String(id);
  const told = { balance: 100, at: before(1).toISOString() };
  expect((await manager.call(`POST /api/console/accounts/${account}/balance`, told)).status).toBe(200);
  const ofEvening = async () => {
    const asked = { at, day: bangkokDay(at.getTime() - 1), attForBaht: ATT_FOR_BAHT };
    const { accounts } = await inSnapshot(server.db, (trx) => positionAt(trx, asked));
    return accounts.find((one) => one.id === id);
  };
  const counted = { books: 0n, counted: 100_00n };
  expect(await ofEvening()).toMatchObject(counted);
  const { body }: { body: { entry: { id: string } } } = await enter(
    'OUT',
    40,
    (Date.now() - before(2).getTime()) / 60_000,
  );
  expect(await ofEvening()).toMatchObject(counted);
  const reversed = await manager.call(`POST /api/console/cash/${body.entry.id}/reverse`, {
    reason: 'a test',
  });
  expect(reversed).toMatchObject({ status: 200, body: { waits: null } });
  expect(await ofEvening()).toMatchObject(counted);
});

test('money that is nobody’s yet covers nobody’s wallet', async () => {
  const id = await addAccount('5559000099', 102, new Date(Date.now() - DAY_MS));
  await server.owner
    .insertInto('incoming_transfer')
    .values({
      sending_bank: '004',
      trans_ref: 'NOBODYS1',
      source: 'NOTICE',
      told_by: ['NOTICE'],
      amount: 70_00n,
      currency: 'THB',
      deposit_account_id: id,
      receiver: '{}',
      sender: JSON.stringify({ displayName: '', account: '9876543210', proxy: null }),
      transferred_at: new Date(Date.now() - 60_000),
      early_seconds: 300,
      late_seconds: 300,
      note: 'NO_MATCH',
    })
    .execute();
  await server.work('waiting-arrivals');
  const at = new Date(Date.now() + 60_000);
  const { accounts } = await inSnapshot(server.db, (trx) =>
    positionAt(trx, { at, day: today(), attForBaht: ATT_FOR_BAHT }),
  );
  expect(accounts.find((one) => one.id === id)).toMatchObject({ books: 0n, counted: 0n });
  const { body } = await manager.call('GET /api/console/accounts');
  const own = (body as ResponseOf<Contract['GET /api/console/accounts']>).accounts;
  expect(own.find((one) => one.id === String(id))).toMatchObject({
    expected: 70,
    nobodys: { amount: 70, count: 1 },
  });
});
