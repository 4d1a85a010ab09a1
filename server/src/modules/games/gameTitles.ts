import type { Language } from '@krapao/contract/limits';
import type { Db } from '../../database/connect.ts';

/** What members and operators read instead of games' codes, also of retired ones, by code. */
export async function gameTitles(
  db: Db,
  codes: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(codes)];
  if (wanted.length === 0) return new Map();
  const games = await db
    .selectFrom('game_provider')
    .select(['code', 'name_th', 'name_la', 'name_en'])
    .where('code', 'in', wanted)
    .execute();
  return new Map(games.map((game) => [game.code, game[`name_${language}`]]));
}
