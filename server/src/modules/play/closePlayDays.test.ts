import { randomUUID } from 'node:crypto';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../testing/ownCluster.ts';
import { openGame, today } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { leaveHouse } from '../transfers/leaveHouse.ts';
import { planDays } from './closePlayDays.ts';
import { storePlay } from './playFigures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
});
afterAll(() => server.stop());

const planned = async (): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select day::text as day from play_close where provider = 'pg' order by day`.execute(server.db);
  return rows.map(({ day }) => day);
};

test('RFD-01 a day begins at midnight in Bangkok', () => {
  expect(bangkokDay(new Date('2026-11-20T16:59:59.999Z'))).toBe('2026-11-20');
  expect(bangkokDay(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-21');
  expect(bangkokDay(new Date('2026-12-31T17:00:00Z'), 1)).toBe('2026-12-31');
});

test('RFD-01 days are planned half an hour after midnight, from the first account on, and closed by the job', async () => {
  const member = await makeMember(server);
  await openGame(member, 'pg');
  await sql`
    update game_account set created_at = '2026-11-17T17:00:00Z' where member_id = ${member.id}`.execute(
    server.owner,
  );
  await sql`delete from play_close`.execute(server.owner);
  await planDays(server, new Date('2026-11-20T17:29:59Z'));
  expect(await planned()).toEqual(['2026-11-18', '2026-11-19']);
  await planDays(server, new Date('2026-11-20T17:30:00Z'));
  await planDays(server, new Date('2026-11-20T17:30:00Z'));
  expect(await planned()).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
  await until(async () => {
    const { rows } = await sql`select from play_close where closed_at is null`.execute(server.db);
    return rows.length === 0;
  });
});

test('RFD-01 figures of a closed day no longer change', async () => {
  const member = await makeMember(server);
  await openGame(member, 'imi');
  await sql`
    insert into play_day (member_id, day, provider, stake, win, rounds)
    values (${member.id}, ${today()}::date, 'imi', 777, 0, 1)`.execute(server.owner);
  await sql`
    insert into play_close (provider, day, due_at, closed_at) values ('imi', ${today()}::date, null, now())`.execute(
    server.owner,
  );
  await storePlay(server.db, { code: 'imi', connectionId: null }, today(), [
    { username: `km${member.id}imi`, stake: 1_000n, win: 0n, rounds: 2 },
    { username: 'nobody of ours', stake: 1n, win: 0n, rounds: 1 },
  ]);
  const { rows } = await sql<{ stake: bigint }>`
    select stake from play_day where member_id = ${member.id}`.execute(server.db);
  expect(rows).toEqual([{ stake: 777n }]);
});

test('RFD-01 a player whom the house lists for each table is one; rounds beyond what can be counted are cut', async () => {
  const member = await makeMember(server);
  await openGame(member, 'chang');
  const table = { username: `km${member.id}chang`, stake: 1_000n, win: 400n, rounds: 2_000_000_000 };
  await storePlay(server.db, { code: 'chang', connectionId: null }, today(), [table, table]);
  const { rows } = await sql`
    select stake, win, rounds from play_day where member_id = ${member.id}`.execute(server.db);
  expect(rows).toEqual([{ stake: 2_000n, win: 800n, rounds: 2_147_483_647 }]);
});

test('RFD-01 days belong to the house where the game was: kept when it moves, and no other is asked for them', async () => {
  const member = await makeMember(server);
  await openGame(member, 'bua');
  const noon = new Date(`${today()}T05:00:00Z`);
  const inDays = (days: number) => new Date(noon.getTime() + days * 86_400_000);
  const dayAt = (days: number) => bangkokDay(inDays(days));
  await sql`update game_account set created_at = ${inDays(-2)} where member_id = ${member.id}`.execute(
    server.owner,
  );
  const days = async () => {
    const { rows } = await sql<{ day: string; house: string | null; waits: boolean }>`
      select day::text as day, connection_id as house,
        (day = ${today()}::date and due_at = 'infinity') is true as waits from play_close
      where provider = 'bua' order by day, connection_id nulls first`.execute(server.owner);
    return rows.map(({ day, house, waits }) => [day, house, waits]);
  };
  const [second, third] = [randomUUID(), randomUUID()];
  const lead = (connectionId: string) =>
    server.owner.transaction().execute(async (trx) => {
      await leaveHouse(trx, 'bua');
      await sql`update game_provider set connection_id = ${connectionId}, external_code = 'B' where code = 'bua'`.execute(
        trx,
      );
    });
  await planDays(server, inDays(-1));
  await lead(second);
  // Yesterday was not planned yet, today is not over.
  const before = [
    [dayAt(-2), null, false],
    [dayAt(-1), null, false],
  ];
  expect(await days()).toEqual([...before, [dayAt(0), null, true]]);
  await lead(third);
  await lead(second);
  await planDays(server, inDays(1));
  await planDays(server, inDays(2));
  const houses = [second, third].toSorted();
  expect(await days()).toEqual([
    ...before,
    [dayAt(0), null, false],
    ...houses.map((house) => [dayAt(0), house, false]),
    [dayAt(1), second, false],
  ]);
  // Their connections are gone: unknown, and nobody asks again.
  await until(async () => {
    const { rows } = await sql`
      select from play_close where connection_id = any(${houses}::uuid[]) and reason is distinct from 'CONNECTION_REMOVED'`.execute(
      server.owner,
    );
    return rows.length === 0;
  });
});
