import { sql } from 'kysely';
import type { Caller } from '../../calls/caller.ts';
import type { Trx } from '../../database/connect.ts';
import { OTP_TERMS, type OtpPurpose } from './otpTerms.ts';

const isRemembered = sql<boolean>`verified_at > site.now() - make_interval(mins => ${OTP_TERMS.verifiedMinutes}::int)`;

/**
 * A proof belongs to the caller who typed the code: to their device, at any address. If the call had no device, as from
 * a simple client of the specification, the proof belongs to the address, whatever device is sent later
 * (docs/decisions/146-devices-and-sessions.md).
 */
const isHeldBy = ({ device, address }: Caller) => sql<boolean>`
  case when holder_device is null then holder_address = ${address} else holder_device = ${device} end`;

/**
 * The state of a number for this caller: `open` verified within the last 15 minutes, `used` verified within them and
 * used up (the caller still has the number, but must verify it again), `none`.
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

/** Uses up the caller's proofs of the number. @returns false if there was none */
export async function consumeProof(
  trx: Trx,
  phoneNumber: string,
  purpose: OtpPurpose,
  caller: Caller,
): Promise<boolean> {
  const used = await trx
    .updateTable('otp')
    .set({ consumed_at: sql`site.now()` })
    .where('phone_number', '=', phoneNumber)
    .where('purpose', '=', purpose)
    .where(isRemembered)
    .where(isHeldBy(caller))
    .where('consumed_at', 'is', null)
    .returning('id')
    .execute();
  return used.length > 0;
}
