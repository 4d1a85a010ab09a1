import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { SeamlessRefusal } from '../../providers/seamlessWallet.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { lockMember } from '../bonus/bonusRow.ts';
import { requireGame } from '../games/gameAccount.ts';
import { isInMaintenance } from '../games/gameHealth.ts';
import { tokenHash } from '../games/gameSession.ts';
import { closedPlay, requirePlay } from '../protection/admit.ts';
import { beginPlay } from '../protection/playTime.ts';
import { bookMove, type GameMove, type Moved } from './gameMove.ts';

/** Who plays at a connection, as its maker names them. */
export interface Player {
  memberId: bigint;
  provider: string;
  isSuspended: boolean;
}

/** The player of this username in a game that leads to the connection; undefined if there is none. */
export async function findPlayer(
  db: Db | Trx,
  connectionId: string,
  username: string,
): Promise<Player | undefined> {
  const row = await db
    .selectFrom('game_account as a')
    .innerJoin('game_provider as g', 'g.code', 'a.provider')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .select(['a.member_id', 'a.provider', 'm.status'])
    .where('a.username', '=', username)
    .where('g.kind', '=', 'seamless')
    .where('g.connection_id', '=', connectionId)
    .executeTakeFirst();
  return row && { memberId: row.member_id, provider: row.provider, isSuspended: row.status !== 'active' };
}

/**
 * Verb `session`: why this player may not play with this token, or null. A call without a token is about the player
 * alone.
 */
export async function session(
  db: Db | Trx,
  player: Player,
  token: string | null,
): Promise<SeamlessRefusal | null> {
  if (token !== null) {
    const open = await db
      .selectFrom('game_session')
      .select('id')
      .where('token_hash', '=', tokenHash(token))
      .where('member_id', '=', player.memberId)
      .where('provider', '=', player.provider)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`site.clock_timestamp()`)
      .executeTakeFirst();
    if (open === undefined) return 'NO_SESSION';
  }
  return player.isSuspended || (await closedPlay(db, player.memberId)) ? 'CLOSED' : null;
}

/** Verb `balance`: satang that the member can stake. */
export async function balance(db: Db | Trx, memberId: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('ledger.account')
    .select(sql<bigint>`posted - held`.as('available'))
    .where('member_id', '=', memberId)
    .where('kind', '=', 'wallet')
    .where('currency', '=', 'THB')
    .executeTakeFirst();
  return row?.available ?? 0n;
}

/**
 * Verb `debit`: a bet, wallet to provider, if the rules of protection let the member stake it. Two bets at one moment do
 * not pass a limit together. @throws AppError NO_USER, ACCOUNT_FROZEN, NO_GAME, SERVICE_UNAVAILABLE, and what
 * `requirePlay` refuses
 */
export async function debit(trx: Trx, player: Player, move: GameMove): Promise<Moved> {
  await lockMember(trx, player.memberId);
  // What was booked before, or can never be, needs no permission to say so.
  const plain = await bookMove(trx, move, { isAdmitted: false });
  if (plain.outcome !== 'ASK') return plain;
  if (player.isSuspended) throw new AppError('NO_USER');
  await requireNotFrozen(trx, player.memberId);
  if (isInMaintenance(await requireGame(trx, player.provider, { isActive: true })))
    throw new AppError('SERVICE_UNAVAILABLE');
  await requirePlay(trx, player.memberId, move.amount);
  await beginPlay(trx, player.memberId);
  return bookMove(trx, move, { isAdmitted: true });
}

/** Verb `credit`: a win, provider to wallet. It is the member's money, whatever closes their play. */
export const credit = (trx: Trx, move: GameMove): Promise<Moved> => bookMove(trx, move, { isAdmitted: true });

/**
 * Verb `cancel`: takes a bet or a win back. A bet that has not come yet is refused when it comes; what was cancelled
 * before changes nothing.
 */
export const cancel = (trx: Trx, move: GameMove): Promise<Moved> => bookMove(trx, move, { isAdmitted: true });
