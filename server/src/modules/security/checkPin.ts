import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { countFailure, forgiveFailures, type LockRule } from '../auth/failureLock.ts';
import { notify } from '../notifications/notify.ts';
import { hashPin, isKeyed, isPin } from './pinHash.ts';

/** The tries of all sessions together that are left after a right PIN; the last wrong one locks the PIN. */
const TRIES = 8;
/** A guesser holds a session of the member, so only this member waits. */
const PIN_LOCK: LockRule = { name: 'pin', free: 3, longestMinutes: 15, forgetMinutes: 240 };

/** Whether a PIN is locked: only a new one, with password and a code by SMS, ends that. */
export const isLocked = ({ tries }: { tries: number }): boolean => tries >= TRIES;

const SETTLED_DAYS = 7;

/** Whether the PIN is old enough to prove what cannot be undone: whoever holds the password alone can set a first one. */
export async function hasSettledPin(db: Db | Trx, memberId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('member_pin')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where(sql<boolean>`changed_at <= site.now() - make_interval(days => ${SETTLED_DAYS}::int)`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Checks a member's PIN. A try is counted before its check, so that parallel guesses of any sessions cannot exceed the
 * limit. A plain hash of before becomes a keyed one. It takes the pool: a counted try must outlive the refusal.
 * @throws AppError WRONG_PIN, PIN_LOCKED, REQUEST_LIMIT_1MIN while the member must wait
 */
export async function requirePin(
  site: Pick<AppContext, 'db' | 'secrets'>,
  memberId: bigint,
  pin: string,
): Promise<void> {
  const { db } = site;
  await refuseWhenLocked(db, memberId);
  await countFailure(db, PIN_LOCK, memberId.toString());
  const taken = await db
    .updateTable('member_pin')
    .set({ tries: sql`tries + 1` })
    .where('member_id', '=', memberId)
    .where('tries', '<', TRIES)
    .returning(['pin_hash', 'tries'])
    .executeTakeFirst();
  if (taken === undefined) throw new AppError('PIN_LOCKED');
  if (!(await isPin(site, taken.pin_hash, pin))) {
    if (!isLocked(taken)) throw new AppError('WRONG_PIN');
    await db
      .transaction()
      .execute((trx) => notify(trx, { memberId, kind: 'pinLocked', key: `pin:${randomUUID()}` }));
    throw new AppError('PIN_LOCKED');
  }
  const ofThisPin = db
    .updateTable('member_pin')
    .where('member_id', '=', memberId)
    // A PIN that was set meanwhile keeps its own count.
    .where('pin_hash', '=', taken.pin_hash);
  await ofThisPin.set({ tries: 0 }).execute();
  await forgivePins(db, memberId);
  // Where too many hashes wait it stays plain until the next time.
  const keyed = isKeyed(taken.pin_hash) ? null : await hashPin(site, pin).catch(() => null);
  if (keyed !== null) await ofThisPin.set({ pin_hash: keyed }).execute();
}

/** Ends the delays after wrong PINs, for who has proved who they are. */
export async function forgivePins(db: Db, memberId: bigint): Promise<void> {
  await forgiveFailures(db, PIN_LOCK, memberId.toString());
}

/** @throws AppError PIN_LOCKED */
export async function refuseWhenLocked(db: Db | Trx, memberId: bigint): Promise<void> {
  const row = await db
    .selectFrom('member_pin')
    .select('tries')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (row && isLocked(row)) throw new AppError('PIN_LOCKED');
}
