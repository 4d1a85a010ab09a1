import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { deviceClass, storedUserAgent } from '../../calls/device.ts';
import { newToken, tokenHash } from '../../calls/sessionToken.ts';
import type { Trx } from '../../database/connect.ts';
import { addressKey } from '../../http/addressKey.ts';
import type { SettingValue } from '../../settings/schema.ts';

/** Device and address that open a session. */
export interface SessionOrigin {
  ip: string;
  userAgent: string | undefined;
  /** A UUID. */
  device: string;
}

export interface NewSession {
  timeouts: SettingValue<'session'>;
  pack: SettingValue<'protection'>;
  /** Chooses the longer time-outs. */
  remember: boolean;
  origin: SessionOrigin;
  /** Of an excluded member. */
  isLimited: boolean;
  previousLogin: Date | null;
}

/**
 * Opens a session with the time-outs of the settings, or the shorter one of the jurisdiction's pack (protection.md 16).
 * It is bound to the kind of device that opens it (docs/decisions/146-devices-and-sessions.md). @returns its token
 */
export async function openSession(
  trx: Trx,
  memberId: bigint,
  { timeouts, pack, remember, origin, isLimited, previousLogin }: NewSession,
): Promise<string> {
  const token = newToken();
  const hash = tokenHash(token);
  if (hash === null) throw new AppError('INTERNAL_SERVER_ERROR', 'session token');
  const userAgent = storedUserAgent(origin.userAgent);
  const idleMinutes = remember ? timeouts.rememberedIdleMinutes : timeouts.idleMinutes;
  const absoluteMinutes = remember ? timeouts.rememberedAbsoluteMinutes : timeouts.absoluteMinutes;
  await trx
    .insertInto('session')
    .values({
      token_hash: hash,
      member_id: memberId,
      idle_minutes: pack.idleSession.isOn ? Math.min(idleMinutes, pack.idleSession.minutes) : idleMinutes,
      expires_at: sql`site.now() + make_interval(mins => ${absoluteMinutes}::int)`,
      user_agent: userAgent,
      address: shortAddress(origin.ip),
      device_class: deviceClass(userAgent),
      device_id: origin.device,
      is_limited: isLimited,
      previous_login_at: previousLogin,
    })
    .execute();
  return token;
}

/**
 * A shortened address for members' lists of sessions, enough to recognise a network: `203.0.113.x`, or the first three
 * groups of an IPv6 address.
 */
export function shortAddress(ip: string): string {
  const key = addressKey(ip);
  if (key.includes(':')) return `${key.split(':').slice(0, 3).join(':')}::/48`;
  return key.replace(/\.\d+$/, '.x');
}
