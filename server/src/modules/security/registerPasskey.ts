import { randomBytes } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { PASSKEYS_MAX } from '@krapao/contract/limits';
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { AppError } from '../../appError.ts';
import type { Session } from '../../calls/authenticate.ts';
import { ownWays, useProof } from '../../calls/stepUp.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { markAccessChanged } from '../auth/accessChanged.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { usernameOf } from '../auth/readPhoneNumber.ts';
import { notify } from '../notifications/notify.ts';
import { CHALLENGE_MS, newChallenge, takeChallenge } from './challenge.ts';
import { presentPasskey } from './presentSecurity.ts';
import { relyingParty } from './relyingParty.ts';

const USER_HANDLE_BYTES = 32;

/**
 * Options with which the browser makes a passkey. The proof is used up here: the challenge stands for it.
 * @throws AppError STEP_UP_REQUIRED, PASSKEY_LIMIT
 */
export async function passkeyOptions(
  { config, db, settings }: AppContext,
  session: Session,
): Promise<ResponseOf<Contract['POST /api/account/passkeys/options']>> {
  const { memberId } = session;
  const { challenge, own, member } = await db.transaction().execute(async (trx) => {
    await useProof(trx, session, { action: 'security', subject: 'passkey' });
    const known = await trx
      .selectFrom('passkey')
      .select(['credential_id', 'transports', 'user_handle'])
      .where('member_id', '=', memberId)
      .execute();
    if (known.length >= PASSKEYS_MAX) throw new AppError('PASSKEY_LIMIT');
    const handle = known[0]?.user_handle ?? randomBytes(USER_HANDLE_BYTES).toString('base64url');
    return {
      own: { known, handle },
      challenge: await newChallenge(trx, { purpose: 'register', session: session.tokenHash }, handle),
      member: await trx
        .selectFrom('member')
        .select(['phone_number', 'name'])
        .where('id', '=', memberId)
        .executeTakeFirstOrThrow(),
    };
  });
  const options = await generateRegistrationOptions({
    rpName: settings.get('site').name,
    rpID: relyingParty(config).id,
    userID: new Uint8Array(Buffer.from(own.handle, 'base64url')),
    userName: usernameOf(member.phone_number),
    userDisplayName: member.name,
    challenge: new Uint8Array(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: own.known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // Discoverable, so that it logs in without a phone number.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return options as unknown as Record<string, unknown>;
}

/**
 * Stores a new passkey of the session's member. One beside a PIN or another passkey makes payouts wait (decision 195).
 * @throws AppError PASSKEY_REFUSED, PASSKEY_LIMIT, ACCOUNT_FROZEN, UNAUTHORIZED if the session ended meanwhile
 */
export async function addPasskey(
  context: Pick<AppContext, 'config' | 'db'>,
  session: Session,
  { name, passkey }: BodyOf<Contract['POST /api/account/passkeys']>,
): Promise<ResponseOf<Contract['POST /api/account/passkeys']>> {
  const { memberId } = session;
  const made = await verified(context, session, passkey as RegistrationResponseJSON);
  return context.db.transaction().execute(async (trx) => {
    // Locks the member: registrations, resets and new passwords of the same moment come one after the other.
    await requireNotFrozen(trx, memberId);
    await requireLasting(trx, session);
    await requireRoom(trx, memberId);
    const ways = await ownWays(trx, memberId);
    const row = await trx
      .insertInto('passkey')
      .values({ member_id: memberId, name: name.trim() || 'Passkey', ...made })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new AppError('PASSKEY_REFUSED', 'known');
    if (ways.length > 0) await markAccessChanged(trx, memberId);
    await notify(trx, { memberId, kind: 'passkeyAdded', key: `passkey:${row.id}:added` });
    return presentPasskey(row);
  });
}

/** What is stored of a passkey that an authenticator has just made. @throws AppError PASSKEY_REFUSED */
async function verified(
  { config, db }: { config: AppContext['config']; db: Db },
  session: Session,
  response: RegistrationResponseJSON,
) {
  const asked = { purpose: 'register', session: session.tokenHash } as const;
  const { challenge, userHandle } = await takeChallenge(db, asked, response.response.clientDataJSON);
  const { id, origins } = relyingParty(config);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw new AppError('PASSKEY_REFUSED', error instanceof Error ? error.message : 'unreadable');
  });
  if (registrationInfo === undefined || userHandle === null) throw new AppError('PASSKEY_REFUSED');
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credential_id: credential.id,
    user_handle: userHandle,
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: (credential.transports ?? []).map(String),
    is_synced: credentialBackedUp,
  };
}

/** The challenge is taken before: the session may have ended since. @throws AppError UNAUTHORIZED */
async function requireLasting(trx: Trx, { tokenHash }: Session): Promise<void> {
  const kept = await trx
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .forKeyShare()
    .executeTakeFirst();
  if (kept === undefined) throw new AppError('UNAUTHORIZED', 'The session has ended.');
}

/** @throws AppError PASSKEY_LIMIT */
async function requireRoom(trx: Trx, memberId: bigint): Promise<void> {
  const { count } = await trx
    .selectFrom('passkey')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= PASSKEYS_MAX) throw new AppError('PASSKEY_LIMIT');
}
