import type { GameAccount } from './groups.ts';

/** The game that the member played last, with an account that is open; undefined if there is none. */
export function lastPlayed(games: readonly GameAccount[]): GameAccount | undefined {
  return games
    .filter(({ isActive, playedAt }) => isActive && playedAt !== null)
    .reduce<GameAccount | undefined>(
      (last, game) => (last?.playedAt && last.playedAt >= (game.playedAt ?? '') ? last : game),
      undefined,
    );
}
