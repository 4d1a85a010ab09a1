import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { GameMove, Moved } from './gameMove.ts';
import type { Player } from './verbs.ts';

const REASONS: Readonly<Record<string, string>> = {
  'CONFLICT debit': 'OTHER_CONTENT',
  'CONFLICT credit': 'OTHER_CONTENT',
  'CONFLICT cancel': 'OTHER_CONTENT',
  'CANCELLED credit': 'CANCELLED_BET',
  'NOT_ENOUGH cancel': 'WIN_IS_SPENT',
};

/** Tells operators of a message that was undone because of a conflict: what it wrote of it is undone as well. */
export async function keepConflict(
  db: Db,
  player: Player | undefined,
  { move, moved }: { move: GameMove; moved: Moved },
): Promise<void> {
  const reason = REASONS[`${moved.outcome} ${move.verb}`];
  if (reason === undefined || player === undefined) return;
  await db
    .insertInto('game_conflict')
    .values({
      connection_id: move.connectionId,
      reference: move.id,
      reason,
      member_id: player.memberId,
      provider: player.provider,
      verb: move.verb,
      amount: move.amount,
    })
    .onConflict((conflict) =>
      conflict.columns(['connection_id', 'reference', 'reason', 'verb', 'amount']).doUpdateSet({
        times: sql<number>`game_conflict.times + 1`,
        last_at: sql<Date>`site.clock_timestamp()`,
      }),
    )
    .execute();
}
