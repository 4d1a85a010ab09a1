import { memo } from 'react';
import type { GameCardActions } from './GameCard.tsx';
import { GameCarousel } from './GameCarousel.tsx';
import { type GameAccount, groupGames } from './groups.ts';

interface GamesProps extends GameCardActions {
  games: readonly GameAccount[];
  /** Arrows beside the headings (desktop). */
  arrows: boolean;
}

/** All game accounts by group (HOM-06). The many cards do not re-render when the page around them changes. */
export const Games = memo(({ games, ...rest }: GamesProps) =>
  groupGames(games).map(({ group, games: members }) => (
    <GameCarousel key={group} group={group} games={members} {...rest} />
  )),
);
