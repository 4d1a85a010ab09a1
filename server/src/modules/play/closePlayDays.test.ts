import { bangkokDay } from '@krapao/contract/bangkokTime';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { until } from '../../testing/moneyWorld.ts';
import { openGame, today } from '../../testing/rewardWorld.ts';
import { makeMember } from '../../testing/testMember.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { planDays } from './closePlayDays.ts';
import { storePlay } from './playFigures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
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
  await storePlay(server.db, 'imi', today(), [
    { username: `km${member.id}imi`, stake: 1_000n, win: 0n, rounds: 2 },
    { username: 'nobody of ours', stake: 1n, win: 0n, rounds: 1 },
  ]);
  const { rows } = await sql<{ stake: bigint }>`
    select stake from play_day where member_id = ${member.id}`.execute(server.db);
  expect(rows).toEqual([{ stake: 777n }]);
});
