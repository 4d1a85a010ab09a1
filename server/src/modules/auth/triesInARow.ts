import type { Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';

/** Of the rows in `failure_lock`; the expiry job keeps those of members. */
export const TRIES_PREFIX = 'member:tries:';

/**
 * Counts a log-in by password before its check, so that parallel ones cannot exceed the tries. Where the pack locks after
 * some wrong ones in a row (rule 18), only a new password by a code opens the account again: a stranger can keep it
 * closed, so the default pack has the rule off. Numbers without a member are counted alike and tell nothing.
 * @throws AppError LOGIN_LOCKED
 */
export async function countTry(db: Db, { failedLogins }: Pack, phoneNumber: string | null): Promise<void> {
  if (!failedLogins.isOn || phoneNumber === null) return;
  const { rows } = await sql`
    insert into failure_lock (key, failures, failed_at, locked_until)
    values (${TRIES_PREFIX + phoneNumber}, 1, site.clock_timestamp(), site.clock_timestamp())
    on conflict (key) do update set failures = failure_lock.failures + 1, failed_at = site.clock_timestamp()
    where failure_lock.failures < ${failedLogins.tries}::int
    returning 1`.execute(db);
  if (rows.length === 0) throw new AppError('LOGIN_LOCKED');
}

/** After a right password, or a new one that a code has set. */
export async function forgetTries(db: Db, phoneNumber: string): Promise<void> {
  await db
    .deleteFrom('failure_lock')
    .where('key', '=', TRIES_PREFIX + phoneNumber)
    .execute();
}
