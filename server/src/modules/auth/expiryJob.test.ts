import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { expiryJob } from './expiryJob.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => database.close());

test('API-05 expired sessions, codes, locks and counters go after a while, what an answer depends on stays', async () => {
  const { owner, db } = database;
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

  const [job] = expiryJob({ db } as AppContext);
  await job?.run(new AbortController().signal);

  const count = async (table: string) => {
    const { rows } = await sql<{
      rows: number;
    }>`select count(*)::int as rows from ${sql.table(table)}`.execute(owner);
    return rows[0]?.rows;
  };
  expect(await count('session')).toBe(2);
  expect(await count('otp')).toBe(2);
  expect(await count('failure_lock')).toBe(2);
  expect(await count('rate_counter')).toBe(2);
});
