import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fund, setFaults, until } from '../../testing/moneyWorld.ts';
import { refusal } from '../../testing/refusal.ts';
import { rewardServer } from '../../testing/rewardServer.ts';
import { changeSetting, closeToday, move, openGame, play, today } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { allClosed } from '../play/leaveOutHouseMoney.ts';

const server = rewardServer();
const { player, walletOf } = server;
const check = (member: TestMember) => member.client('GET /api/refund/check');
const receive = (member: TestMember) => member.client('GET /api/refund/receive');
const addWallet = (member: TestMember) => member.client('GET /api/refund/addWallet');
const log = (member: TestMember, page = 1, limit = 10) =>
  member.client('POST /api/refund', { body: { page, limit } });

/** Puts a closed day of the past into the books, as the job would have. Satang. */
async function pastDay(
  member: TestMember,
  { daysAgo, provider, stake, win }: { daysAgo: number; provider: string; stake: number; win: number },
): Promise<void> {
  await sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    values (${member.id}, ${today()}::date - ${daysAgo}::integer, ${provider}, ${stake}, ${win}, 1)`.execute(
    server.node.owner,
  );
}

test('RFD-01 RFD-02 worked example: 5 % of what was lost on a closed day, to the satang, once', async () => {
  const member = await player('pg');
  await play(server.node, member, 'pg', 500, 166.55);
  await play(server.node, member, 'pg', 33.33, 0);
  expect(await check(member)).toMatchObject({ result: false, refundAmount: 0 });
  expect(await refusal(receive(member))).toBe('NO_REFUND');
  await closeToday(server.node, 'pg');
  // 533.33 − 166.55 = 366.78; 5 % is 18.339, rounded down.
  expect(await check(member)).toEqual({
    result: true,
    bonus: false,
    info: expect.stringContaining('<strong>5%</strong>'),
    refundAmount: 18.33,
    refundSuccess: 100,
    refundFail: 0,
  });
  expect(await receive(member)).toEqual({ message: 'REFUND_SUCCESS' });
  expect(await walletOf(member)).toBe(18_33n);
  expect(await check(member)).toMatchObject({ result: false, refundAmount: 0 });
  expect(await refusal(receive(member))).toBe('NO_REFUND');
  expect(await refusal(addWallet(member))).toBe('NO_REFUND');
  expect(await log(member)).toEqual({
    total: 1,
    refunds: [{ refundAmount: 18.33, createdAt: expect.any(String) }],
  });
  const { statements } = await member.client('POST /api/statement', { body: { page: 1, limit: 1 } });
  expect(statements[0]).toMatchObject({
    statementType: 'bonus',
    status: 'SUCCESS',
    amount: 18.33,
    refund: { description: 'คืนยอดเสีย' },
  });
});

test('RFD-02 the same period is never refunded twice, however often it is asked for at once', async () => {
  const member = await player('pg');
  await play(server.node, member, 'pg', 1_000, 0);
  await closeToday(server.node, 'pg');
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, index) => refusal(index % 2 ? receive(member) : addWallet(member))),
  );
  expect(codes.filter((code) => code === 'no refusal')).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['no refusal', 'NO_REFUND']));
  expect(await walletOf(member)).toBe(50_00n);
  // Neither by the week, after it was refunded by the day.
  await changeSetting(server.node, 'refund', { period: 'week' });
  expect(await check(member)).toMatchObject({ result: false, refundAmount: 0 });
  await changeSetting(server.node, 'refund', { period: 'day' });
});

test('RFD-01 a day is closed only when every provider of the member told its figures', async () => {
  const member = await player('pg');
  await openGame(member, 'imi');
  await play(server.node, member, 'pg', 100, 0);
  await closeToday(server.node, 'pg');
  expect(await refusal(receive(member))).toBe('NO_REFUND');
  await setFaults(server.node.sandbox.url, { 'game:imi': { mode: 'maintenance' } });
  await sql`insert into play_close (provider, day) values ('imi', ${today()}::date)`.execute(
    server.node.owner,
  );
  const state = () =>
    server.node.db
      .selectFrom('play_close')
      .select(['closed_at', 'attempts', 'reason'])
      .where('provider', '=', 'imi')
      .executeTakeFirstOrThrow();
  await until(async () => (await state()).reason !== null);
  expect(await state()).toMatchObject({ closed_at: null, attempts: 1 });
  expect(await refusal(receive(member))).toBe('NO_REFUND');
  await setFaults(server.node.sandbox.url, { 'game:imi': { mode: 'none' } });
  await sql`update play_close set due_at = now() where provider = 'imi'`.execute(server.node.owner);
  await until(async () => (await state()).closed_at !== null);
  expect(await check(member)).toMatchObject({ result: true, refundAmount: 5 });
});

test('RFD-01 a game that was retired holds back no refund of later days', async () => {
  const member = await player('pg');
  await openGame(member, 'chang');
  await play(server.node, member, 'pg', 100, 0);
  await closeToday(server.node, 'pg');
  expect(await refusal(receive(member))).toBe('NO_REFUND');
  const retire = (at: string | null) =>
    sql`update game_provider set is_active = ${at === null}, retired_at = now() + ${at}::interval
      where code = 'chang'`.execute(server.node.owner);
  // On the day itself it was still played.
  await retire('0');
  expect(await refusal(receive(member))).toBe('NO_REFUND');
  await retire('-1 day');
  expect(await check(member)).toMatchObject({ result: true, refundAmount: 5 });
  const { rows } = await sql<{ is_closed: boolean }>`
    select ${allClosed(sql`m.id`, today())} as is_closed from member m where m.id = ${member.id}`.execute(
    server.node.owner,
  );
  expect(rows).toEqual([{ is_closed: true }]);
  await retire(null);
});

test('RFD-01 worked example: days count for themselves, a day won takes nothing from a day lost', async () => {
  const member = await player('pg', { baht: 10 });
  await pastDay(member, { daysAgo: 3, provider: 'pg', stake: 100_00, win: 0 });
  await pastDay(member, { daysAgo: 2, provider: 'pg', stake: 100_00, win: 700_00 });
  await pastDay(member, { daysAgo: 1, provider: 'pg', stake: 50_50, win: 10_00 });
  await pastDay(member, { daysAgo: 8, provider: 'pg', stake: 900_00, win: 0 });
  // 5 % of 100 and of 40.50; the day of eight days ago is too old.
  expect(await check(member)).toMatchObject({ result: true, refundAmount: 7.02 });
  await addWallet(member);
  expect(await walletOf(member)).toBe(7_02n);
  expect(await refusal(addWallet(member))).toBe('REFUND_MINIMUM');
});

test('RFD-03 a refund that may not be had says why', async () => {
  const winner = await player('pg');
  await play(server.node, winner, 'pg', 100, 150);
  const small = await player('pg');
  await play(server.node, small, 'pg', 19.99, 0);
  const loser = await player('pg');
  await play(server.node, loser, 'pg', 1_000, 0);
  await closeToday(server.node, 'pg');
  expect(await refusal(receive(await makeMember(server.node)))).toBe('NO_REFUND');
  expect(await refusal(receive(winner))).toBe('REFUND_MINIMUM');
  expect(await check(small)).toMatchObject({ result: false, refundAmount: 0.99 });
  expect(await refusal(receive(small))).toBe('REFUND_MINIMUM');
  await loser.client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
  expect(await check(loser)).toMatchObject({ result: true, bonus: true, refundAmount: 50 });
  expect(await refusal(receive(loser))).toBe('REFUND_CONDITION');
  expect(await refusal(addWallet(loser))).toBe('REFUND_CONDITION');
  await loser.client('GET /api/bonus/clear');
  await changeSetting(server.node, 'refund', { isActive: false });
  expect(await check(loser)).toMatchObject({ result: false });
  expect(await refusal(receive(loser))).toBe('REFUND_INACTIVE');
  expect(await refusal(addWallet(loser))).toBe('REFUND_INACTIVE');
  await changeSetting(server.node, 'refund', { isActive: true });
  expect(await receive(loser)).toEqual({ message: 'REFUND_SUCCESS' });
});

test('RFD-02 a refund with a condition is a bonus that locks withdrawing until its target', async () => {
  const member = await player('pg');
  await play(server.node, member, 'pg', 1_000, 0);
  const rich = await player('pg');
  await play(server.node, rich, 'pg', 1_000, 0);
  await fund(server.node.db, rich.id, 500_00n);
  await closeToday(server.node, 'pg');
  await changeSetting(server.node, 'refund', { successBps: 200_00, failBps: 10_00 });
  expect(await check(member)).toMatchObject({ refundSuccess: 200, refundFail: 10, refundAmount: 50 });
  expect(await refusal(addWallet(member))).toBe('REFUND_CONDITION');
  expect(await refusal(receive(rich))).toBe('REFUND_CONDITION');
  expect(await receive(member)).toEqual({ message: 'REFUND_SUCCESS' });
  await changeSetting(server.node, 'refund', { successBps: 100_00, failBps: 0 });
  expect(await member.client('GET /api/bonus/check/active')).toEqual({
    status: true,
    type: 'คืนยอดเสีย',
    progress: { base: 50, target: 100, floor: 5, now: 50, cancelCost: 50 },
  });
  expect(await refusal(member.client('POST /api/wallet/withdraw', { body: { amount: 100 } }))).toBe(
    'BONUS_CONDITION',
  );
  await move(member, 'WALLET', 'pg', 50);
  await play(server.node, member, 'pg', 50, 100);
  await member.client('GET /api/wallet/refresh/slot');
  expect(await member.client('GET /api/bonus/check/active')).toMatchObject({ status: false });
});

test('RFD-01 by the week a period is closed with its Sunday', async () => {
  const member = await player('pg', { baht: 10 });
  await changeSetting(server.node, 'refund', { period: 'week', claimWithinDays: 21 });
  const { rows } = await sql<{ days: number }>`
    select (extract(isodow from ${today()}::date) - 1)::integer as days`.execute(server.node.owner);
  const sinceMonday = rows[0]?.days ?? 0;
  // In the last full week 300 were lost and 100 won. This week is over if today, which is closed, is its Sunday.
  await pastDay(member, { daysAgo: sinceMonday + 7, provider: 'pg', stake: 300_00, win: 0 });
  await pastDay(member, { daysAgo: sinceMonday + 1, provider: 'pg', stake: 0, win: 100_00 });
  await play(server.node, member, 'pg', 10, 0);
  await closeToday(server.node, 'pg');
  const { refundAmount } = await check(member);
  const refund = sinceMonday === 6 ? 10_50n : 10_00n;
  expect(refundAmount).toBe(Number(refund) / 100);
  await receive(member);
  await changeSetting(server.node, 'refund', { period: 'day', claimWithinDays: 7 });
  expect(await walletOf(member)).toBe(refund);
});

test('RFD-01 HOM-10 the log has pages, the banners are those of the refund', async () => {
  const member = await makeMember(server.node);
  await sql`
    insert into refund (member_id, amount, net_loss, share_bps)
    select ${member.id}, n * 100, n * 2000, 500 from generate_series(1, 12) n`.execute(server.node.owner);
  expect((await log(member, 2, 10)).refunds.map(({ refundAmount }) => refundAmount)).toEqual([2, 1]);
  expect((await log(member, 1, 10)).total).toBe(12);
  expect(await member.client('GET /api/refund/banners')).toEqual([]);
  await sql`
    insert into banner (place, image, html)
    values ('refund', '/media/banners/banner-night.svg', '{"th":"<p>ไทย</p>","la":"","en":""}')`.execute(
    server.node.owner,
  );
  expect(await member.client('GET /api/refund/banners')).toEqual([
    { image: '/media/banners/banner-night.svg', html: '<p>ไทย</p>' },
  ]);
});
