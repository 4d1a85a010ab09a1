import { nameIn } from '@krapao/ui/nameIn.ts';
import { useMemo } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import type { GameAccount } from './groups.ts';

/** The games with their names in the member's language. */
export function useNamedGames(games: readonly GameAccount[]): readonly GameAccount[] {
  const language = useLanguage();
  return useMemo(() => games.map((game) => ({ ...game, name: nameIn(game, language) })), [games, language]);
}
