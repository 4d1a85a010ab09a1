import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { OTP_TERMS, type OtpPurpose } from './otpTerms.ts';

const isRemembered = sql<boolean>`verified_at > now() - make_interval(mins => ${OTP_TERMS.verifiedMinutes}::int)`;

/**
 * What is remembered of a number: `open` verified within 15 minutes, `used` verified and used up within them (whoever
 * asks still holds the number, but must verify it again), `none`.
 */
export async function proofOf(
  trx: Trx,
  phoneNumber: string,
  purpose: OtpPurpose,
): Promise<'open' | 'used' | 'none'> {
  const proofs = await trx
    .selectFrom('otp')
    .select('consumed_at')
    .where('phone_number', '=', phoneNumber)
    .where('purpose', '=', purpose)
    .where(isRemembered)
    .execute();
  if (proofs.length === 0) return 'none';
  return proofs.some((proof) => proof.consumed_at === null) ? 'open' : 'used';
}

/** Uses up the proofs of the number. @returns false when there was none left */
export async function consumeProof(trx: Trx, phoneNumber: string, purpose: OtpPurpose): Promise<boolean> {
  const used = await trx
    .updateTable('otp')
    .set({ consumed_at: sql`now()` })
    .where('phone_number', '=', phoneNumber)
    .where('purpose', '=', purpose)
    .where(isRemembered)
    .where('consumed_at', 'is', null)
    .returning('id')
    .execute();
  return used.length > 0;
}
