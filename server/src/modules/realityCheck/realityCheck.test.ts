import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openReadyLine } from '../../testing/moneyLine.ts';
import { fund, moneyOf, until } from '../../testing/moneyWorld.ts';
import { rawCall } from '../../testing/rawCall.ts';
import { move, openGame, play } from '../../testing/rewardWorld.ts';
import { switchSetting } from '../../testing/switchSetting.ts';
import { makeMember, type TestMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
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

async function player(): Promise<TestMember> {
  const member = await makeMember(server);
  await fund(server.db, member.id, 1_000_00n);
  await openGame(member, 'pg');
  return member;
}

test('PRO-15 after the chosen minutes play waits for an answer on every screen, with time and result', async () => {
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
  await until(async () => tab.said().includes('event: protection'), 3_000);
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

test('PRO-15 "continue" asks again after the same minutes; "stop" ends play and brings the money back', async () => {
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
  // Who plays again begins anew.
  expect((await move(member, 'WALLET', 'pg', 100)).status).toBe('SUCCESS');
  expect(await check(member)).toMatchObject({ isDue: false, minutes: 0, into: 100, net: 0 });
});

test('PRO-15 a short way out of the game does not start the clock anew; a site without the rule asks nobody', async () => {
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
