import type { Db } from '../../database/connect.ts';
import { done, inOrder, type Told } from './told.ts';

/** A session at a game that bets from the wallet: from its opening to its last round. */
export async function tellPlay(db: Db, sessionId: bigint): Promise<Told | undefined> {
  const session = await db
    .selectFrom('game_session')
    .select(['started_at', 'last_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  return {
    steps: inOrder([done('opened', session.started_at), done('lastRound', session.last_at)]),
    waitsFor: null,
    bankReference: null,
    usual: null,
  };
}
