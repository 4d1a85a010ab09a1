import { hash } from 'node:crypto';
import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { newToken } from '../../../calls/sessionToken.ts';
import { type Prover, useProof } from '../../../calls/stepUp.ts';
import type { Trx } from '../../../database/connect.ts';
import type { LiveConnection } from '../../../providers/connections/connections.ts';
import { notify } from '../notify.ts';
import { endLink, isLinked, MESSENGER_PROVING } from './messengerLink.ts';

/** How long a link token of the service is good, and a nonce after it was made. */
const GOOD_FOR = sql`interval '10 minutes'`;

/** Tokens of the service and nonces are stored as their SHA-256. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * Makes a nonce for this session and the user to whom the token was given. A new one replaces an older one of the same
 * token. @returns the service's page, which checks that the browser's user is that one
 * @throws AppError MESSENGER_LINK_INVALID for a token that is unknown, used or over, MESSENGER_LINK_TAKEN if the user is
 * another member's, STEP_UP_REQUIRED if another user is linked already
 */
export async function takeUpLink(
  trx: Trx,
  service: LiveConnection<'notify'> | undefined,
  session: Prover,
  { linkToken, language }: { linkToken: string; language: Language },
): Promise<string> {
  if (service === undefined) throw new AppError('MESSENGER_LINK_INVALID');
  const replaces = await isLinked(trx, session.memberId);
  const nonce = newToken();
  const offer = await trx
    .updateTable('messenger_offer')
    .set({
      session_hash: session.tokenHash,
      nonce_hash: hashOf(nonce),
      language,
      taken_up_at: sql<Date>`site.clock_timestamp()`,
      is_proved: replaces,
    })
    .where('token_hash', '=', hashOf(linkToken))
    .where('connection_id', '=', service.id)
    .where('used_at', 'is', null)
    .where('offered_at', '>', sql<Date>`site.clock_timestamp() - ${GOOD_FOR}`)
    .returning('user_id')
    .executeTakeFirst();
  if (offer === undefined) throw new AppError('MESSENGER_LINK_INVALID');
  const holder = await holderOf(trx, service.id, offer.user_id);
  if (holder !== undefined && holder !== session.memberId) throw new AppError('MESSENGER_LINK_TAKEN');
  if (replaces) await useProof(trx, session, MESSENGER_PROVING);
  return service.port.proofUrl(linkToken, nonce);
}

/**
 * The service vouches for a nonce: its member and the user are linked, in place of an older link of the member, who is told
 * of it there, too. @returns false for a nonce that is unknown, used, over, of an ended session or of another user, for a
 * user of another member, and where a link has begun since without the password
 */
export async function linkUser(
  trx: Trx,
  connectionId: string,
  { userId, nonce, at }: { userId: string; nonce: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ member_id: bigint; language: string; is_proved: boolean }>`
    update messenger_offer o set used_at = site.clock_timestamp()
    from session s join member m on m.id = s.member_id and m.status = 'active'
    where o.nonce_hash = ${hashOf(nonce)} and o.connection_id = ${connectionId} and o.user_id = ${userId}
      and o.used_at is null and ${at} < o.taken_up_at + ${GOOD_FOR} and s.token_hash = o.session_hash
      and s.expires_at > site.now() and s.last_seen_at + make_interval(mins => s.idle_minutes + 1) > site.now()
    returning s.member_id, o.language, o.is_proved`.execute(trx);
  const [taken] = rows;
  if (taken === undefined) return false;
  // Two links at once wait here for each other, whether the member or the user is the same.
  for (const one of [`member:${taken.member_id}`, `user:${connectionId}:${userId}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.messenger:${one}`}, 0))`.execute(trx);
  const holder = await holderOf(trx, connectionId, userId);
  if (holder !== undefined && holder !== taken.member_id) return false;
  if (!taken.is_proved && (await isLinked(trx, taken.member_id))) return false;
  await endLink(trx, taken.member_id, 'REPLACED');
  const { id } = await trx
    .insertInto('messenger_link')
    .values({
      member_id: taken.member_id,
      connection_id: connectionId,
      user_id: userId,
      language: taken.language,
      linked_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notify(trx, { memberId: taken.member_id, kind: 'messengerLinked', key: `messenger:${id}:linked` });
  return true;
}

/** Whose the user is now. */
async function holderOf(trx: Trx, connectionId: string, userId: string): Promise<bigint | undefined> {
  const link = await trx
    .selectFrom('messenger_link')
    .select('member_id')
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return link?.member_id;
}
