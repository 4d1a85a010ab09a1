import { e164PhoneNumber, nationalPhoneNumber } from '@krapao/contract/phoneNumber';
import type { Variant } from '@krapao/contract/variant';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { addressKey } from '../../http/addressKey.ts';
import type { SettingValue } from '../../settings/schema.ts';
import {
  ACCOUNT_LOCK,
  ADDRESS_LOCK,
  countFailure,
  forgiveFailures,
  refuseWhileLocked,
} from './failureLock.ts';
import { openSession, type SessionOrigin } from './openSession.ts';
import { isPassword, refuseWhenCrowded } from './password.ts';

export interface Credentials {
  username: string;
  password: string;
  remember?: boolean;
}

export interface LogInTerms {
  variant: Variant;
  timeouts: SettingValue<'session'>;
  origin: SessionOrigin;
}

/**
 * Opens a session for a phone number and a password (LOG-05). It takes the pool rather than a transaction: a counted
 * failure must outlive the refusal, and no connection waits for the slow password check.
 * @returns the session's token
 * @throws AppError WRONG_CREDENTIAL; INACTIVE_USER, INVALID_USER_3 (self-excluded) and LOGIN_FAIL (the password changed
 * during the log-in) only to who knew the password; REQUEST_LIMIT_1MIN after repeated failures of the number or address;
 * SERVICE_UNAVAILABLE while too many log-ins wait
 */
export async function logIn(db: Db, credentials: Credentials, terms: LogInTerms): Promise<string> {
  refuseWhenCrowded();
  const national = nationalPhoneNumber(credentials.username, terms.variant);
  const phoneNumber = national === null ? null : e164PhoneNumber(national, terms.variant);
  const address = addressKey(terms.origin.ip);
  await refuseWhileLocked(db, ADDRESS_LOCK, address);
  if (phoneNumber !== null) await countFailure(db, ACCOUNT_LOCK, phoneNumber);
  const member = await db
    .selectFrom('member')
    .select(['id', 'password_hash'])
    .where('phone_number', '=', phoneNumber ?? '')
    .executeTakeFirst();
  if (!(await isPassword(member?.password_hash, credentials.password)) || member === undefined) {
    await countFailure(db, ADDRESS_LOCK, address);
    throw new AppError('WRONG_CREDENTIAL');
  }
  if (phoneNumber !== null) await forgiveFailures(db, ACCOUNT_LOCK, phoneNumber);

  return db.transaction().execute(async (trx) => {
    // The lock keeps a password change from ending the sessions between the check and the new session.
    const current = await trx
      .selectFrom('member')
      .select([
        'password_hash',
        'status',
        sql<boolean>`coalesce(excluded_until > now(), false)`.as('is_excluded'),
      ])
      .where('id', '=', member.id)
      .forShare()
      .executeTakeFirst();
    if (current?.password_hash !== member.password_hash) throw new AppError('LOGIN_FAIL');
    if (current.status !== 'active') throw new AppError('INACTIVE_USER');
    if (current.is_excluded) throw new AppError('INVALID_USER_3');
    return openSession(trx, member.id, terms.timeouts, credentials.remember ?? false, terms.origin);
  });
}
