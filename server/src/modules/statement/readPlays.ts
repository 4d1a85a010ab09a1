import type { StatementEntry } from '@krapao/contract/api/statementEntry';
import type { Story } from '@krapao/contract/api/story';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

const ROUNDS_MOST = 200;
const PLAY = 'play:';

/** What a statement row says of a session of play, by the row's cause. */
export async function readPlays(
  db: Db,
  rows: readonly { cause: string }[],
): Promise<Map<string, Pick<StatementEntry, 'play'>>> {
  const ids = rows.flatMap(({ cause }) => (cause.startsWith(PLAY) ? [cause.slice(PLAY.length)] : []));
  if (ids.length === 0) return new Map();
  const sessions = await db
    .selectFrom('game_session')
    .select(['id', 'rounds', 'staked', 'won'])
    .where('id', 'in', ids.map(BigInt))
    .execute();
  return new Map(
    sessions.map(({ id, rounds, staked, won }) => [
      `${PLAY}${id}`,
      { play: { rounds, staked: bahtFromSatang(staked), won: bahtFromSatang(won) } },
    ]),
  );
}

/** The rounds of a session of play, the newest first. @param entryId of the session's row of the statement */
export async function readRounds(db: Db, entryId: bigint): Promise<NonNullable<Story['rounds']>> {
  const rounds = await db
    .selectFrom('game_round as r')
    .innerJoin('statement_entry as e', (join) =>
      join.on('e.cause', '=', sql<string>`${PLAY}::text || r.session_id`),
    )
    .select(['r.opened_at', 'r.staked', 'r.won', 'r.closed_at'])
    .where('e.id', '=', entryId)
    .orderBy('r.id', 'desc')
    .limit(ROUNDS_MOST)
    .execute();
  return rounds.map(({ opened_at, staked, won, closed_at }) => ({
    at: opened_at.toISOString(),
    staked: bahtFromSatang(staked),
    won: bahtFromSatang(won),
    isOpen: closed_at === null,
  }));
}
