import { e164PhoneNumber, nationalPhoneNumber } from '@krapao/contract/phoneNumber';
import type { Variant } from '@krapao/contract/variant';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { Db } from '../../database/connect.ts';
import { type Admission, admitMember, type LogIn } from './admitMember.ts';
import { isTrusted } from './memberDevice.ts';
import { isPassword, refuseWhenCrowded } from './password.ts';
import { MEMBER_GUESSES, takeGuess } from './passwordGuess.ts';
import { countTry, forgetTries } from './triesInARow.ts';

export interface Credentials {
  username: string;
  password: string;
  remember?: boolean;
  access?: 'limited';
}

export interface LogInTerms extends Omit<Admission, 'remember' | 'takesLimited'> {
  variant: Variant;
  /** Runs for a member who has proved who they are, before the session opens. */
  atDoor: (memberId: bigint) => Promise<void>;
}

/**
 * Opens a session for a phone number and a password (LOG-05). It takes the pool rather than a transaction: a counted
 * failure must outlive the refusal, and no connection waits for the slow password check.
 * @throws AppError WRONG_CREDENTIAL; INACTIVE_USER, MEMBER_MERGED, INVALID_USER_3 (excluded), FROZEN_NEW_DEVICE and LOGIN_FAIL (the
 * password changed during the log-in) only to who knew the password; REQUEST_LIMIT_1MIN after too many guesses, LOGIN_LOCKED
 * after the tries of the pack;
 * SERVICE_UNAVAILABLE while too many log-ins wait
 */
export async function logIn(db: Db, credentials: Credentials, terms: LogInTerms): Promise<LogIn> {
  refuseWhenCrowded();
  const national = nationalPhoneNumber(credentials.username, terms.variant);
  const phoneNumber = national === null ? null : e164PhoneNumber(national, terms.variant);
  const { caller } = terms;
  const member = await memberOf(db, phoneNumber ?? '', caller);
  const guess = await takeGuess(db, MEMBER_GUESSES, {
    account: phoneNumber,
    caller,
    knows: member?.knows_device ? 'device' : member?.knows_address ? 'address' : 'neither',
  });
  await countTry(db, terms.pack, phoneNumber);
  if (
    !(await isPassword(member?.password_hash, credentials.password, guess.mayStill)) ||
    member === undefined
  ) {
    await guess.wasWrong();
    throw new AppError('WRONG_CREDENTIAL');
  }
  await guess.wasRight();
  await forgetTries(db, phoneNumber ?? '');
  await terms.atDoor(member.id);

  const { timeouts, pack, origin } = terms;
  const admission = {
    timeouts,
    pack,
    origin,
    caller,
    remember: credentials.remember ?? false,
    takesLimited: credentials.access === 'limited',
  };
  const { id, password_hash: passwordHash } = member;
  const admitted = await db.transaction().execute((trx) => admitMember(trx, { id, passwordHash }, admission));
  return { memberId: id, admitted };
}

/** The member of a number, and whether the member trusts this device or address. */
function memberOf(db: Db, phoneNumber: string, { device, address }: CallerWithDevice) {
  const isUsed = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (select 1 from member_device d where d.member_id = member.id and ${isTrusted} and ${condition})`;
  return db
    .selectFrom('member')
    .select([
      'id',
      'password_hash',
      isUsed(sql`d.device_id = ${device}`).as('knows_device'),
      isUsed(sql`d.address = ${address}`).as('knows_address'),
    ])
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
}
