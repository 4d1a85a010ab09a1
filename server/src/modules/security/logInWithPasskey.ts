import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { countWithin, type RateLimit } from '../../http/rateCounter.ts';
import { type Admission, admitMember, type LogIn } from '../auth/admitMember.ts';
import { isTrusted } from '../auth/memberDevice.ts';
import { MEMBER_GUESSES, takeGuess } from '../auth/passwordGuess.ts';
import { CHALLENGE_MS, newChallenge } from './challenge.ts';
import { checkPasskey, type UsedPasskey } from './checkPasskey.ts';
import { isFresh } from './keepPasskeys.ts';
import { relyingParty } from './relyingParty.ts';

/** Many members share one address of a mobile network. */
const ASKED_BY_ADDRESS: RateLimit = { name: 'passkey:address', limit: 300, seconds: 3_600 };

/** Options for any passkey of this site; the challenge is bound to the browser. @throws AppError REQUEST_LIMIT */
export async function logInOptions(
  { config, db }: AppContext,
  { address, device }: CallerWithDevice,
): Promise<ResponseOf<Contract['POST /api/login/passkey/options']>> {
  await countWithin(db, ASKED_BY_ADDRESS, address);
  const challenge = await newChallenge(db, { purpose: 'login', device });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
  return options as unknown as Record<string, unknown>;
}

/**
 * Opens a session for a passkey, under the conditions of a log-in by password: refusals of others at the same address do
 * not delay a device that the passkey's member trusts. Into a frozen account none gets in that was added in the days before
 * the freeze.
 * @param atDoor runs for a member who has proved who they are, before the session opens
 * @throws AppError PASSKEY_REFUSED, the codes of admitMember, REQUEST_LIMIT_1MIN after many refusals of this address
 */
export async function logInWithPasskey(
  context: AppContext,
  passkey: UsedPasskey,
  admission: Admission,
  atDoor: (memberId: bigint) => Promise<void>,
): Promise<LogIn> {
  const { db } = context;
  const { caller } = admission;
  const owner = await ownerOnKnownDevice(db, passkey.id, caller);
  const guess = await takeGuess(db, MEMBER_GUESSES, {
    account: owner ?? null,
    caller,
    knows: owner === undefined ? 'neither' : 'device',
  });
  const { memberId, passkeyId } = await checkPasskey(
    context,
    { purpose: 'login', device: caller.device },
    passkey,
  ).catch(async (error: unknown) => {
    await guess.wasWrong();
    throw error;
  });
  await guess.wasRight();
  await atDoor(memberId);
  return db.transaction().execute(async (trx) => {
    const admitted = await admitMember(trx, { id: memberId }, admission);
    // The member is locked now, as by who removes one: it may have been removed since its check.
    const kept = await trx
      .selectFrom('passkey')
      .innerJoin('member', 'member.id', 'passkey.member_id')
      .select(isFresh('passkey', sql.ref('member.frozen_at')).as('is_fresh'))
      .where('passkey.id', '=', passkeyId)
      .executeTakeFirst();
    if (kept === undefined) throw new AppError('PASSKEY_REFUSED', 'removed');
    // Null while the account is not frozen.
    if (kept.is_fresh) throw new AppError('FROZEN_NEW_DEVICE', 'a passkey from shortly before the freeze');
    return { memberId, admitted };
  });
}

/** The number of the passkey's member, if the member trusts this device. */
async function ownerOnKnownDevice(
  db: Db,
  credentialId: string,
  { device }: CallerWithDevice,
): Promise<string | undefined> {
  const owner = await db
    .selectFrom('passkey as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .innerJoin('member_device as d', 'd.member_id', 'm.id')
    .select('m.phone_number')
    .where('p.credential_id', '=', credentialId)
    .where('d.device_id', '=', device)
    .where(isTrusted)
    .limit(1)
    .executeTakeFirst();
  return owner?.phone_number;
}
