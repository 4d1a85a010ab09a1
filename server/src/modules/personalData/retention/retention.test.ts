import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../testing/moneyWorld.ts';
import { OWN_CLUSTER } from '../../../testing/ownCluster.ts';
import { switchSetting } from '../../../testing/switchSetting.ts';
import { makeMember } from '../../../testing/testMember.ts';
import { makeOperator } from '../../../testing/testOperator.ts';
import { startTestServer, type TestServer } from '../../../testing/testServer.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { PERIODS } from '../catalogue/tableEntry.ts';
import { RETENTION_RULES } from './retentionRules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(OWN_CLUSTER);
  // The first run of a new site would remove rows of the first test beside the run that it counts.
  await runAll();
});
afterAll(() => server.stop());

const count = async (table: string) => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(
    server.owner,
  );
  return rows[0]?.rows;
};

/** Runs every rule once more. A run that is under way, and may have looked already, does not count. */
async function runAll() {
  await sql`update retention_run set due_at = now(), ran_at = null, claim = claim + 1`.execute(server.owner);
  server.wakeJob('retention');
  await until(async () => {
    server.wakeJob('retention');
    const waiting = await server.owner
      .selectFrom('retention_run')
      .select('rule')
      .where('ran_at', 'is', null)
      .execute();
    return waiting.length === 0 && (await count('retention_run')) === Object.keys(RETENTION_RULES).length;
  });
}

test('API-05 SAFE-40 expired sessions, codes, locks and counters go after a while, what an answer depends on stays', async () => {
  const { owner } = server;
  await sql`
    insert into session (token_hash, idle_minutes, created_at, last_seen_at, expires_at) values
      (sha256('ended'), 60, now() - interval '30 days', now() - interval '9 days', now() + interval '1 day'),
      (sha256('over'), 99999, now() - interval '30 days', now() - interval '1 day', now() - interval '8 days'),
      (sha256('expired'), 60, now() - interval '3 days', now() - interval '3 days', now() - interval '1 day'),
      (sha256('open'), 60, now(), now(), now() + interval '1 day')`.execute(owner);
  await sql`
    insert into otp (token_hash, phone_number, purpose, code_hmac, reference, created_at, expires_at)
    select sha256(age::text::bytea), '+66812345678', 'registration', sha256('x'), 'ABCD',
      now() - make_interval(days => age), now()
    from unnest(array[0, 1, 8]) age`.execute(owner);
  await sql`
    insert into failure_lock (key, failures, failed_at, locked_until)
    select age::text, 1, now() - make_interval(days => age), now() from unnest(array[0, 1, 3]) age`.execute(
    owner,
  );
  await sql`
    insert into rate_counter (key, window_start, count)
    select 'x', now() - make_interval(days => age), 1 from unnest(array[0, 1, 9]) age`.execute(owner);
  await runAll();
  expect(await count('session')).toBe(2);
  expect(await count('otp')).toBe(2);
  expect(await count('failure_lock')).toBe(2);
  expect(await count('rate_counter')).toBe(2);
  const manager = await makeOperator(server, 'manager');
  const { body } = await manager.call('GET /api/console/retention');
  expect((body as { rules: unknown[] }).rules).toContainEqual(
    expect.objectContaining({ name: 'sessions', removed: 2, due: 0 }),
  );
});

test('SAFE-40 rules of the site count what they would remove before they are switched on, and money records stay', async () => {
  const member = await makeMember(server);
  await sql`insert into change_request (member_id, kind, state, phone_number, created_at, finished_at)
    values (${member.id}, 'phone', 'TAKEN_BACK', '+66812345678', now() - interval '3 years', now() - interval '3 years'),
      (${member.id}, 'phone', 'TAKEN_BACK', '+66812345678', now(), now())`.execute(server.owner);
  await sql`insert into slip (member_id, reference, file_key, step, status, note, finished_at, uploaded_at) values
      (${member.id}, 'old', 'slips/a.jpg', 'DONE', 'FAILED', 'INVALID_SLIP', now() - interval '5 years 1 day', now()),
      (${member.id}, 'new', 'slips/b.jpg', 'DONE', 'FAILED', 'INVALID_SLIP', now() - interval '4 years', now())`.execute(
    server.owner,
  );
  const setting = server.settings.get('retention');
  await switchSetting(server, 'retention', { ...setting, removesSlipPictures: true });
  const manager = await makeOperator(server, 'manager');
  const shown = async () =>
    (await manager.call('GET /api/console/retention')).body as {
      isOn: boolean;
      rules: { name: string; due: number; removed: number }[];
    };
  const before = await shown();
  expect(before.isOn).toBe(false);
  for (const name of ['changeRequests', 'slipPictures'])
    expect(before.rules).toContainEqual(expect.objectContaining({ name, due: 1, removed: 0 }));
  await runAll();
  expect(await count('change_request')).toBe(2);

  await switchSetting(server, 'retention', { ...setting, isOn: true, removesSlipPictures: true });
  await runAll();
  expect(await count('change_request')).toBe(1);
  const slips = await server.owner
    .selectFrom('slip')
    .orderBy('reference')
    .select(['reference', 'file_key'])
    .execute();
  expect(slips).toEqual([
    { reference: 'new', file_key: 'slips/b.jpg' },
    { reference: 'old', file_key: expect.stringMatching(/^erased\//) },
  ]);
  expect((await shown()).rules).toContainEqual(
    expect.objectContaining({ name: 'changeRequests', due: 0, removed: 1 }),
  );
  expect(await (await makeOperator(server, 'support')).call('GET /api/console/retention')).toMatchObject({
    status: 403,
  });
});

test('SAFE-40 every period that ends by itself has a rule, and no rule removes records of money', () => {
  const ends = new Set(Object.values(RETENTION_RULES).map(({ period }) => period));
  for (const period of Object.keys(PERIODS))
    if (!['site', 'account', 'transit', 'copies', 'documents'].includes(period))
      expect([...ends]).toContain(period);
  for (const [name, { table, period, sets }] of Object.entries(RETENTION_RULES)) {
    const entry = CATALOGUE[table];
    expect(entry, name).toBeDefined();
    if (entry?.kept === 'records') expect(sets, `${name} removes rows of ${table}`).toBeDefined();
    else expect(entry?.kept, name).toBe(period);
  }
});
