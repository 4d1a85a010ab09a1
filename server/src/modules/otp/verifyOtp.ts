import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { OTP_CODE_LENGTH } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { tokenHash } from '../auth/sessionToken.ts';
import { isSameHmac, otpHmac } from './otpCode.ts';
import { OTP_TERMS, type OtpPurpose } from './otpTerms.ts';

/** What a taken check has to compare with. */
interface OtpCheck {
  tokenHash: Buffer;
  phoneNumber: string;
  purpose: OtpPurpose;
  codeHmac: Buffer;
}

/**
 * Verifies a code (REG-03, OTP-01). Two steps in two transactions: a check is taken first and stays taken, so that
 * guesses at the same time never get more than five.
 * @throws AppError OTP_TOKEN_INVALID, OTP_NOT_EXIST, OTP_EXPIRED, OTP_BLOCK, OTP_CODE_INVALID, OTP_VERIFY_FAIL
 */
export async function verifyOtp(
  db: Db,
  key: Buffer,
  otpToken: string,
  typedCode: string,
): Promise<ResponseOf<Contract['POST /api/otp/verify']>> {
  const hash = tokenHash(otpToken);
  if (hash === null) throw new AppError('OTP_TOKEN_INVALID');
  const code = typedCode.replace(/\s/g, '');
  // What cannot be a code is a slip of the finger and costs no check.
  const isCode = /^\d+$/.test(code) && code.length === OTP_CODE_LENGTH;
  const check = await db.transaction().execute((trx) => takeCheck(trx, hash, isCode));
  if (check === 'verified') return { code: 'OTP_VERIFIED' };
  const typed = otpHmac(key, hash, check.phoneNumber, check.purpose, code);
  if (!isCode || !isSameHmac(check.codeHmac, typed)) throw new AppError('OTP_CODE_INVALID');
  await db.transaction().execute((trx) => markVerified(trx, check));
  return { code: 'OTP_CODE_VALID' };
}

/** Takes one of the code's checks where it may be checked at all; `verified` when it was verified and still holds. */
export async function takeCheck(trx: Trx, hash: Buffer, counts: boolean): Promise<OtpCheck | 'verified'> {
  const otp = await trx
    .selectFrom('otp')
    .select([
      'phone_number',
      'code_hmac',
      'checks',
      'verified_at',
      sql<boolean>`verified_at > now() - make_interval(mins => ${OTP_TERMS.verifiedMinutes}::int)
        and consumed_at is null`.as('still_holds'),
      sql<boolean>`expires_at > now()`.as('in_time'),
    ])
    .where('token_hash', '=', hash)
    .where('delivery', '=', 'sent')
    .forUpdate()
    .executeTakeFirst();
  if (otp === undefined) throw new AppError('OTP_NOT_EXIST');
  if (otp.still_holds) return 'verified';
  const check: OtpCheck = {
    tokenHash: hash,
    phoneNumber: otp.phone_number,
    purpose: 'registration',
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

/** Remembers the number as verified. @throws AppError OTP_VERIFY_FAIL when a newer code took this one's place meanwhile */
export async function markVerified(trx: Trx, check: OtpCheck): Promise<void> {
  if (!(await isNewest(trx, check))) throw new AppError('OTP_VERIFY_FAIL');
  await trx
    .updateTable('otp')
    .set({ verified_at: sql`now()` })
    .where('token_hash', '=', check.tokenHash)
    .where('verified_at', 'is', null)
    .execute();
}

/** Only the newest code that was delivered counts. */
async function isNewest(trx: Trx, { tokenHash, phoneNumber, purpose }: OtpCheck): Promise<boolean> {
  const newest = await trx
    .selectFrom('otp')
    .select('token_hash')
    .where('phone_number', '=', phoneNumber)
    .where('purpose', '=', purpose)
    .where('delivery', '=', 'sent')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.token_hash.equals(tokenHash) ?? false;
}
