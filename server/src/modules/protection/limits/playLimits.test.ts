import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verify } from '../../../ledger/verify.ts';
import { setFaults, until } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { deposit, move, openGame } from '../../../testing/rewardWorld.ts';
import { makeMember, type TestMember } from '../../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';

let server: TestServer;
let member: TestMember;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
beforeEach(async () => {
  member = await makeMember(server);
  await deposit(server.db, member.id, 10_000_00n);
  await openGame(member, 'pg');
  await openGame(member, 'joker2');
});
afterAll(async () => {
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

type Kind = 'loss' | 'stake' | 'time';
type Period = 'day' | 'week' | 'month';
const limit = (kind: Kind, period: Period, most: number) =>
  member.client('PUT /api/protection/limits/:kind/:period', { params: { kind, period }, body: { most } });
const launch = () =>
  member.client('GET /api/autoLogin/:provider/:username', {
    params: { provider: 'pg', username: `km${member.id}pg` },
  });
const closed = (reason: string, limit: number, room: number) => ({
  code: 'LIMIT_REACHED',
  detail: { reason, amounts: { limit, room } },
});
async function used(kind: Kind, period: Period = 'day') {
  const { limits } = await member.client('GET /api/protection/limits');
  return limits.find((one) => one.kind === kind && one.period === period)?.used;
}

/** What a house told of a day so many days ago, in baht. */
async function told(daysAgo: number, stake: number, win: number): Promise<void> {
  await sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    values (${member.id}, (now() at time zone 'Asia/Bangkok')::date - ${daysAgo}::integer, 'pg',
      ${stake * 100}, ${win * 100}, 1)`.execute(server.owner);
}

test.each(['loss', 'stake'] as const)(
  'SAFE-04 SAFE-05 a limit of %s lets no more into games than it has room for, and money back gives room',
  async (kind) => {
    const reason = kind === 'loss' ? 'LOSS_LIMIT' : 'STAKE_LIMIT';
    await limit(kind, 'day', 1_000);
    await limit(kind, 'month', 5_000);
    await expect(move(member, 'WALLET', 'pg', 1_000.01)).rejects.toMatchObject(closed(reason, 1_000, 1_000));
    await move(member, 'WALLET', 'pg', 700);
    expect(await used(kind)).toBe(700);
    await expect(move(member, 'WALLET', 'joker2', 301)).rejects.toMatchObject(closed(reason, 1_000, 300));
    await expect(
      member.client('POST /api/wallet/transferAll', { body: { to: 'joker2' } }),
    ).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    // From game to game nothing new goes in, and what is in a game can be played.
    await move(member, 'pg', 'joker2', 700);
    expect(await used(kind)).toBe(700);
    expect((await launch()).link).toContain('http');
    await move(member, 'joker2', 'WALLET', 500);
    expect(await used(kind)).toBe(200);
    await move(member, 'WALLET', 'pg', 800);
    await expect(move(member, 'WALLET', 'pg', 1)).rejects.toMatchObject(closed(reason, 1_000, 0));
    // Money home is never closed.
    await member.client('POST /api/wallet/transferAll', { body: { to: 'WALLET' } });
    expect(await used(kind)).toBe(0);
  },
);

test('SAFE-04 a collection on its way counts: what is moved meanwhile does not pass the limit', async () => {
  await move(member, 'WALLET', 'pg', 10);
  await sql`update transfer set created_at = created_at - interval '2 days' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await move(member, 'WALLET', 'joker2', 9_000);
  await member.client('POST /api/wallet/transferAll', { body: { to: 'WALLET' } });
  await move(member, 'WALLET', 'pg', 10);
  await limit('loss', 'day', 10_000);
  await setFaults(server.sandbox.url, {
    'game:pg': { mode: 'slow', delayMs: 1_500, times: 2, for: `km${member.id}pg` },
  });
  const all = member.client('POST /api/wallet/transferAll', { body: { to: 'joker2' } });
  await until(async () => {
    const row = await server.owner
      .selectFrom('transfer')
      .select('id')
      .where('member_id', '=', member.id)
      .where('to_code', '=', 'joker2')
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    return row !== undefined;
  });
  expect(await used('loss')).toBe(10_000);
  await deposit(server.db, member.id, 1_000_00n);
  await expect(move(member, 'WALLET', 'joker2', 1_000)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  expect(await all).toMatchObject({ status: 'SUCCESS', amount: 10_000 });
  expect(await used('loss')).toBe(10_000);
});

test('SAFE-04 money taken back beyond what the period put in gives no room', async () => {
  await move(member, 'WALLET', 'pg', 3_000);
  await sql`update transfer set created_at = created_at - interval '2 days' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await limit('loss', 'day', 500);
  await move(member, 'pg', 'WALLET', 3_000);
  expect([await used('loss'), await used('loss', 'week')]).toEqual([0, 0]);
  await expect(move(member, 'WALLET', 'pg', 501)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  await move(member, 'WALLET', 'pg', 500);
});

test('SAFE-04 SAFE-05 what houses told closes launches, credentials, transfers and rewards', async () => {
  await limit('loss', 'day', 400);
  await limit('stake', 'week', 5_000);
  await told(0, 1_000, 601);
  expect(await used('loss')).toBe(399);
  await launch();
  await sql`update play_day set win = 600_00 where member_id = ${member.id}`.execute(server.owner);
  await expect(launch()).rejects.toMatchObject(closed('LOSS_LIMIT', 400, 0));
  for (const key of ['GET /api/wallet/account/:slotCode', 'GET /api/wallet/resetpassword/:slotCode'] as const)
    await expect(member.client(key, { params: { slotCode: 'pg' } })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    });
  await expect(move(member, 'WALLET', 'pg', 1)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  await expect(member.client('GET /api/refund/receive')).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  await sql`update play_day set win = stake where member_id = ${member.id}`.execute(server.owner);
  await told(3, 4_000, 4_000);
  expect([await used('loss'), await used('stake', 'week')]).toEqual([0, 5_000]);
  await expect(launch()).rejects.toMatchObject(closed('STAKE_LIMIT', 5_000, 0));
  // A day that has left the period, and all that touches it, counts no more.
  await sql`update play_day set day = day - 9 where member_id = ${member.id}`.execute(server.owner);
  await launch();
});

test('SAFE-05 time of play counts from a launch until the money is back, and closes launches at the limit', async () => {
  await limit('time', 'day', 61);
  await launch();
  await earlier('59 minutes 30 seconds');
  await launch();
  expect(await used('time')).toBe(60);
  await earlier('2 minutes');
  await expect(launch()).rejects.toMatchObject({ code: 'LIMIT_REACHED', detail: { reason: 'TIME_LIMIT' } });
  await expect(move(member, 'WALLET', 'pg', 10)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  server.wakeJob('limits');
  await until(async () => {
    const kinds = await server.db
      .selectFrom('notification')
      .select('kind')
      .where('member_id', '=', member.id)
      .execute();
    return kinds.some(({ kind }) => kind === 'limitReached');
  });
});

test('SAFE-05 play ends when no money is in games, and with the last session', async () => {
  await move(member, 'WALLET', 'pg', 50);
  expect(await open()).toBe(1);
  await move(member, 'pg', 'WALLET', 20);
  expect(await open()).toBe(1);
  await move(member, 'pg', 'WALLET', 30);
  expect(await open()).toBe(0);
  await launch();
  await Promise.all([launch(), launch()]);
  expect(await open()).toBe(1);
  await sql`update session set last_seen_at = last_seen_at - interval '2 days' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await earlier('3 days');
  server.wakeJob('limits');
  await until(async () => (await open()) === 0);
  const { minutes } = await server.db
    .selectFrom('play_session')
    .select(sql<number>`extract(epoch from max(ended_at - started_at))::float / 60`.as('minutes'))
    .where('member_id', '=', member.id)
    .executeTakeFirstOrThrow();
  // A day until the session was seen last, and the idle time after which it ends.
  expect(Math.round(minutes)).toBe(24 * 60 + server.settings.get('session').idleMinutes);
});

const open = async () =>
  Number(
    (
      await server.db
        .selectFrom('play_session')
        .select((e) => e.fn.countAll<bigint>().as('count'))
        .where('member_id', '=', member.id)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).count,
  );

/** As if the member's open play had begun so much earlier. */
async function earlier(by: string): Promise<void> {
  await sql`update play_session set started_at = started_at - ${by}::interval
    where member_id = ${member.id} and ended_at is null`.execute(server.owner);
}
