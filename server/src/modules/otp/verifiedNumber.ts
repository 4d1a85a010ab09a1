import { sql } from 'kysely';
import type { Caller } from '../../calls/caller.ts';
import type { Trx } from '../../database/connect.ts';
import { OTP_TERMS, type OtpPurpose } from './otpTerms.ts';

const isRemembered = sql<boolean>`verified_at > now() - make_interval(mins => ${OTP_TERMS.verifiedMinutes}::int)`;

/**
 * A proof belongs to who typed the code: to the device that brought it, at any address; where none was brought, as by a
 * bare client of the specification, to the address, whatever device is brought later
 * (docs/decisions/146-devices-and-sessions.md).
 */
const isHeldBy = ({ device, address }: Caller) => sql<boolean>`
  case when holder_device is null then holder_address = ${address} else holder_device = ${device} end`;

/**
 * What is remembered of a number for this caller: `open` verified within 15 minutes, `used` verified and used up within
 * them (whoever asks still holds the number, but must verify it again), `none`.
 */
export async function proofOf(
  trx: Trx,
  phoneNumber: string,
  purpose: OtpPurpose,
  caller: Caller,
): Promise<'open' | 'used' | 'none'> {
  const proofs = await trx
    .selectFrom('otp')
    .select('consumed_at')
    .where('phone_number', '=', phoneNumber)
    .where('purpose', '=', purpose)
    .where(isRemembered)
    .where(isHeldBy(caller))
    .execute();
  if (proofs.length === 0) return 'none';
  return proofs.some((proof) => proof.consumed_at === null) ? 'open' : 'used';
}

/** Uses up the caller's proofs of the number. @returns false when there was none left */
export async function consumeProof(
  trx: Trx,
  phoneNumber: string,
  purpose: OtpPurpose,
  caller: Caller,
): Promise<boolean> {
  const used = await trx
    .updateTable('otp')
    .set({ consumed_at: sql`now()` })
    .where('phone_number', '=', phoneNumber)
    .where('purpose', '=', purpose)
    .where(isRemembered)
    .where(isHeldBy(caller))
    .where('consumed_at', 'is', null)
    .returning('id')
    .execute();
  return used.length > 0;
}
