import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clock } from '../../../clock.ts';
import { afterWork } from '../../../testing/afterWork.ts';
import { approveAs, factsOf, sendRequest } from '../../../testing/documentPictures.ts';
import { moneyOf } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { deposit, move, openGame } from '../../../testing/rewardWorld.ts';
import { switchSetting } from '../../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { decideApproval, makeOperator, type TestOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { askAgain } from '../../identity/lapses.ts';
import { noteFinding } from './noteFinding.ts';

let server: TestServer;
let operator: TestOperator;
let member: TestMember;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  operator = await makeOperator(server, 'manager');
  await switchSetting(server, 'protection', {
    levels: {
      ...server.settings.get('protection').levels,
      level0: { depositMonthSatang: 500_00, balanceSatang: 500_00, payoutMonthSatang: 0 },
      level1: { depositMonthSatang: 1_000_00, balanceSatang: 900_00, payoutMonthSatang: 300_00 },
      level2: { depositMonthSatang: 5_000_00, balanceSatang: null, payoutMonthSatang: 2_000_00 },
      recheckMonths: 12,
    },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  member = await makeMember(server);
});

const identity = () => member.client('GET /api/identity');
const openQr = (amount: number) =>
  member.client('POST /api/qrcode/:bankCode', { params: { bankCode: 'KBANK' }, body: { amount } });
const withdraw = (amount: number) => member.client('POST /api/wallet/withdraw', { body: { amount } });
const levelLeft = (left: number) =>
  expect.objectContaining({
    code: 'LEVEL_REQUIRED',
    detail: { reason: 'LEVEL_LEFT', amounts: { left } },
  });

test('SAFE-45 every registered member is at level 1, with its sums and what is used of them', async () => {
  await deposit(server.db, member.id, 400_00n);
  await withdraw(100);
  expect(await identity()).toMatchObject({
    isOn: true,
    level: 1,
    next: 2,
    used: { depositMonth: 400, balance: 400, payoutMonth: 100 },
    isBeingChecked: false,
    request: null,
  });
  const { levels } = await identity();
  expect(levels[1]).toEqual({ level: 1, depositMonth: 1_000, balance: 900, payoutMonth: 300 });
  expect(levels[3]).toEqual({ level: 3, depositMonth: null, balance: null, payoutMonth: null });
});

test('SAFE-36 SAFE-45 a deposit above the month of the level is refused before a QR is shown, to the satang', async () => {
  await deposit(server.db, member.id, 500_00n);
  await withdraw(200);
  // Money that left gives no room of the month back.
  await afterWork(server, async () => (await identity()).used.balance === 300);
  await deposit(server.db, member.id, 300_00n);
  await expect(openQr(201)).rejects.toEqual(levelLeft(200));
  await expect(openQr(150)).resolves.toMatchObject({ amount: expect.any(Number) });
});

test('SAFE-45 nothing new comes in above the balance of the level', async () => {
  await deposit(server.db, member.id, 850_00n);
  await expect(openQr(51)).rejects.toMatchObject({ code: 'LEVEL_REQUIRED' });
  await expect(openQr(51)).rejects.toEqual(levelLeft(50));
});

test('SAFE-36 SAFE-45 payouts of a month end at the level; the refusal names what is possible, and refused ones give room', async () => {
  await deposit(server.db, member.id, 800_00n);
  await withdraw(200);
  await expect(withdraw(100.01)).rejects.toEqual(levelLeft(100));
  await expect(member.client('POST /api/wallet/withdrawAll', { body: { amount: 600 } })).rejects.toEqual(
    levelLeft(100),
  );
  await withdraw(100);
  await expect(withdraw(100)).rejects.toEqual(levelLeft(0));
});

test('SAFE-45 two payouts at one moment do not pass the level together', async () => {
  await deposit(server.db, member.id, 800_00n);
  const both = await Promise.allSettled([withdraw(200), withdraw(200)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('SAFE-45 a pack whose rule is off limits nobody', async () => {
  const pack = server.settings.get('protection');
  await switchSetting(server, 'protection', { levels: { ...pack.levels, isOn: false } });
  try {
    await deposit(server.db, member.id, 50_000_00n);
    await withdraw(40_000);
    expect(await identity()).toMatchObject({ isOn: false });
  } finally {
    await switchSetting(server, 'protection', { levels: pack.levels });
  }
});

test('SAFE-45 a document raises the level until it expires or the pack asks again, and the member is told before', async () => {
  const id = await sendRequest(server, member);
  expect(await approveAs(operator, id, factsOf(member, { expiresOn: null }))).toMatchObject({
    status: 200,
    body: { waits: null },
  });
  const proved = await identity();
  expect(proved).toMatchObject({ level: 2, next: 3 });
  const year = Number(new Date(clock.now() + 7 * 3_600_000).toISOString().slice(0, 4));
  expect(proved.lapsesOn).toMatch(new RegExp(`^${year + 1}-`));
  await deposit(server.db, member.id, 4_000_00n);

  const kinds = async () =>
    (
      await server.owner
        .selectFrom('notification')
        .where('member_id', '=', member.id)
        .where('kind', 'like', 'identityLapse%')
        .orderBy('id')
        .select('kind')
        .execute()
    ).map(({ kind }) => kind);
  const lapseIn = (days: number) =>
    sql`update identity_proof set lapses_on = (now() at time zone 'Asia/Bangkok')::date + ${days}::int
      where member_id = ${member.id}`.execute(server.owner);
  const run = () => server.db.transaction().execute(askAgain);
  await lapseIn(40);
  await run();
  expect(await kinds()).toEqual([]);
  await lapseIn(20);
  await run();
  await run();
  expect(await kinds()).toEqual(['identityLapses']);
  // On its day it holds; the day after it does not, before any job has run.
  await lapseIn(0);
  expect(await identity()).toMatchObject({ level: 2 });
  await lapseIn(-1);
  expect(await identity()).toMatchObject({ level: 1, next: 2 });
  await run();
  await run();
  expect(await kinds()).toEqual(['identityLapses', 'identityLapsed']);
  // Asked for again, and proved again.
  const again = await sendRequest(server, member);
  await approveAs(operator, again, factsOf(member));
  expect(await identity()).toMatchObject({ level: 2 });
});

test('SAFE-45 level 3 stands on level 2: it is asked for after it, by two operators, and ends with it', async () => {
  await expect(
    member.client('POST /api/identity/request', { body: { level: 3, documentKind: 'funds' } }),
  ).rejects.toMatchObject({ code: 'IDENTITY_LEVEL' });
  await approveAs(operator, await sendRequest(server, member), factsOf(member));
  await sql`insert into identity_proof (member_id, level, request_id)
    select ${member.id}, 3, max(id) from identity_request where member_id = ${member.id}`.execute(
    server.owner,
  );
  expect(await identity()).toMatchObject({ level: 3, next: null });
  await sql`update identity_proof set lapses_on = '2020-01-01' where member_id = ${member.id} and level = 2`.execute(
    server.owner,
  );
  expect(await identity()).toMatchObject({ level: 1, next: 2 });
});

test('SAFE-45 a payout account in another name is level 0 until another account is registered', async () => {
  const id = await sendRequest(server, member);
  await operator.call(`POST /api/console/queues/identityRequests/${id}/claim`);
  await operator.call(`POST /api/console/identityRequests/${id}/reject`, {
    refusal: 'ACCOUNT_NAME',
    reason: 'another name',
  });
  expect(await identity()).toMatchObject({
    level: 0,
    next: 2,
    request: { state: 'REFUSED', refusal: 'ACCOUNT_NAME' },
  });
  await deposit(server.db, member.id, 500_00n);
  await expect(withdraw(100)).rejects.toEqual(levelLeft(0));
  await sql`update member set bank_account_name = 'OTHER NAME' where id = ${member.id}`.execute(server.owner);
  expect(await identity()).toMatchObject({ level: 1 });
});

/** The second operator agrees, where one is asked. */
async function second({ status, body }: { status: number; body: { waits?: { id: string } } }): Promise<void> {
  expect(status).toBe(200);
  if (body.waits)
    expect(
      await decideApproval(await makeOperator(server, 'manager'), body.waits.id, 'approve'),
    ).toMatchObject({ status: 200 });
}

test('SAFE-39 a high-risk finding closes deposits and payouts until an operator decides; the member reads of a check alone', async () => {
  await deposit(server.db, member.id, 300_00n);
  await server.db
    .transaction()
    .execute((trx) => noteFinding(trx, { memberId: member.id, kind: 'highRisk', subject: 'test' }));
  const checked = { code: 'IDENTITY_CHECKED' };
  await expect(openQr(100)).rejects.toMatchObject(checked);
  await expect(withdraw(100)).rejects.toMatchObject(checked);
  const seen = await identity();
  expect(seen).toMatchObject({ isBeingChecked: true });
  expect(JSON.stringify(seen)).not.toMatch(/risk|sanction|HR-03/i);
  const { body } = await operator.call('GET /api/console/findings');
  const [finding] = (body as { items: { id: string; member: { id: string } }[] }).items.filter(
    (item) => item.member.id === String(member.id),
  );
  await operator.call(`POST /api/console/queues/findings/${finding?.id}/claim`);
  const dismissed = await operator.call(`POST /api/console/findings/${finding?.id}/dismiss`, {
    reason: 'a namesake',
  });
  await second(dismissed);
  await openQr(100);
  await withdraw(100);
});

test('SAFE-33 SAFE-39 a finding that bars play closes the games and brings their money back; a dismissed one opens them', async () => {
  await deposit(server.db, member.id, 300_00n);
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 100);
  const walletIs = (amount: bigint) =>
    afterWork(server, async () => (await moneyOf(server.db, member.id)).wallet === amount);
  await walletIs(200_00n);
  await server.db
    .transaction()
    .execute((trx) => noteFinding(trx, { memberId: member.id, kind: 'underAge', subject: 'test' }));
  await walletIs(300_00n);
  const checked = { code: 'IDENTITY_CHECKED' };
  await expect(move(member, 'WALLET', 'pg', 100)).rejects.toMatchObject(checked);
  const decide = async (verb: string) => {
    const { id } = await server.owner
      .selectFrom('identity_finding')
      .select('id')
      .where('member_id', '=', member.id)
      .where('state', '=', 'WAITING')
      .executeTakeFirstOrThrow();
    await operator.call(`POST /api/console/queues/findings/${id}/claim`);
    await second(await operator.call(`POST /api/console/findings/${id}/${verb}`, { reason: 'looked' }));
  };
  await decide('dismiss');
  // The games are closed to the end: no launch keeps the money there meanwhile.
  const closings = () =>
    server.owner.selectFrom('game_closing').where('member_id', '=', member.id).select('member_id').execute();
  await afterWork(server, async () => (await closings()).length === 0);
  await move(member, 'WALLET', 'pg', 100);
  await walletIs(200_00n);
  // A name on a list bars play once it is confirmed.
  await server.db
    .transaction()
    .execute((trx) => noteFinding(trx, { memberId: member.id, kind: 'sanctions', subject: 'test' }));
  await move(member, 'WALLET', 'pg', 50);
  await walletIs(150_00n);
  await decide('confirm');
  await walletIs(300_00n);
  await expect(move(member, 'WALLET', 'pg', 50)).rejects.toMatchObject(checked);
});

test('SAFE-33 SAFE-39 what each finding closes, while it waits and when it is confirmed', async () => {
  const open = async (kind: 'highRisk' | 'sanctions' | 'underAge' | 'sameDocument', state: string) => {
    await sql`delete from identity_finding where member_id = ${member.id}`.execute(server.owner);
    await sql`insert into identity_finding (member_id, kind, subject, state, decided_at, decided_because, decided_by)
      values (${member.id}, ${kind}, 'x', ${state}, ${state === 'WAITING' ? null : new Date()},
        ${state === 'WAITING' ? null : 'x'}, ${state === 'WAITING' ? null : operator.id})`.execute(
      server.owner,
    );
    const tried = [await outcome(openQr(50)), await outcome(withdraw(50))];
    return tried;
  };
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => true,
      () => false,
    );
  await switchSetting(server, 'withdraw', { minimumSatang: 10_00 });
  await deposit(server.db, member.id, 700_00n);
  expect(await open('sanctions', 'WAITING')).toEqual([true, true]);
  expect(await open('sanctions', 'CONFIRMED')).toEqual([false, false]);
  expect(await open('highRisk', 'CONFIRMED')).toEqual([false, false]);
  expect(await open('highRisk', 'DISMISSED')).toEqual([true, true]);
  expect(await open('underAge', 'WAITING')).toEqual([false, true]);
  expect(await open('sameDocument', 'CONFIRMED')).toEqual([true, true]);
});
