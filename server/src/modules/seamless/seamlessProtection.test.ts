import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../database/connect.ts';
import { sealPostings } from '../../ledger/sealer.ts';
import { verify } from '../../ledger/verify.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { MAKERS, type MakerName, SAID } from '../../testing/seamlessMakers.ts';
import { codeOf, seamlessWorld } from '../../testing/seamlessWorld.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const NAMES = Object.keys(MAKERS) as MakerName[];

let server: TestServer;
let world: Awaited<ReturnType<typeof seamlessWorld>>;

beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  world = await seamlessWorld(server, NAMES);
});
afterAll(async () => {
  await sealPostings(server.db);
  expect(await verify(server.owner)).toEqual([]);
  await server.stop();
});

test.each(NAMES)(
  'SAFE-12 %s: wins and cancellations come after the session, a suspension and an exclusion; bets do not',
  async (name) => {
    const player = await world.player(name, 100_00n);
    const [one, two] = [randomUUID(), randomUUID()];
    const round = randomUUID();
    for (const id of [one, two]) await world.call(name, player, { verb: 'debit', amount: 10_00n, id, round });
    await sql`update game_session set ended_at = now() where member_id = ${player.member.id}`.execute(
      server.owner,
    );
    const bet = () => world.call(name, player, { verb: 'debit', amount: 1_00n });
    expect(await bet()).toMatchObject({ code: SAID.session[name] });
    expect(await world.call(name, player, { verb: 'credit', amount: 5_00n, round })).toMatchObject({
      code: 'OK',
    });

    const again = await world.player(name, 0n, player.member);
    const later = () => world.call(name, again, { verb: 'debit', amount: 1_00n });
    expect(await later()).toMatchObject({ code: 'OK' });
    await sql`update member set status = 'suspended' where id = ${player.member.id}`.execute(server.owner);
    expect(await later()).toMatchObject({ code: SAID.closed[name] });
    expect(await world.call(name, again, { verb: 'credit', amount: 5_00n, round })).toMatchObject({
      code: 'OK',
    });
    await sql`update member set status = 'active' where id = ${player.member.id}`.execute(server.owner);

    await sql`insert into pause (member_id, kind, source) values (${player.member.id}, 'exclusion', 'member')`.execute(
      server.owner,
    );
    expect(await later()).toMatchObject({ code: SAID.closed[name] });
    const end = { verb: 'credit', amount: 5_00n, round, token: undefined, closes: true } as const;
    expect(await world.call(name, again, end)).toMatchObject({ code: 'OK' });
    expect(await world.call(name, again, { verb: 'cancel', refersTo: two, round })).toMatchObject({
      code: 'OK',
    });
    expect(await player.money()).toBe(100_00n - 10_00n - 1_00n + 15_00n);
  },
);

test('SAFE-04 SAFE-05 SAFE-10 SAFE-15 SAFE-33 SAFE-39 every rule that closes play is asked at every bet, and a limit holds to the satang', async () => {
  const name = 'hub88';
  const player = await world.player(name, 1_000_00n);
  const memberId = player.member.id;
  const bet = (amount: bigint) => world.call(name, player, { verb: 'debit', amount });
  expect(await bet(10_00n)).toMatchObject({ code: 'OK' });
  // Each rule closes play on the fast way too: what a bet finds without asking must name every table of the rules.
  const rules = {
    freeze: [
      sql`update member set frozen_at = now() where id = ${memberId}`,
      sql`update member set frozen_at = null where id = ${memberId}`,
    ],
    break: [
      sql`insert into pause (member_id, kind, source, until_at, due_at) values (${memberId}, 'break', 'member', now() + interval '1 hour', now() + interval '1 hour')`,
      sql`update pause set ended_at = now(), end_cause = 'OVER', due_at = null where member_id = ${memberId}`,
    ],
    realityCheck: [
      sql`update reality_check set asked_at = now(), due_at = null where member_id = ${memberId}`,
      sql`update reality_check set asked_at = null where member_id = ${memberId}`,
    ],
    closing: [
      sql`insert into game_closing (member_id, ends_bonus, due_at) values (${memberId}, false, null)`,
      sql`delete from game_closing where member_id = ${memberId}`,
    ],
    finding: [
      sql`insert into identity_finding (member_id, kind, subject) values (${memberId}, 'underAge', 'test')`,
      sql`delete from identity_finding where member_id = ${memberId}`,
    ],
    gameOff: [
      sql`update game_provider set is_active = false where code = ${codeOf(name)}`,
      sql`update game_provider set is_active = true where code = ${codeOf(name)}`,
    ],
    maintenance: [
      sql`update game_provider set in_maintenance = true where code = ${codeOf(name)}`,
      sql`update game_provider set in_maintenance = false where code = ${codeOf(name)}`,
    ],
  } as const;
  for (const [rule, [close, open]] of Object.entries(rules)) {
    await close.execute(server.owner);
    expect([rule, (await bet(1_00n)).code]).toEqual([rule, SAID.closed[name]]);
    await open.execute(server.owner);
    expect([rule, (await bet(1_00n)).code]).toEqual([rule, 'OK']);
  }
  for (const kind of ['stake', 'loss'] as const) {
    const { rows } = await sql<{
      used: bigint;
    }>`select ${kind === 'stake' ? sql`sum(stake)` : sql`sum(stake - win)`}::bigint
      as used from play_day where member_id = ${memberId}`.execute(server.db);
    const most = (rows[0]?.used ?? 0n) + 20_00n;
    await sql`insert into member_limit (member_id, kind, period, most, from_at)
      values (${memberId}, ${kind}, 'day', ${most}, clock_timestamp())`.execute(server.owner);
    expect((await bet(20_01n)).code).toBe(SAID.limit[name]);
    // Two at one moment do not pass it together.
    const both = await Promise.all([bet(15_00n), bet(15_00n)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['OK', SAID.limit[name]].toSorted());
    expect((await bet(5_00n)).code).toBe('OK');
    expect((await bet(1n)).code).toBe(SAID.limit[name]);
    await sql`update member_limit set ended_at = now() where member_id = ${memberId}`.execute(server.owner);
  }
  // A bet that was booked is still answered as booked while play is closed.
  const known = { verb: 'debit', amount: 1_00n, id: randomUUID(), round: randomUUID() } as const;
  expect((await world.call(name, player, known)).code).toBe('OK');
  await rules.break[0].execute(server.owner);
  expect((await world.call(name, player, known)).code).toBe('OK');
});

test('SAFE-05 SAFE-06 a limit on the number of bets holds at every bet, and a lower one at the next', async () => {
  const name = 'hub88';
  const player = await world.player(name, 100_00n);
  const { client, id: memberId } = player.member;
  const limit = (most: number) =>
    client('PUT /api/protection/limits/:kind/:period', {
      params: { kind: 'bets', period: 'day' },
      body: { most },
    });
  const used = async () =>
    (await client('GET /api/protection/limits')).limits.find(
      ({ kind, period }) => kind === 'bets' && period === 'day',
    );
  const round = randomUUID();
  const bet = (id: string = randomUUID()) =>
    world.call(name, player, { verb: 'debit', amount: 1_00n, id, round });
  await limit(6);
  const [first, second] = [randomUUID(), randomUUID()];
  // Bets of one round count each, and a repeated one once.
  for (const id of [first, second, first]) expect(await bet(id)).toMatchObject({ code: 'OK' });
  expect(await used()).toMatchObject({ most: 6, used: 2 });
  expect(await world.call(name, player, { verb: 'cancel', refersTo: second, round })).toMatchObject({
    code: 'OK',
  });
  expect(await used()).toMatchObject({ used: 1 });
  await limit(4);
  // Many at one moment do not pass it together.
  const many = await Promise.all(Array.from({ length: 8 }, () => bet()));
  expect(many.filter(({ code }) => code === 'OK')).toHaveLength(3);
  expect(new Set(many.map(({ code }) => code))).toEqual(new Set(['OK', SAID.limit[name]]));
  expect(await used()).toMatchObject({ most: 4, used: 4 });
  expect(await bet(first)).toMatchObject({ code: 'OK' });
  const open = client('GET /api/autoLogin/:provider/:username', {
    params: { provider: codeOf(name), username: player.user },
  });
  await expect(open).rejects.toMatchObject({ code: 'LIMIT_REACHED', detail: { reason: 'BET_LIMIT' } });
  // What the maker owes comes.
  expect(await world.call(name, player, { verb: 'credit', amount: 2_00n, round })).toMatchObject({
    code: 'OK',
  });
  await expect(limit(1.5)).rejects.toMatchObject({ code: 'LIMIT_UNKNOWN' });
  // A house of another game told of rounds: they count as bets.
  await sql`insert into play_day (member_id, day, provider, stake, win, rounds)
    values (${memberId}, (now() at time zone 'Asia/Bangkok')::date, 'pg', 10, 0, 7)`.execute(server.owner);
  expect(await used()).toMatchObject({ used: 11 });
});

test('SAFE-15 a reality check counts what was staked and won in bets from the wallet', async () => {
  const name = 'slotegrator';
  const player = await world.player(name, 100_00n);
  const bet = randomUUID();
  const round = randomUUID();
  await world.call(name, player, { verb: 'debit', amount: 30_00n, round });
  await world.call(name, player, { verb: 'debit', amount: 10_00n, id: bet, round: randomUUID() });
  await world.call(name, player, { verb: 'cancel', refersTo: bet, round: randomUUID() });
  await world.call(name, player, { verb: 'credit', amount: 12_50n, round, closes: true });
  expect(await player.member.client('GET /api/protection/realityCheck')).toMatchObject({
    into: 40,
    back: 22.5,
    net: -17.5,
  });
});

test('SAFE-05 a database with bets from before the limit counts them as if it had always counted', async () => {
  const name = 'bgaming';
  const player = await world.player(name, 100_00n);
  const [first, cancelled] = [randomUUID(), randomUUID()];
  const round = randomUUID();
  const bet = (id: string) => world.call(name, player, { verb: 'debit', amount: 1_00n, id, round });
  for (const id of [first, cancelled, randomUUID()]) expect(await bet(id)).toMatchObject({ code: 'OK' });
  await world.call(name, player, { verb: 'cancel', refersTo: cancelled, round });
  await world.call(name, player, { verb: 'credit', amount: 5_00n, round });
  const file = join(import.meta.dirname, '../../database/migrations/130_limit_on_bets.sql');
  const migration = await readFile(file, 'utf8');
  const undone = new Error('undone');
  const counted = (db: Db) => sql`select * from play_day order by member_id, day, provider`.execute(db);
  await expect(
    server.owner.transaction().execute(async (trx) => {
      const { rows: before } = await counted(trx);
      expect(
        before.find((row) => (row as { member_id: bigint }).member_id === player.member.id),
      ).toMatchObject({
        bets: 2,
      });
      await sql`alter table play_day drop column bets`.execute(trx);
      await sql.raw(migration).execute(trx);
      expect((await counted(trx)).rows).toEqual(before);
      throw undone;
    }),
  ).rejects.toBe(undone);
});
