import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fund } from '../../testing/moneyWorld.ts';
import { refusal } from '../../testing/refusal.ts';
import { rewardServer } from '../../testing/rewardServer.ts';
import { changeSetting, closeToday, move, openGame, play } from '../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';

const server = rewardServer();
const { player, walletOf } = server;
const receive = (member: TestMember) => member.client('GET /api/invite/bonus');
const list = (member: TestMember, page = 1, limit = 10) =>
  member.client('POST /api/invite', { body: { page, limit } });
const shown = async (member: TestMember) => (await member.client('GET /api/wallet')).invite;

/** A member invited by another, with 1,000 baht at this game. */
const friendOf = (inviter: TestMember, game: string) => player(game, { inviteCode: `PR${inviter.id}` });

test('HOM-03 INV-01 worked example: 5 % of what each invited friend lost on closed days, to the satang', async () => {
  const inviter = await makeMember(server.node);
  expect(await refusal(receive(inviter))).toBe('NO_INVITE_BONUS');
  const [loser, winner, unlucky] = [
    await friendOf(inviter, 'pg'),
    await friendOf(inviter, 'pg'),
    await friendOf(inviter, 'imi'),
  ];
  expect(await refusal(receive(inviter))).toBe('NO_INVITEE_PLAY_INFO');
  await play(server.node, loser, 'pg', 500, 100.01);
  await play(server.node, winner, 'pg', 100, 900);
  await play(server.node, unlucky, 'imi', 77.77, 0);
  expect(await shown(inviter)).toEqual({ amount: 0, success: 100, fail: 0 });
  await closeToday(server.node, 'pg', 'imi');
  // 399.99 × 5 % = 19.9995 and 77.77 × 5 % = 3.8885, each rounded down; the winner takes nothing away.
  expect(await shown(inviter)).toEqual({ amount: 23.87, success: 100, fail: 0 });
  const before = await list(inviter);
  expect(before.total).toBe(3);
  expect(before.invites.map(({ from, amount }) => [from.name, amount])).toEqual([
    ['สมชาย ใจดี', 3.88],
    ['สมชาย ใจดี', 0],
    ['สมชาย ใจดี', 19.99],
  ]);
  expect(await receive(inviter)).toEqual({ message: 'INVITE_BONUS_SUCCESS' });
  expect(await walletOf(inviter)).toBe(23_87n);
  expect(await shown(inviter)).toMatchObject({ amount: 0 });
  expect(await refusal(receive(inviter))).toBe('INVITE_COLLECT');
  expect(await list(inviter)).toEqual(before);
  expect((await list(inviter, 2, 2)).invites).toEqual(before.invites.slice(2));
  const { statements } = await inviter.client('POST /api/statement', { body: { page: 1, limit: 10 } });
  expect(statements[0]).toMatchObject({
    statementType: 'bonus',
    amount: 23.87,
    invite: { description: 'โบนัสแนะนำเพื่อน' },
  });
});

test('HOM-03 many calls at once receive a day once', async () => {
  const inviter = await makeMember(server.node);
  const friend = await friendOf(inviter, 'pg');
  await play(server.node, friend, 'pg', 1_000, 0);
  await closeToday(server.node, 'pg');
  const codes = await Promise.all(Array.from({ length: 8 }, () => refusal(receive(inviter))));
  expect(codes.filter((code) => code === 'no refusal')).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['no refusal', 'INVITE_COLLECT']));
  expect(await walletOf(inviter)).toBe(50_00n);
});

test('INV-02 a friend who never deposited earns the inviter nothing', async () => {
  const inviter = await makeMember(server.node);
  const friend = await makeMember(server.node, { inviteCode: `PR${inviter.id}` });
  await fund(server.node.db, friend.id, 100_00n);
  await openGame(friend, 'pg');
  await move(friend, 'WALLET', 'pg', 100);
  await play(server.node, friend, 'pg', 100, 0);
  await closeToday(server.node, 'pg');
  expect(await shown(inviter)).toMatchObject({ amount: 0 });
  expect(await refusal(receive(inviter))).toBe('NO_INVITE_BONUS');
});

test('INV-02 a friend who is one person with the inviter earns nothing, by what is known when it is received', async () => {
  const inviter = await makeMember(server.node);
  const shared = await friendOf(inviter, 'pg');
  const twin = await friendOf(inviter, 'pg');
  const honest = await friendOf(inviter, 'pg');
  // What registration refuses, an operator's adjustment or an account in another currency may bring about.
  await sql`
    update member set bank_account_no = ${inviter.bankAccountNo}, currency = 'LAK' where id = ${shared.id}`.execute(
    server.node.owner,
  );
  for (const friend of [shared, twin, honest]) await play(server.node, friend, 'pg', 200, 0);
  await closeToday(server.node, 'pg');
  expect(await shown(inviter)).toMatchObject({ amount: 20 });
  // Known only after the day was closed.
  await sql`update member set bank_account_name = ${`MR. ${inviter.bankAccountName}`} where id = ${twin.id}`.execute(
    server.node.owner,
  );
  await receive(inviter);
  expect(await walletOf(inviter)).toBe(10_00n);
  const flags = await server.node.db
    .selectFrom('invite_flag')
    .select(['invitee_id', 'reason'])
    .where('inviter_id', '=', inviter.id)
    .orderBy('invitee_id')
    .execute();
  expect(flags).toEqual([
    { invitee_id: shared.id, reason: 'ACCOUNT' },
    { invitee_id: twin.id, reason: 'NAME' },
  ]);
  expect(await refusal(receive(inviter))).toBe('INVITE_COLLECT');
});

test('INV-02 the switch, an active bonus, and a condition have their codes', async () => {
  const inviter = await makeMember(server.node);
  const friend = await friendOf(inviter, 'pg');
  await play(server.node, friend, 'pg', 400, 0);
  await closeToday(server.node, 'pg');
  await changeSetting(server.node, 'invite', { isActive: false });
  expect(await refusal(receive(inviter))).toBe('INVITE_INACTIVE');
  await changeSetting(server.node, 'invite', { isActive: true });
  await inviter.client('GET /api/bonus/activate/:code', { params: { code: 'NIGHT20' } });
  expect(await refusal(receive(inviter))).toBe('INVITE_BONUS_FAIL');
  await inviter.client('GET /api/bonus/clear');

  await changeSetting(server.node, 'invite', { successBps: 300_00, failBps: 20_00 });
  expect(await shown(inviter)).toEqual({ amount: 20, success: 300, fail: 20 });
  await fund(server.node.db, inviter.id, 50_00n);
  expect(await refusal(receive(inviter))).toBe('INVITE_BONUS_FAIL');
  await openGame(inviter, 'pg');
  await move(inviter, 'WALLET', 'pg', 50);
  await play(server.node, inviter, 'pg', 50, 0);
  expect(await receive(inviter)).toEqual({ message: 'INVITE_BONUS_SUCCESS' });
  await changeSetting(server.node, 'invite', { successBps: 100_00, failBps: 0 });
  expect(await inviter.client('GET /api/bonus/check/active')).toMatchObject({
    status: true,
    type: 'โบนัสแนะนำเพื่อน',
    progress: { base: 20, target: 60, floor: 4, now: 20 },
  });
});

test('HOM-10 the banners before the invite dialog are seeded, in the language of the reader', async () => {
  const member = await makeMember(server.node);
  expect(await member.client('GET /api/invite/banners')).toEqual([
    { image: '/media/banners/banner-friend.svg', html: expect.stringContaining('แนะนำเพื่อน') },
  ]);
});
