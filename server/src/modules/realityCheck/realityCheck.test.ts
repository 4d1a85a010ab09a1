import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReadyLine } from '../../testing/moneyLine.ts';
import { fund, moneyOf, setFaults, until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { move, openGame, play } from '../../testing/rewardWorld.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const call = ({ token }: TestMember, key: string, body?: unknown) =>
  rawCall(server.url, key, { token, ...(body !== undefined && { body }) });
const check = async (member: TestMember) => (await call(member, 'GET /api/protection/realityCheck')).body;
const answer = (member: TestMember, given: 'continue' | 'stop') =>
  call(member, 'POST /api/protection/realityCheck', { answer: given });
const launch = (member: TestMember) => call(member, `GET /api/autoLogin/pg/km${member.id}pg`);

/** As if the member had played so many minutes more. */
const playOn = ({ id }: TestMember, minutes: number) =>
  sql`
    update reality_check set since = since - make_interval(mins => ${minutes}),
      answered_at = answered_at - make_interval(mins => ${minutes}), due_at = due_at - make_interval(mins => ${minutes})
    where member_id = ${id}`.execute(server.owner);
const isTimed = async (member: TestMember) => {
  const row = await server.owner
    .selectFrom('reality_check')
    .select('due_at')
    .where('member_id', '=', member.id)
    .where('due_at', '>', sql<Date>`now() + interval '5 minutes'`)
    .executeTakeFirst();
  return row !== undefined;
};

/** Until the games of a member who stopped are closed. */
const untilClosed = (member: TestMember) =>
  until(async () => {
    const row = await server.owner
      .selectFrom('game_closing')
      .select('member_id')
      .where('member_id', '=', member.id)
      .executeTakeFirst();
    return row === undefined;
  });

/** Has the job that ends play without a session run: it has told the member of the limit, its last step. */
const runLimits = (member: TestMember) =>
  until(async () => {
    server.wakeJob('limits');
    const told = await server.owner
      .selectFrom('notification')
      .select('id')
      .where('member_id', '=', member.id)
      .where('kind', '=', 'limitReached')
      .executeTakeFirst();
    return told !== undefined;
  });

async function player(): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  await openGame(member, 'pg');
  return member;
}

test('SAFE-15 after the chosen minutes play waits for an answer on every screen, with time and result', async () => {
  const member = await player();
  expect(await check(member)).toEqual({
    isDue: false,
    dueAt: null,
    since: null,
    minutes: 0,
    into: null,
    back: null,
    net: null,
  });
  expect((await call(member, 'PUT /api/protection/realityCheck', { minutes: 20 })).body.code).toBe(
    'PAUSE_UNKNOWN',
  );
  expect((await call(member, 'PUT /api/protection/realityCheck', { minutes: 30 })).status).toBe(200);
  expect((await call(member, 'GET /api/protection/pause')).body).toMatchObject({
    realityMinutes: 30,
    choices: { realityMinutes: [15, 30, 60] },
  });
  await move(member, 'WALLET', 'pg', 500);
  await until(() => isTimed(member));
  const before = await check(member);
  expect(before).toMatchObject({ isDue: false, minutes: 0, into: 500, back: 0, net: 0 });
  expect(Date.parse(before.dueAt) - Date.parse(before.since)).toBe(30 * 60_000);
  await playOn(member, 29);
  expect((await launch(member)).status).toBe(200);
  await play(server, member, 'pg', 100, 40);
  const tab = await openReadyLine(server.url, member.token);
  await playOn(member, 2);
  await until(async () => tab.said().includes('event: protection'));
  // Figures count what the game holds now.
  await until(async () => (await check(member)).net === -60);
  expect(await check(member)).toMatchObject({ isDue: true, dueAt: null, minutes: 31, into: 500, back: 0 });
  for (const [key, body] of [
    [`GET /api/autoLogin/pg/km${member.id}pg`, undefined],
    ['POST /api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 10 }],
    ['GET /api/wallet/account/pg', undefined],
  ] as const)
    expect([key, await call(member, key, body)]).toMatchObject([
      key,
      { status: 403, body: { code: 'REALITY_CHECK_DUE' } },
    ]);
  // Money comes out, and that is no way around the answer.
  await move(member, 'pg', 'WALLET', 440);
  expect((await launch(member)).body.code).toBe('REALITY_CHECK_DUE');
  expect((await answer(member, 'continue')).status).toBe(200);
  expect((await launch(member)).status).toBe(200);
  tab.close();
});

test('SAFE-15 "continue" asks again after the same minutes; "stop" ends play and brings the money back', async () => {
  const member = await player();
  await move(member, 'WALLET', 'pg', 300);
  await until(() => isTimed(member));
  await playOn(member, 61);
  await until(async () => (await check(member)).isDue);
  await answer(member, 'continue');
  await until(() => isTimed(member));
  expect(await check(member)).toMatchObject({ isDue: false, minutes: 61 });
  await playOn(member, 61);
  await until(async () => (await check(member)).isDue);
  expect((await answer(member, 'stop')).status).toBe(200);
  await until(async () => (await moneyOf(server.db, member.id)).wallet === 1_000_00n);
  expect(await check(member)).toMatchObject({ isDue: false, since: null });
  // Who plays again so soon has not stopped; a good while later they begin anew.
  await untilClosed(member);
  expect((await move(member, 'WALLET', 'pg', 100)).status).toBe('SUCCESS');
  expect(await check(member)).toMatchObject({ isDue: false, minutes: 122, into: 400, net: 0 });
  await answer(member, 'stop');
  await untilClosed(member);
  await sql`update play_session set started_at = started_at - interval '16 minutes',
    ended_at = ended_at - interval '16 minutes' where member_id = ${member.id}`.execute(server.owner);
  expect((await move(member, 'WALLET', 'pg', 100)).status).toBe('SUCCESS');
  expect(await check(member)).toMatchObject({ isDue: false, minutes: 0, into: 100, net: 0 });
});

test('SAFE-15 "stop" before a check is due does not start the clock anew, and play waits until games are closed', async () => {
  const member = await player();
  await call(member, 'PUT /api/protection/realityCheck', { minutes: 30 });
  await move(member, 'WALLET', 'pg', 300);
  await until(() => isTimed(member));
  await playOn(member, 29);
  await setFaults(server.sandbox.url, {
    'game:pg': { mode: 'slow', delayMs: 1_000, times: 2, for: `km${member.id}pg` },
  });
  expect((await answer(member, 'stop')).status).toBe(200);
  expect(await launch(member)).toMatchObject({ status: 409, body: { code: 'GAMES_CLOSING' } });
  await untilClosed(member);
  expect((await moneyOf(server.db, member.id)).wallet).toBe(1_000_00n);
  expect((await launch(member)).status).toBe(200);
  expect(await check(member)).toMatchObject({ isDue: false, minutes: 29 });
  await playOn(member, 2);
  await until(async () => (await check(member)).isDue);
});

test('SAFE-05 SAFE-15 who logs out while a game holds money plays on: the time counts, the check comes at the next visit', async () => {
  const member = await player();
  await call(member, 'PUT /api/protection/realityCheck', { minutes: 60 });
  await call(member, 'PUT /api/protection/limits/time/day', { most: 60 });
  await move(member, 'WALLET', 'pg', 500);
  expect((await launch(member)).status).toBe(200);
  await until(() => isTimed(member));
  expect((await call(member, 'POST /api/logout')).status).toBe(200);
  await sql`update play_session set started_at = started_at - interval '10 hours' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await runLimits(member);
  await playOn(member, 600);
  const { body } = await rawCall(server.url, 'POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  const again = { ...member, token: body.token };
  await until(async () => (await check(again)).isDue);
  expect(await check(again)).toMatchObject({ minutes: 600, into: 500 });
  expect((await launch(again)).body.code).toBe('REALITY_CHECK_DUE');
  await answer(again, 'continue');
  expect((await launch(again)).body).toMatchObject({
    code: 'LIMIT_REACHED',
    detail: { reason: 'TIME_LIMIT' },
  });
  const { limits } = (await call(again, 'GET /api/protection/limits')).body;
  expect(limits).toContainEqual(expect.objectContaining({ kind: 'time', period: 'day', used: 601 }));
});

test("SAFE-05 SAFE-10 a game's password begins play, and no game is opened during a break", async () => {
  const member = await player();
  expect((await call(member, 'GET /api/wallet/account/pg')).status).toBe(200);
  expect(await check(member)).toMatchObject({ minutes: 0, since: expect.any(String) });
  await call(member, 'POST /api/protection/break', { days: 1 });
  expect(await call(member, 'GET /api/wallet/activate/joker2')).toMatchObject({
    status: 403,
    body: { code: 'PLAY_PAUSED' },
  });
});

test('SAFE-15 a short way out of the game does not start the clock anew; a site without the rule asks nobody', async () => {
  const member = await player();
  await move(member, 'WALLET', 'pg', 300);
  await until(() => isTimed(member));
  await playOn(member, 40);
  await move(member, 'pg', 'WALLET', 300);
  await move(member, 'WALLET', 'pg', 200);
  await until(() => isTimed(member));
  expect(await check(member)).toMatchObject({ minutes: 40, into: 500, back: 300, net: 0 });
  await switchSetting(server, 'protection', {
    realityCheck: { isOn: false, minutes: [60], usualMinutes: 60 },
  });
  await playOn(member, 60);
  await until(async () => !(await isTimed(member)));
  await until(async () => {
    const row = await server.owner
      .selectFrom('reality_check')
      .select('due_at')
      .where('member_id', '=', member.id)
      .executeTakeFirst();
    return row?.due_at === null;
  });
  expect(await check(member)).toMatchObject({ isDue: false });
  expect((await call(member, 'GET /api/protection/pause')).body.realityMinutes).toBeNull();
});
