import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { AppContext } from '../context.ts';
import type { Db, Trx } from '../database/connect.ts';
import { inSeconds } from '../jobs/leasedWork.ts';
import { lockKey } from './madeBefore.ts';
import type { RequestKey } from './requestKey.ts';

/**
 * The turn of a call that asks somebody outside before it makes anything. While it lasts, no other call with the key
 * makes anything, and no refusal is stored under the key: what becomes of the key is open
 * (docs/decisions/168-a-turn-for-calls-that-ask.md).
 */
export interface KeyTurn {
  memberId: bigint;
  key: string;
  token: string;
}

/**
 * Takes the turn for KRAPAO_LEASE_SECONDS, in a transaction that has found with madeBefore that nothing was made.
 * Continue with askThenMake.
 */
export async function takeTurn(
  trx: Trx,
  { config }: Pick<AppContext, 'config'>,
  memberId: bigint,
  requestKey: RequestKey | undefined,
): Promise<KeyTurn | undefined> {
  if (requestKey === undefined) return undefined;
  const { key, fingerprint } = requestKey;
  const token = randomUUID();
  const row = { state: 'asking', ref: token, fingerprint, code: null, at: inSeconds(config.leaseSeconds) };
  await trx
    .insertInto('request_outcome')
    .values({ member_id: memberId, key, ...row })
    .onConflict((conflict) => conflict.columns(['member_id', 'key']).doUpdateSet(row))
    .execute();
  return { memberId, key, token };
}

/**
 * Asks outside of any transaction, then makes something in one that has the turn. The turn ends with it, however it
 * ends.
 * @throws AppError REQUEST_IN_PROGRESS where the turn is over: another call may have been told that nothing was made
 */
export async function askThenMake<Known, Result>(
  db: Db,
  turn: KeyTurn | undefined,
  { ask, make }: { ask: () => Promise<Known>; make: (trx: Trx, known: Known) => Promise<Result> },
): Promise<Result> {
  try {
    const known = await ask();
    return await db.transaction().execute(async (trx) => {
      if (turn) await useTurn(trx, turn);
      return make(trx, known);
    });
  } catch (error) {
    if (turn) await endTurn(db, turn).execute();
    throw error;
  }
}

async function useTurn(trx: Trx, turn: KeyTurn): Promise<void> {
  await lockKey(trx, { column: 'member_id', id: turn.memberId }, turn.key);
  const ended = await endTurn(trx, turn)
    .returning(sql<boolean>`at > site.clock_timestamp()`.as('isInTime'))
    .executeTakeFirst();
  if (!ended?.isInTime) throw new AppError('REQUEST_IN_PROGRESS', 'asked too long');
}

function endTurn(db: Db | Trx, { memberId, key, token }: KeyTurn) {
  return db
    .deleteFrom('request_outcome')
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .where('state', '=', 'asking')
    .where('ref', '=', token);
}
