import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { until } from './moneyWorld.ts';

/** Resolves when the current window (in seconds) of a limit has enough time left for a test. */
export const windowWithRoom = (db: Db, seconds: number, roomSeconds = 20): Promise<void> =>
  withRoom(
    db,
    sql`date_bin(make_interval(secs => ${seconds}), now(), timestamptz '2000-01-01 00:00:00Z')
    + make_interval(secs => ${seconds})`,
    roomSeconds,
  );

/**
 * Resolves when the current day in Bangkok has enough time left for a test: at once, except shortly before midnight.
 */
export const dayWithRoom = (db: Db, roomSeconds = 60): Promise<void> =>
  withRoom(
    db,
    sql`(date_trunc('day', now() at time zone 'Asia/Bangkok') + interval '1 day') at time zone 'Asia/Bangkok'`,
    roomSeconds,
  );

async function withRoom(db: Db, end: RawBuilder<unknown>, roomSeconds: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from ${end} - now())::float8 as left`.execute(db);
    return (rows[0]?.left ?? 0) > roomSeconds;
  }, 150_000);
}
