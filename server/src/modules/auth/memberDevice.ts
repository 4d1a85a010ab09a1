import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import type { CallerWithDevice } from '../../calls/caller.ts';
import { deviceName, storedUserAgent } from '../../calls/device.ts';
import { useProof } from '../../calls/stepUp.ts';
import type { Trx } from '../../database/connect.ts';
import { notePausedLinks } from '../links/noteLinked.ts';
import { notify } from '../notifications/notify.ts';

/**
 * Records where a member registered or logged in, in `member_device`: one row for each member, device and address, with
 * first and last use. Members with the same device_id share a browser. Members with the same address share a network;
 * thousands share that of a mobile operator. A client that discards cookies has a new device each time, so only its
 * address links it. What links them with somebody who is paused is noted. A device that the member forgot is trusted again.
 * @returns whether the member did not trust this device before
 */
export async function rememberDevice(
  trx: Trx,
  memberId: bigint,
  { device, address }: CallerWithDevice,
  userAgentHeader: string | undefined,
): Promise<boolean> {
  const userAgent = storedUserAgent(userAgentHeader);
  const isKnown = await isTrustedDevice(trx, memberId, device);
  const { isNew } = await trx
    .insertInto('member_device')
    .values({ member_id: memberId, device_id: device, address, user_agent: userAgent })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'device_id', 'address'])
        .doUpdateSet({ last_seen_at: sql`site.now()`, user_agent: userAgent, forgotten_at: null }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  if (isNew) await notePausedLinks(trx, memberId);
  return !isKnown;
}

/** When the member last logged in, or registered; null: never. Read before the device is remembered. */
export async function lastLogin(trx: Trx, memberId: bigint): Promise<Date | null> {
  const { last } = await trx
    .selectFrom('member_device')
    .select(({ fn }) => fn.max('last_seen_at').as('last'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return last;
}

/**
 * Remembers the device of a member who is being let in, and tells of a new one before anything else follows; of a known
 * one where the jurisdiction's pack asks for it and the member has not switched it off (protection.md 17).
 */
export async function rememberAndTell(
  trx: Trx,
  memberId: bigint,
  caller: CallerWithDevice,
  { userAgent, tellsEach }: { userAgent: string | undefined; tellsEach: boolean },
): Promise<void> {
  const isNew = await rememberDevice(trx, memberId, caller, userAgent);
  if (!isNew && !(tellsEach && (await wantsEachLogin(trx, memberId)))) return;
  await notify(trx, {
    memberId,
    kind: isNew ? 'signIn' : 'loggedIn',
    // Once more for a device that was forgotten in between, and for each log-in.
    key: `device:${caller.device}:${randomUUID()}`,
    params: { device: deviceName(userAgent) },
  });
}

async function wantsEachLogin(trx: Trx, memberId: bigint): Promise<boolean> {
  const choice = await trx
    .selectFrom('notification_choice')
    .select('tells_logins')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return choice?.tells_logins ?? true;
}

/** Whether a row of `member_device` is one that its member trusts. */
export const isTrusted: RawBuilder<boolean> = sql<boolean>`forgotten_at is null`;

/** Whether the member trusts this device. */
export async function isTrustedDevice(trx: Trx, memberId: bigint, device: string): Promise<boolean> {
  const known = await trx
    .selectFrom('member_device')
    .select('device_id')
    .where('member_id', '=', memberId)
    .where('device_id', '=', device)
    .where(isTrusted)
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Makes a device a stranger again, tells the member and ends its sessions. It needs the password: a session alone could
 * lock the owner out of the frozen account. Its row stays: who shares a browser is found by it.
 * @throws AppError STEP_UP_REQUIRED, NO_DATA when the member trusts no such device
 */
export async function forgetDevice(trx: Trx, session: Session, device: string): Promise<void> {
  const { memberId } = session;
  const forgotten = await trx
    .updateTable('member_device')
    .set({ forgotten_at: sql`site.now()` })
    .where('member_id', '=', memberId)
    .where('device_id', '=', device)
    .where(isTrusted)
    .returning('user_agent')
    .execute();
  const [first] = forgotten;
  if (first === undefined) throw new AppError('NO_DATA');
  await useProof(trx, session, { action: 'security', subject: `device ${device}` });
  await notify(trx, {
    memberId,
    kind: 'deviceForgotten',
    key: `device:${device}:forgotten:${randomUUID()}`,
    params: { device: deviceName(first.user_agent) },
  });
  await trx.deleteFrom('session').where('member_id', '=', memberId).where('device_id', '=', device).execute();
}
