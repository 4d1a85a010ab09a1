import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { newToken } from '../../calls/sessionToken.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { readJson } from '../../outsideJson.ts';

const MINUTES = 5;

/** For what an authenticator signs, and who asked: a session, or the browser of a log-in. */
export type ChallengeFor =
  | { purpose: 'register' | 'step_up'; session: Buffer }
  | { purpose: 'login'; device: string };

/** How long a browser waits for its person, as long as the challenge is good. */
export const CHALLENGE_MS = MINUTES * 60_000;

/** Stores a new challenge. @returns its bytes */
export async function newChallenge(
  db: Db | Trx,
  asked: ChallengeFor,
  userHandle: string | null = null,
): Promise<Buffer> {
  const challenge = newToken();
  await db
    .insertInto('passkey_challenge')
    .values({
      challenge,
      purpose: asked.purpose,
      session_hash: asked.purpose === 'login' ? null : asked.session,
      device_id: asked.purpose === 'login' ? asked.device : null,
      user_handle: userHandle,
      expires_at: sql`site.now() + make_interval(mins => ${MINUTES}::int)`,
    })
    .execute();
  return Buffer.from(challenge, 'base64url');
}

/**
 * Uses up the challenge that an answer was signed for. It is gone then, whatever the answer's check says.
 * @throws AppError PASSKEY_REFUSED when it is not one of this asker's for this purpose, is used or too old
 */
export async function takeChallenge(
  db: Db,
  asked: ChallengeFor,
  clientDataJSON: string,
): Promise<{ challenge: string; userHandle: string | null }> {
  const challenge = challengeIn(clientDataJSON);
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', asked.purpose)
    .where(
      asked.purpose === 'login'
        ? sql<boolean>`device_id = ${asked.device}`
        : sql<boolean>`session_hash = ${asked.session}`,
    )
    .where('expires_at', '>', sql<Date>`site.now()`)
    .returning('user_handle')
    .executeTakeFirst();
  if (taken === undefined) throw new AppError('PASSKEY_REFUSED', 'challenge');
  return { challenge, userHandle: taken.user_handle };
}

function challengeIn(clientDataJSON: string): string {
  const data = readJson(Buffer.from(clientDataJSON, 'base64url').toString());
  const { challenge } = (data ?? {}) as { challenge?: unknown };
  // A NUL cannot be sent to the database.
  return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : '';
}
