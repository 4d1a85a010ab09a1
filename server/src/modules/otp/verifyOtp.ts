import type { Contract } from '@krapao/contract/api/index';
import { plainDigits } from '@krapao/contract/digits';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Caller } from '../../calls/caller.ts';
import { tokenHash } from '../../calls/sessionToken.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { isSameAsker } from './asker.ts';
import { isSameHmac, otpHmac } from './otpCode.ts';
import { OTP_TERMS, type OtpPurpose } from './otpTerms.ts';

/** The stored data for one comparison of a code. */
export interface OtpCheck {
  tokenHash: Buffer;
  phoneNumber: string;
  purpose: OtpPurpose;
  codeHmac: Buffer;
}

/**
 * Verifies the code of a registration (REG-03, OTP-01). The number then counts as verified for this caller for 15
 * minutes.
 * @throws AppError OTP_TOKEN_INVALID, OTP_NOT_EXIST, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID, OTP_VERIFY_FAIL
 */
export async function verifyOtp(
  db: Db,
  key: Buffer,
  typed: { otpToken: string; otpCode: string },
  caller: Caller,
): Promise<ResponseOf<Contract['POST /api/otp/verify']>> {
  const check = await checkCode(db, key, typed, 'registration');
  if (check === 'verified') return { code: 'OTP_VERIFIED' };
  await db.transaction().execute((trx) => markVerified(trx, check, caller));
  return { code: 'OTP_CODE_VALID' };
}

/**
 * Compares a typed code with the sent one. It first uses up one of the five checks, in a separate transaction, so that
 * simultaneous guesses never get more than five.
 * @returns the argument for markVerified, or `verified` when the code was verified before and is still valid
 * @throws AppError OTP_TOKEN_INVALID, OTP_NOT_EXIST, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID
 */
export async function checkCode(
  db: Db,
  key: Buffer,
  { otpToken, otpCode: typedCode }: { otpToken: string; otpCode: string },
  purpose: OtpPurpose,
): Promise<OtpCheck | 'verified'> {
  const hash = tokenHash(otpToken);
  if (hash === null) throw new AppError('OTP_TOKEN_INVALID');
  const code = plainDigits(typedCode).replace(/\s/g, '');
  // A text that cannot be a code is a typing error and uses up no check.
  const isCode = /^\d+$/.test(code) && code.length === OTP_CODE_LENGTH;
  const check = await db.transaction().execute((trx) => takeCheck(trx, hash, isCode, purpose));
  if (check === 'verified') return check;
  const typed = otpHmac(key, hash, check.phoneNumber, check.purpose, code);
  if (!isCode || !isSameHmac(check.codeHmac, typed)) throw new AppError('OTP_CODE_INVALID');
  return check;
}

/** Uses up one of the code's checks, if the code may be checked; `verified` when it was verified and is still valid. */
export async function takeCheck(
  trx: Trx,
  hash: Buffer,
  counts: boolean,
  purpose: OtpPurpose,
): Promise<OtpCheck | 'verified'> {
  const otp = await trx
    .selectFrom('otp')
    .select([
      'phone_number',
      'code_hmac',
      'checks',
      'verified_at',
      sql<boolean>`verified_at > site.now() - make_interval(mins => ${OTP_TERMS.verifiedMinutes}::int)
        and consumed_at is null`.as('still_holds'),
      sql<boolean>`expires_at > site.now()`.as('in_time'),
    ])
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('delivery', '=', 'sent')
    .forUpdate()
    .executeTakeFirst();
  if (otp === undefined) throw new AppError('OTP_NOT_EXIST');
  if (otp.still_holds) return 'verified';
  const check: OtpCheck = {
    tokenHash: hash,
    phoneNumber: otp.phone_number,
    purpose,
    codeHmac: otp.code_hmac,
  };
  if (otp.verified_at !== null || !otp.in_time || !(await isNewest(trx, check)))
    throw new AppError('OTP_EXPIRED');
  if (otp.checks >= OTP_TERMS.checks) throw new AppError('OTP_BLOCK');
  if (counts) {
    await trx
      .updateTable('otp')
      .set({ checks: otp.checks + 1 })
      .where('token_hash', '=', hash)
      .execute();
  }
  return check;
}

/**
 * Stores who verified the number. @throws AppError OTP_VERIFY_FAIL when a newer code has replaced this one meanwhile
 */
export async function markVerified(trx: Trx, check: OtpCheck, caller: Caller): Promise<void> {
  if (!(await isNewest(trx, check))) throw new AppError('OTP_VERIFY_FAIL');
  await trx
    .updateTable('otp')
    .set({
      verified_at: sql`site.now()`,
      holder_device: caller.device,
      holder_address: caller.address,
    })
    .where('token_hash', '=', check.tokenHash)
    .where('verified_at', 'is', null)
    .execute();
}

/** Uses the code up. @throws AppError OTP_VERIFY_FAIL when it was used meanwhile, or a newer code has replaced it */
export async function useCode(trx: Trx, check: OtpCheck): Promise<void> {
  const used = await trx
    .updateTable('otp')
    .set({ verified_at: sql`site.now()`, consumed_at: sql`site.now()` })
    .where('token_hash', '=', check.tokenHash)
    .where('verified_at', 'is', null)
    .returning('id')
    .execute();
  if (used.length === 0 || !(await isNewest(trx, check))) throw new AppError('OTP_VERIFY_FAIL');
}

/** Only the newest delivered code of the same requester is valid. */
async function isNewest(trx: Trx, { tokenHash }: OtpCheck): Promise<boolean> {
  const asker = (table: string) => ({
    device: sql.ref(`${table}.asker_device`),
    address: sql.ref(`${table}.asker_address`),
  });
  const newer = await trx
    .selectFrom('otp as own')
    .innerJoin('otp as newer', (join) =>
      join
        .onRef('newer.phone_number', '=', 'own.phone_number')
        .onRef('newer.purpose', '=', 'own.purpose')
        .onRef('newer.created_at', '>', 'own.created_at'),
    )
    .select('newer.id')
    .where('own.token_hash', '=', tokenHash)
    .where('newer.delivery', '=', 'sent')
    .where(isSameAsker(asker('newer'), asker('own')))
    .limit(1)
    .execute();
  return newer.length === 0;
}
