import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';

/** How often something may happen in a fixed time window. */
export interface RateLimit {
  /** Names the counted event; part of the counter's key. */
  name: string;
  limit: number;
  seconds: number;
}

/**
 * Counts one event of `subject` in the current window, across all nodes.
 * @throws AppError REQUEST_LIMIT if the window already had `limit` of them
 */
export async function countWithin(db: Db | Trx, rate: RateLimit, subject: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    insert into rate_counter (key, window_start, count)
    values (${keyOf(rate, subject)}, ${windowStart(rate)}, 1)
    on conflict (key, window_start) do update set count = rate_counter.count + 1
    returning count`.execute(db);
  if ((rows[0]?.count ?? 0) > rate.limit) throw new AppError('REQUEST_LIMIT', rate.name);
}

/** @throws AppError REQUEST_LIMIT if the current window is full; counts nothing */
export async function requireWithin(db: Db | Trx, rate: RateLimit, subject: string): Promise<void> {
  if ((await countedWithin(db, rate, subject)) >= rate.limit) throw new AppError('REQUEST_LIMIT', rate.name);
}

/** How often it happened to `subject` in the current window. */
export async function countedWithin(db: Db | Trx, rate: RateLimit, subject: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count from rate_counter
    where key = ${keyOf(rate, subject)} and window_start = ${windowStart(rate)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function keyOf({ name, seconds }: RateLimit, subject: string): string {
  return `${name}:${seconds}:${subject}`;
}

function windowStart({ seconds }: RateLimit) {
  return sql`date_bin(make_interval(secs => ${seconds}), site.now(), timestamptz '2000-01-01 00:00:00Z')`;
}
