import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';

/**
 * From `free` failures on, each failure locks for twice as long as the last one, from a minute to `longestMinutes`.
 * While it is not locked, every `forgetMinutes` without a failure remove one. A fixed window (rateCounter) cannot
 * increase its delay and allows twice its limit around its edge.
 */
export interface LockRule {
  name: string;
  free: number;
  longestMinutes: number;
  forgetMinutes: number;
}

/** @throws AppError REQUEST_LIMIT_1MIN while the subject is locked */
export async function refuseWhileLocked(db: Db, rule: LockRule, subject: string): Promise<void> {
  const { rows } = await sql`
    select 1 from failure_lock where key = ${keyOf(rule, subject)} and locked_until > site.clock_timestamp()`.execute(
    db,
  );
  if (rows.length > 0) throw locked(rule);
}

/**
 * Counts a failure. Called before the result is known, so it also limits parallel guesses; a successful caller calls
 * forgiveFailures. It uses the clock and not the transaction's start: a transaction that waited for the row would
 * otherwise have a start before the row's time, and be locked by itself.
 * @throws AppError REQUEST_LIMIT_1MIN while the subject is locked; then it counts nothing
 */
export async function countFailure(db: Db, rule: LockRule, subject: string): Promise<void> {
  const quietMinutes = sql`extract(epoch from site.clock_timestamp() - greatest(failure_lock.failed_at, failure_lock.locked_until)) / 60`;
  const failures = sql`
    greatest(failure_lock.failures - floor(${quietMinutes} / ${rule.forgetMinutes}::int)::int, 0) + 1`;
  const { rows } = await sql`
    insert into failure_lock (key, failures, failed_at, locked_until)
    values (${keyOf(rule, subject)}, 1, site.clock_timestamp(), site.clock_timestamp())
    on conflict (key) do update set
      failures = ${failures},
      failed_at = site.clock_timestamp(),
      locked_until = site.clock_timestamp() + make_interval(mins => case
        when ${failures} < ${rule.free}::int then 0
        else least(${rule.longestMinutes}::int, power(2, least(${failures} - ${rule.free}::int, 20))::int)
      end)
    where failure_lock.locked_until <= site.clock_timestamp()
    returning 1`.execute(db);
  if (rows.length === 0) throw locked(rule);
}

/** Takes back one failure that was counted wrongly, and its delay; other failures stay. */
export async function giveFailureBack(db: Db, rule: LockRule, subject: string): Promise<void> {
  const key = keyOf(rule, subject);
  await sql`
    with only_this as (delete from failure_lock where key = ${key} and failures = 1)
    update failure_lock set failures = failures - 1, locked_until = least(locked_until, site.clock_timestamp())
    where key = ${key} and failures > 1`.execute(db);
}

/** Removes all failures of a subject that has proved its identity. */
export async function forgiveFailures(db: Db, rule: LockRule, subject: string): Promise<void> {
  await db.deleteFrom('failure_lock').where('key', '=', keyOf(rule, subject)).execute();
}

function keyOf(rule: LockRule, subject: string): string {
  return `${rule.name}:${subject}`;
}

function locked(rule: LockRule): AppError {
  return new AppError('REQUEST_LIMIT_1MIN', `Locked after repeated failures (${rule.name}).`);
}
