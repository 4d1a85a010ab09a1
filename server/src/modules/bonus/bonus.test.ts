import { ApiError } from '@krapao/contract/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../ledger/verify.ts';
import { afterWork } from '../../testing/afterWork.ts';
import { fund, moneyOf, setFaults } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { changeSetting, deposit, move, openGame, play } from '../../testing/rewardWorld.ts';
import { dayWithRoom, windowWithRoom } from '../../testing/spanWithRoom.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  await sql`
    insert into bonus_definition (code, offer, condition, minimum_deposit, type, max_received, reward_bps, reward_amount,
      success_bps, fail_bps, turnover_bps, maximum_payout, quota, name, description)
    select v.*, '{"th":"ไทย","la":"ລາວ","en":"English"}', '{"th":"<p>ไทย</p>","la":"<p>ລາວ</p>","en":"<p>English</p>"}'
    from (values
      ('T_HALF', 'list', 'deposit', 10000, 'limit', 2, 5000, null::integer, 20000, 1000, 0, null::integer, null::integer),
      ('T_HIGH', 'list', 'deposit', 10000, 'limit', 9, 10000, null, 20000, 9000, 0, null, null),
      ('T_CAP', 'list', 'deposit', 10000, 'limit', 9, 10000, null, 20000, 0, 0, 50000, null),
      ('T_TURN', 'list', 'deposit', 10000, 'limit', 9, 10000, null, 15000, 0, 20000, null, null),
      ('T_FREE', 'list', 'none', 0, 'day', 1, null, 2000, 30000, 1000, 0, null, null),
      ('T_FEW', 'list', 'none', 0, 'limit', 9, null, 1000, 30000, 1000, 0, null, 3),
      ('T_EASY', 'list', 'none', 0, 'week', 2, null, 1000, 10000, 0, 0, null, null),
      ('P_NEXT', 'promotion', 'deposit', 20000, 'limit', 1, 2500, null, 20000, 1000, 0, null, null),
      ('P_NEW', 'promotion', 'new_member', 5000, 'limit', 1, null, 3000, 20000, 1000, 0, null, null),
      ('P_DAY', 'promotion', 'none', 0, 'day', 1, null, 500, 20000, 1000, 0, null, null),
      ('P_FEW', 'promotion', 'none', 0, 'day', 1, null, 500, 20000, 1000, 0, null, 1)
    ) v`.execute(server.owner);
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
const activate = (member: TestMember, code: string) =>
  member.client('GET /api/bonus/activate/:code', { params: { code } });
const promote = (member: TestMember, code: string) =>
  member.client('GET /api/promotion/activate/:code', { params: { code } });
const find = (member: TestMember, code: string) =>
  member.client('GET /api/promotion/find/:code', { params: { code } });
const check = (member: TestMember) => member.client('GET /api/bonus/check/active');
const clear = (member: TestMember) => member.client('GET /api/bonus/clear');
const withdraw = (member: TestMember, amount: number) =>
  member.client('POST /api/wallet/withdraw', { body: { amount } });
const statement = async (member: TestMember) => {
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  return statements.map(
    ({ statementType, from, to, amount, status }) => `${statementType} ${from}>${to} ${amount} ${status}`,
  );
};
const walletOf = async (member: TestMember) => (await moneyOf(server.db, member.id)).wallet;
const ended = (member: TestMember) =>
  afterWork(server, async () => ((await check(member)).status ? false : await lastBonus(member)));
const lastBonus = (member: TestMember) =>
  server.db
    .selectFrom('member_bonus')
    .select(['state', 'removed', 'ended_with'])
    .where('member_id', '=', member.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

/** A member who has just deposited this (satang). */
async function depositor(amount: bigint): Promise<TestMember> {
  const member = await makeMember(server);
  if (amount > 0n) await deposit(server.db, member.id, amount);
  return member;
}

test('BON-03 the seeded bonuses come with their banners and with what the member had of them', async () => {
  const member = await depositor(100_00n);
  const before = await member.client('GET /api/bonus');
  expect(before.filter(({ code }) => !code.startsWith('T_')).map(({ code, type }) => [code, type])).toEqual([
    ['WELCOME100', 'limit'],
    ['DAILY20', 'day'],
    ['WEEKLY50', 'week'],
    ['SPORT10', 'limit'],
    ['NIGHT20', 'limit'],
  ]);
  const welcome = before.find(({ code }) => code === 'WELCOME100');
  expect(welcome).toMatchObject({ maxReceived: 1, percentFail: 5, userBonus: null });
  const image = await fetch(server.url + welcome?.banners[0]?.image);
  expect(image.headers.get('content-type')).toContain('svg');

  const userBonus = await activate(member, 'WELCOME100');
  expect(userBonus).toMatchObject({ isActive: true, received: [{ updatedAt: expect.any(String) }] });
  const after = (await member.client('GET /api/bonus')).find(({ code }) => code === 'WELCOME100');
  expect(after?.userBonus).toEqual(userBonus);
  expect(await member.client('GET /api/bonus/check/minimum')).toEqual({ minimum: 100 });
});

test('BON-04 WDR-03 a bonus is a share of the deposit, locks withdrawing, and says where it stands', async () => {
  const member = await depositor(333_33n);
  await activate(member, 'T_HALF');
  // Half of 333.33 is 166.665, rounded down.
  expect(await walletOf(member)).toBe(333_33n + 166_66n);
  expect(await check(member)).toEqual({
    status: true,
    type: 'ไทย',
    progress: { base: 499.99, target: 999.98, floor: 49.99, now: 499.99, cancelCost: 166.66 },
  });
  expect(await statement(member)).toEqual([
    'bonus BONUS>WALLET 166.66 SUCCESS',
    'deposit KBANK>WALLET 333.33 SUCCESS',
  ]);
  expect(await refusal(withdraw(member, 100))).toBe('BONUS_CONDITION');
  await openGame(member, 'pg');
  await move(member, 'WALLET', 'pg', 499.99);
  expect(await refusal(member.client('POST /api/wallet/withdrawAll', { body: { amount: 100 } }))).toBe(
    'BONUS_CONDITION',
  );
  expect(await moneyOf(server.db, member.id)).toEqual({ wallet: 0n, held: 0n, inTransfer: 0n });
});

test('BON-01 a bonus ends as reached when wallet and games reach its target, and withdrawing opens', async () => {
  const member = await depositor(200_00n);
  await openGame(member, 'pg');
  await activate(member, 'T_HALF');
  await move(member, 'WALLET', 'pg', 250);
  await play(server, member, 'pg', 50, 349.99);
  await member.client('GET /api/wallet/refresh/slot');
  expect((await check(member)).progress).toMatchObject({ target: 600, now: 599.99 });
  await play(server, member, 'pg', 1, 1.01);
  await member.client('GET /api/wallet/refresh/slot');
  expect(await check(member)).toEqual({ status: false, type: null, progress: null });
  expect(await lastBonus(member)).toEqual({ state: 'REACHED', removed: 0n, ended_with: 600_00n });
  expect((await statement(member))[0]).toBe('finish_bonus WALLET>BONUS 0 SUCCESS');
  await move(member, 'pg', 'WALLET', 100);
  expect(await withdraw(member, 150)).toMatchObject({ status: 'PENDING', amount: 150 });
});

test('BON-01 a bonus ends as failed at its floor: the lock is lifted, nothing is taken', async () => {
  const member = await depositor(200_00n);
  await openGame(member, 'pg');
  await activate(member, 'T_HALF');
  await move(member, 'WALLET', 'pg', 300);
  await play(server, member, 'pg', 269.99, 0);
  await member.client('GET /api/wallet/refresh/slot');
  expect((await check(member)).progress).toMatchObject({ floor: 30, now: 30.01 });
  await play(server, member, 'pg', 0.01, 0);
  // The job notices it without a call once a transfer has moved money.
  await move(member, 'pg', 'WALLET', 30);
  expect(await ended(member)).toEqual({ state: 'FAILED', removed: 0n, ended_with: 30_00n });
  expect(await walletOf(member)).toBe(30_00n);
});

test('BON-01 what exceeds the maximum payout is removed at the finish, once it is in the wallet, and shown', async () => {
  const member = await depositor(200_00n);
  await openGame(member, 'pg');
  await activate(member, 'T_CAP');
  await move(member, 'WALLET', 'pg', 400);
  await play(server, member, 'pg', 100, 512.34);
  await member.client('GET /api/wallet/refresh/slot');
  // 812.34 is above the target of 800, but the 312.34 above 500 are still in the game.
  expect((await check(member)).status).toBe(true);
  expect(await refusal(withdraw(member, 100))).toBe('BONUS_CONDITION');
  await move(member, 'pg', 'WALLET', 812.34);
  expect(await ended(member)).toEqual({ state: 'REACHED', removed: 312_34n, ended_with: 812_34n });
  expect(await walletOf(member)).toBe(500_00n);
  expect((await statement(member))[0]).toBe('finish_bonus WALLET>BONUS 312.34 SUCCESS');
});

test('BON-01 a bonus with a turnover is reached only when its stakes were made since it began', async () => {
  const member = await depositor(300_00n);
  await openGame(member, 'imi');
  await move(member, 'WALLET', 'imi', 200);
  await play(server, member, 'imi', 200, 200);
  await move(member, 'imi', 'WALLET', 200);
  await activate(member, 'T_TURN');
  await move(member, 'WALLET', 'imi', 600);
  await play(server, member, 'imi', 600, 1_000);
  const staked = () =>
    sql<{ staked: bigint }>`
      select coalesce(sum(stake), 0)::bigint as staked from play_day where member_id = ${member.id}`
      .execute(server.db)
      .then(({ rows }) => rows[0]?.staked);
  await sql`update member_bonus set due_at = now() where member_id = ${member.id}`.execute(server.db);
  await afterWork(server, async () => (await staked()) === 800_00n);
  await member.client('GET /api/wallet/refresh/slot');
  // 200 were staked before; 600 of 1,200 since.
  expect((await check(member)).progress).toMatchObject({
    target: 900,
    now: 1_000,
    turnover: { needed: 1_200, staked: 600 },
  });
  await play(server, member, 'imi', 599.99, 599.99);
  await sql`update member_bonus set due_at = now() where member_id = ${member.id}`.execute(server.db);
  await afterWork(server, async () => (await staked()) === 1_399_99n);
  await member.client('GET /api/wallet/refresh/slot');
  expect((await check(member)).status).toBe(true);
  await play(server, member, 'imi', 0.01, 0.01);
  await sql`update member_bonus set due_at = now() where member_id = ${member.id}`.execute(server.db);
  expect(await ended(member)).toMatchObject({ state: 'REACHED', ended_with: 1_000_00n });
});

test('BON-01 a later deposit neither reaches the target nor keeps the bonus from failing', async () => {
  const member = await depositor(100_00n);
  await openGame(member, 'pg');
  await activate(member, 'T_HALF');
  await deposit(server.db, member.id, 5_000_00n);
  await member.client('GET /api/wallet/refresh/slot');
  expect((await check(member)).progress).toMatchObject({ target: 300, now: 150, cancelCost: 50 });
  await move(member, 'WALLET', 'pg', 140);
  await play(server, member, 'pg', 140, 0);
  await member.client('GET /api/wallet/refresh/slot');
  expect(await lastBonus(member)).toMatchObject({ state: 'FAILED', ended_with: 10_00n });
  expect(await walletOf(member)).toBe(5_010_00n);
});

test('BON-01 BON-06 cancelling takes exactly the cost that was shown, and is refused where it has changed', async () => {
  const member = await depositor(200_00n);
  await openGame(member, 'pg');
  await activate(member, 'T_HALF');
  expect((await check(member)).progress).toMatchObject({ cancelCost: 100 });
  await move(member, 'WALLET', 'pg', 300);
  expect(await refusal(clear(member))).toBe('BONUS_CONDITION');
  await play(server, member, 'pg', 100, 0);
  await move(member, 'pg', 'WALLET', 200);
  await member.client('GET /api/wallet/refresh/slot');
  expect((await check(member)).progress).toMatchObject({ now: 200, cancelCost: 0 });
  expect(await clear(member)).toEqual({ message: 'BONUS_CLEAR' });
  expect(await walletOf(member)).toBe(200_00n);
  expect(await lastBonus(member)).toEqual({ state: 'CANCELLED', removed: 0n, ended_with: 200_00n });
  expect((await statement(member))[0]).toBe('finish_bonus WALLET>BONUS 0 SUCCESS');
  expect(await refusal(clear(member))).toBe('NO_DATA');

  const other = await depositor(200_00n);
  await openGame(other, 'pg');
  await activate(other, 'T_HALF');
  expect((await check(other)).progress).toMatchObject({ now: 300, cancelCost: 100 });
  await move(other, 'WALLET', 'pg', 100);
  await play(server, other, 'pg', 100, 20);
  await play(server, other, 'pg', 20, 0);
  await move(other, 'WALLET', 'pg', 150);
  await play(server, other, 'pg', 150, 0);
  // Less than the deposit is left, so cancelling is free now; the member was shown another cost.
  expect(await refusal(clear(other))).toBe('BONUS_CONDITION');
  expect((await check(other)).progress).toMatchObject({ now: 50, cancelCost: 0 });
  expect(await clear(other)).toEqual({ message: 'BONUS_CLEAR' });
  expect(await walletOf(other)).toBe(50_00n);
});

test('BON-01 ending early leaves the member’s own money at most: after a win, at a high floor, with adjustments', async () => {
  // 100 deposited, 100 given, one even bet won with everything: 300 would have been profit; it goes back.
  const winner = await depositor(100_00n);
  await fund(server.db, winner.id, 6_00n);
  await openGame(winner, 'pg');
  await activate(winner, 'WELCOME100');
  await move(winner, 'WALLET', 'pg', 200);
  await play(server, winner, 'pg', 200, 400);
  await move(winner, 'pg', 'WALLET', 400);
  // An adjustment is not play: it is kept, and does not hide losses.
  await fund(server.db, winner.id, 50_00n);
  await winner.client('GET /api/wallet/refresh/slot');
  expect((await check(winner)).progress).toMatchObject({ now: 406, cancelCost: 300 });
  await clear(winner);
  expect(await walletOf(winner)).toBe(100_00n + 6_00n + 50_00n);

  // The floor of 180 lies above the deposit of 100: failing at 179 leaves the deposit.
  const failer = await depositor(100_00n);
  await openGame(failer, 'pg');
  await activate(failer, 'T_HIGH');
  await move(failer, 'WALLET', 'pg', 50);
  await play(server, failer, 'pg', 21, 0);
  await move(failer, 'pg', 'WALLET', 29);
  expect(await ended(failer)).toEqual({ state: 'FAILED', removed: 79_00n, ended_with: 179_00n });
  expect(await walletOf(failer)).toBe(100_00n);
  expect(await statement(failer)).toContain('finish_bonus WALLET>BONUS 79 SUCCESS');
});

test('BON-01 a bonus is not cancelled while a game that may hold money is silent', async () => {
  const member = await depositor(100_00n);
  await openGame(member, 'bua');
  await activate(member, 'T_CAP');
  await move(member, 'WALLET', 'bua', 50);
  // The game does not answer at first: the job asks it again from time to time.
  await setFaults(server.sandbox.url, { 'game:bua': { mode: 'maintenance' } });
  await play(server, member, 'bua', 50, 5_000);
  // By the last known 50 it would cost 100, and 5,000 would be out of the bonus.
  expect((await check(member)).progress).toMatchObject({ now: 200, cancelCost: 100 });
  expect(await refusal(clear(member))).toBe('BONUS_CONDITION');
  await setFaults(server.sandbox.url, { 'game:bua': { mode: 'none' } });
  expect((await check(member)).status).toBe(true);
});

test('BON-06 a bonus that may not be had says why', async () => {
  const poor = await depositor(0n);
  expect(await refusal(activate(poor, 'T_HALF'))).toBe('BONUS_CONDITION');
  expect(await refusal(activate(poor, 'NO_SUCH'))).toBe('NO_DATA');
  expect(await refusal(activate(poor, 'P_DAY'))).toBe('NO_DATA');
  await deposit(server.db, poor.id, 99_99n);
  expect(await refusal(activate(poor, 'T_HALF'))).toBe('BONUS_CONDITION');

  const rich = await depositor(100_00n);
  await fund(server.db, rich.id, 10_01n);
  expect(await refusal(activate(rich, 'T_HALF'))).toBe('BONUS_CONDITION');

  const spent = await depositor(100_00n);
  await openGame(spent, 'pg');
  await move(spent, 'WALLET', 'pg', 1);
  expect(await refusal(activate(spent, 'T_HALF'))).toBe('BONUS_CONDITION');

  const second = await depositor(100_00n);
  await deposit(server.db, second.id, 100_00n);
  expect(await refusal(activate(second, 'WELCOME100'))).toBe('BONUS_CONDITION');

  const member = await depositor(0n);
  await activate(member, 'T_FREE');
  expect(await refusal(activate(member, 'T_FREE'))).toBe('BONUS_ALREADY_ACTIVE');
  expect(await refusal(activate(member, 'T_FEW'))).toBe('BONUS_REMAINING');
  await clear(member);
  expect(await refusal(activate(member, 'T_FREE'))).toBe('BONUS_MAX_CLAIMED');
});

test('BON-05 the limits by type count for ever, this Bangkok day, and this week from Monday', async () => {
  await dayWithRoom(server.db);
  const member = await depositor(0n);
  const again = async (code: string) => {
    const code_ = await refusal(activate(member, code));
    // A bonus that reaches its target at once may have ended before it is cleared.
    if (code_ === 'no refusal') await refusal(clear(member));
    return code_;
  };
  const age = (code: string, since: string) =>
    sql`update member_bonus set created_at = (${sql.raw(since)}) at time zone 'Asia/Bangkok' - interval '1 second'
      where member_id = ${member.id} and code = ${code}`.execute(server.db);
  expect(await again('T_FREE')).toBe('no refusal');
  expect(await again('T_FREE')).toBe('BONUS_MAX_CLAIMED');
  await age('T_FREE', "date_trunc('day', now() at time zone 'Asia/Bangkok')");
  expect(await again('T_FREE')).toBe('no refusal');

  // T_EASY reaches its target at once.
  expect([await again('T_EASY'), await again('T_EASY'), await again('T_EASY')]).toEqual([
    'no refusal',
    'no refusal',
    'BONUS_MAX_CLAIMED',
  ]);
  await age('T_EASY', "date_trunc('week', now() at time zone 'Asia/Bangkok')");
  expect(await again('T_EASY')).toBe('no refusal');
});

test('BON-06 two activations at once give one bonus, and a deposit earns one bonus', async () => {
  const member = await depositor(100_00n);
  const codes = await Promise.all(
    ['T_HALF', 'T_CAP', 'T_HALF', 'T_TURN', 'DAILY20'].map((code) => refusal(activate(member, code))),
  );
  expect(codes.filter((code) => code === 'no refusal')).toHaveLength(1);
  const { rows } = await sql<{ count: bigint; given: bigint }>`
    select count(*) as count, sum(bonus)::bigint as given from member_bonus where member_id = ${member.id}`.execute(
    server.db,
  );
  expect(rows[0]?.count).toBe(1n);
  expect(await walletOf(member)).toBe(100_00n + (rows[0]?.given ?? 0n));
  await check(member);
  await clear(member);
  expect(await refusal(activate(member, 'T_CAP'))).toBe('BONUS_CONDITION');
});

test('BON-06 the quota of all members is never exceeded', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(server)));
  const codes = await Promise.all(members.map((member) => refusal(activate(member, 'T_FEW'))));
  expect(codes.sort()).toEqual([
    'BONUS_FULL',
    'BONUS_FULL',
    'BONUS_FULL',
    'no refusal',
    'no refusal',
    'no refusal',
  ]);
});

test('WDR-03 of a withdrawal and an activation at once only one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const member = await depositor(200_00n);
    const [activated, withdrawn] = await Promise.all([
      refusal(activate(member, 'T_HALF')),
      refusal(withdraw(member, 200)),
    ]);
    expect([activated, withdrawn].filter((code) => code === 'no refusal')).toHaveLength(1);
    expect([activated, withdrawn]).toContain('BONUS_CONDITION');
  }
});

test('BON-01 a game that does not tell its balance decides nothing', async () => {
  const member = await depositor(200_00n);
  await openGame(member, 'bua');
  await openGame(member, 'pg');
  await activate(member, 'T_HALF');
  await move(member, 'WALLET', 'bua', 25);
  await move(member, 'WALLET', 'pg', 275);
  await setFaults(server.sandbox.url, { 'game:bua': { mode: 'maintenance' } });
  await play(server, member, 'bua', 25, 400);
  await play(server, member, 'pg', 275, 0);
  await member.client('GET /api/wallet/refresh/slot');
  // The last known 25 would be below the floor of 30.
  expect((await check(member)).progress).toMatchObject({ floor: 30, now: 25 });
  await setFaults(server.sandbox.url, { 'game:bua': { mode: 'none' } });
  await member.client('GET /api/wallet/refresh/slot');
  expect((await check(member)).progress).toMatchObject({ now: 400 });
});

test('BON-02 a promotion is found by its code, waits for the next deposit, and gives its bonus', async () => {
  const member = await depositor(0n);
  expect(await find(member, 'p_next')).toEqual({
    code: 'P_NEXT',
    percentFail: 10,
    description: '<p>ไทย</p>',
  });
  expect(await refusal(find(member, 'NOPE'))).toBe('NO_PROMOTION');
  expect(await refusal(find(member, 'T_HALF'))).toBe('NO_PROMOTION');
  expect(await refusal(promote(member, 'NOPE'))).toBe('NO_PROMOTION');
  expect(await member.client('GET /api/promotion/current')).toEqual({ code: null });
  expect(await promote(member, 'p_next')).toEqual({ message: 'SUCCESS' });
  expect(await member.client('GET /api/promotion/current')).toEqual({ code: 'P_NEXT' });
  await deposit(server.db, member.id, 9_00n);
  await deposit(server.db, member.id, 250_50n);
  await afterWork(server, async () => (await check(member)).status);
  // A quarter of 250.50; the deposit of 9 baht was below the minimum.
  expect(await walletOf(member)).toBe(9_00n + 250_50n + 62_62n);
  expect((await check(member)).progress).toMatchObject({ base: 313.12, target: 626.24 });
  expect((await statement(member))[0]).toBe('bonus BONUS>WALLET 62.62 SUCCESS');
  expect(await member.client('GET /api/promotion/current')).toEqual({ code: 'P_NEXT' });
  expect(await refusal(promote(member, 'P_NEXT'))).toBe('BONUS_ALREADY_ACTIVE');
  expect(await refusal(promote(member, 'P_DAY'))).toBe('BONUS_REMAINING');
  await check(member);
  await clear(member);
  expect(await refusal(find(member, 'P_NEXT'))).toBe('PROMOTION_RECEIVED');
  expect(await refusal(promote(member, 'P_NEXT'))).toBe('PROMOTION_RECEIVED');
});

test('BON-02 promotions of new members, of once a day, and with a quota', async () => {
  const old = await depositor(50_00n);
  expect(await refusal(promote(old, 'P_NEW'))).toBe('BONUS_CONDITION');
  const member = await depositor(0n);
  await promote(member, 'P_NEXT');
  await promote(member, 'P_NEW');
  await deposit(server.db, member.id, 80_00n);
  await afterWork(server, async () => (await check(member)).status);
  expect(await walletOf(member)).toBe(110_00n);
  const daily = await depositor(0n);
  await promote(daily, 'P_DAY');
  expect(await walletOf(daily)).toBe(5_00n);
  await clear(daily);
  expect(await refusal(promote(daily, 'P_DAY'))).toBe('PROMOTION_RECEIVED');
  await promote(daily, 'P_FEW');
  expect(await refusal(promote(await depositor(0n), 'P_FEW'))).toBe('BONUS_FULL');
});

test('BON-02 a choice that can no longer be met is dropped', async () => {
  const member = await depositor(0n);
  await promote(member, 'P_NEXT');
  await fund(server.db, member.id, 500_00n);
  await deposit(server.db, member.id, 200_00n);
  await afterWork(server, async () => (await member.client('GET /api/promotion/current')).code === null);
  expect((await check(member)).status).toBe(false);
  expect(await walletOf(member)).toBe(700_00n);
});

test('BON-02 searching for promotion codes is limited', async () => {
  const member = await depositor(0n);
  await changeSetting(server, 'bonus', { searchesInMinute: 3 });
  await windowWithRoom(server.db, 60);
  const codes: unknown[] = [];
  for (let index = 0; index < 8; index += 1) codes.push(await refusal(find(member, `GUESS${index}`)));
  await changeSetting(server, 'bonus', { searchesInMinute: 10 });
  expect(codes.at(-1)).toBe('REQUEST_LIMIT');
});

test('BON-06 the terms are those of the activation', async () => {
  const member = await depositor(200_00n);
  await activate(member, 'T_HALF');
  await sql`update bonus_definition set success_bps = 90000, fail_bps = 5000, reward_bps = 100, maximum_payout = 1
    where code = 'T_HALF'`.execute(server.owner);
  expect((await check(member)).progress).toEqual({
    base: 300,
    target: 600,
    floor: 30,
    now: 300,
    cancelCost: 100,
  });
  await sql`update bonus_definition set success_bps = 20000, fail_bps = 1000, reward_bps = 5000, maximum_payout = null
    where code = 'T_HALF'`.execute(server.owner);
});
