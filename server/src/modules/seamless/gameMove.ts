import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { batcherOf } from '../../database/inBatches.ts';
import { keyFrom } from '../../ledger/key.ts';
import { toAppError } from '../../ledger/ledgerError.ts';
import type { SeamlessMove } from '../../providers/seamlessWallet.ts';
import { tokenHash } from '../games/gameSession.ts';

/** A move, with who makes it and for whom. */
export interface GameMove extends SeamlessMove {
  connectionId: string;
  /** The member's username at the game. */
  user: string;
  token: string | null;
}

/**
 * What came of a move (migration 110). Only `DONE` moved money now. `ASK`: nothing was done, because the rules of
 * protection must be asked before.
 */
export type MoveOutcome =
  | 'DONE'
  | 'REPLAYED'
  | 'ASK'
  | 'OFF'
  | 'NO_PLAYER'
  | 'NO_SESSION'
  | 'NOT_ENOUGH'
  | 'CONFLICT'
  | 'CANCELLED';

export interface Moved {
  outcome: MoveOutcome;
  /** Satang that can be spent; null where the player is not known. */
  balance: bigint | null;
  /** Ours; null where nothing was booked. */
  transactionId: bigint | null;
}

interface MovedRow {
  item: bigint;
  outcome: MoveOutcome;
  balance: bigint | null;
  transaction_id: bigint | null;
}

/**
 * Books moves in one round trip, each with one posting, its round, the member's day and the row of the statement. With a
 * Db they are one transaction of their own. @param isAdmitted the rules of protection were asked, and let the member play
 */
export async function bookMoves(
  db: Db | Trx,
  moves: readonly GameMove[],
  { isAdmitted }: { isAdmitted: boolean },
): Promise<Moved[]> {
  const all = <T>(of: (move: GameMove) => T) => moves.map(of);
  const { rows } = await sql<MovedRow>`
    select item, outcome, balance, transaction_id from book_game_moves(
      ${all(({ connectionId, id }) => keyFrom('game', connectionId, id))}::uuid[],
      ${all(({ connectionId }) => connectionId)}::uuid[], ${all(({ id }) => id)}::text[],
      ${all(({ verb }) => verb)}::text[], ${all(({ user }) => user)}::text[],
      ${all(({ token }) => (token === null ? null : tokenHash(token)))}::bytea[],
      ${all(({ amount }) => amount)}::bigint[], ${all(({ round }) => round)}::text[],
      ${all(({ closesRound }) => closesRound)}::boolean[], ${all(({ refersTo }) => refersTo)}::text[],
      ${all(() => isAdmitted)}::boolean[])`.execute(db);
  const found = new Map(rows.map((row) => [Number(row.item), row]));
  return moves.map((_, at) => {
    const row = found.get(at + 1);
    if (row === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'no answer for a move');
    return { outcome: row.outcome, balance: row.balance, transactionId: row.transaction_id };
  });
}

/** Books one move; see bookMoves. */
export async function bookMove(
  db: Db | Trx,
  move: GameMove,
  options: { isAdmitted: boolean },
): Promise<Moved> {
  const [moved] = await bookMoves(db, [move], options);
  if (moved === undefined) throw new AppError('INTERNAL_SERVER_ERROR', 'no answer for a move');
  return moved;
}

// As the ledger's batcher: callers that are answered together come back together.
const BATCHING = { most: 32, atOnce: 3, waitMs: 2, besideMs: 2 };
/** Of a deadlock, a lock that did not hold, and two transactions of one name at one moment nothing was written. */
const AGAIN = new Set(['40P01', '40001', 'KL006', '23505']);
const TRIES = 3;

/** Books a single move; those of the same moment share one transaction (decision 216). */
export const bookSingle = batcherOf(bookTogether, BATCHING);

async function bookTogether(db: Db, moves: readonly GameMove[]): Promise<(Moved | Error)[]> {
  try {
    return await bookMoves(db, moves, { isAdmitted: false });
  } catch (error) {
    // One that cannot be written must not stop the others.
    if (moves.length > 1) return (await Promise.all(moves.map((move) => bookTogether(db, [move])))).flat();
    return Promise.all(moves.map((move) => bookAlone(db, move, error)));
  }
}

async function bookAlone(db: Db, move: GameMove, failure: unknown): Promise<Moved | Error> {
  let error = failure;
  for (let tries = 1; isWorthRepeating(error, tries); tries += 1) {
    try {
      return await bookMove(db, move, { isAdmitted: false });
    } catch (again) {
      error = again;
    }
  }
  const told = toAppError(error);
  return told instanceof Error ? told : new AppError('INTERNAL_SERVER_ERROR', String(told));
}

/** Whether a failed booking wrote nothing and may succeed if it is sent again, after so many tries. */
export const isWorthRepeating = (error: unknown, tries: number): boolean =>
  tries < TRIES && AGAIN.has((error as { code?: string }).code ?? '');
