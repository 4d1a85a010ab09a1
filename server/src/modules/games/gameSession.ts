import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { GameProviderRow } from './gameAccount.ts';
import { encryptGamePassword, newGamePassword } from './gamePassword.ts';

/** A token is used in a day or never. */
const VALID = sql`interval '24 hours'`;

/** What is stored of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The username of a member at a game (GAM-01). */
export const usernameAt = (memberId: bigint, code: string): string => `km${memberId}${code}`;

/**
 * Opens a seamless game for a member: a new session, which ends the one before. Its row of the statement comes with its
 * first bet. @returns what the maker shows with each bet
 */
export async function openGameSession(
  trx: Trx,
  memberId: bigint,
  { code, connection_id: connectionId }: Pick<GameProviderRow, 'code' | 'connection_id'>,
): Promise<string> {
  if (connectionId === null) throw new Error('a seamless game has a connection');
  await endGameSessions(trx, memberId, code);
  const token = randomUUID();
  await trx
    .insertInto('game_session')
    .values({
      member_id: memberId,
      provider: code,
      connection_id: connectionId,
      token_hash: tokenHash(token),
      expires_at: sql<Date>`site.clock_timestamp() + ${VALID}`,
    })
    .execute();
  return token;
}

/** Ends a member's open sessions, of one game or of all: no further bet comes through them; wins and cancellations do. */
export async function endGameSessions(trx: Trx, memberId: bigint, code?: string): Promise<void> {
  await trx
    .updateTable('game_session')
    .set({ ended_at: sql<Date>`site.clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .$if(code !== undefined, (query) => query.where('provider', '=', code ?? ''))
    .execute();
}

/** Makes the member known at a seamless game: nothing is asked of its maker, and no password exists there. */
export async function ensureSeamlessAccount(
  trx: Trx,
  { memberId, code, key }: { memberId: bigint; code: string; key: Parameters<typeof encryptGamePassword>[0] },
): Promise<string> {
  const username = usernameAt(memberId, code);
  await trx
    .insertInto('game_account')
    .values({
      member_id: memberId,
      provider: code,
      username,
      password: encryptGamePassword(key, username, newGamePassword()),
      is_open: true,
    })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'provider']).doUpdateSet({ is_open: true, closed_at: null }),
    )
    .execute();
  return username;
}
