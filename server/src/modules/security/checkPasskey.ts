import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { notify } from '../notifications/notify.ts';
import { type ChallengeFor, takeChallenge } from './challenge.ts';
import { relyingParty } from './relyingParty.ts';

export type UsedPasskey = BodyOf<Contract['POST /api/login/passkey']>['passkey'];

/**
 * Checks what an authenticator signed, its user's verification and its counter, and stores the new counter. A counter
 * that went back means that a copy of the passkey may exist: the passkey is distrusted from then on, and the member is
 * told. It takes the pool: the challenge is used up, and a distrust stays, whatever follows.
 * @returns whose passkey it is
 * @throws AppError PASSKEY_REFUSED
 */
export async function checkPasskey(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  asked: ChallengeFor,
  answer: UsedPasskey,
): Promise<{ memberId: bigint; passkeyId: string }> {
  const { challenge } = await takeChallenge(db, asked, answer.response.clientDataJSON);
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .where('distrusted_at', 'is', null)
    .executeTakeFirst();
  if (passkey === undefined) throw refused('unknown');
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== passkey.user_handle) throw refused('user handle');
  const counter = await signedCounter({ config }, answer, challenge, passkey);
  const memberId = passkey.member_id;
  const counted = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: sql`site.now()` })
    .where('id', '=', passkey.id)
    .where('distrusted_at', 'is', null)
    // An authenticator without a counter always sends zero.
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .execute();
  if (counted.length > 0) return { memberId, passkeyId: passkey.id };
  await db.transaction().execute(async (trx) => {
    const distrusted = await trx
      .updateTable('passkey')
      .set({ distrusted_at: sql`site.now()` })
      .where('id', '=', passkey.id)
      .where('distrusted_at', 'is', null)
      .returning('id')
      .execute();
    if (distrusted.length > 0)
      await notify(trx, { memberId, kind: 'passkeyDistrusted', key: `passkey:${passkey.id}:distrusted` });
  });
  throw refused('counter');
}

/** The counter that was signed. @throws AppError PASSKEY_REFUSED */
async function signedCounter(
  { config }: Pick<AppContext, 'config'>,
  answer: UsedPasskey,
  expectedChallenge: string,
  passkey: { credential_id: string; public_key: Buffer },
): Promise<bigint> {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(config);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The counter is compared in the database, where two answers at once cannot both pass.
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: 0,
      },
    });
    if (verified) return BigInt(authenticationInfo.newCounter);
  } catch (error) {
    throw refused(error instanceof Error ? error.message : 'unreadable');
  }
  throw refused('signature');
}

function refused(why: string): AppError {
  return new AppError('PASSKEY_REFUSED', why);
}
