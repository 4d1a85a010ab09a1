import { oneSpelling } from '@krapao/contract/spelling';
import type { GameAccount } from './groups.ts';

type Named = Pick<GameAccount, 'code' | 'nameTH' | 'nameLA' | 'nameEN'>;

// Tone marks and the mark of silent letters, Thai and Lao; accents of Latin letters; what separates words.
const LEFT_OUT = /[\s\p{P}]|[\u0e47-\u0e4c]|[\u0ec8-\u0ecc]|[\u0300-\u036f]/gu;

/** What counts of a name: without case, tone marks, accents and spaces, and with one spelling of each letter. */
export function plainName(text: string): string {
  return oneSpelling(text).normalize('NFKD').toLowerCase().replace(LEFT_OUT, '');
}

/**
 * The games whose name in any language, or whose code, contains the words; first those that begin with them, else in
 * the given order. All games if there are no words.
 */
export function findGames<Game extends Named>(games: readonly Game[], words: string): Game[] {
  const wanted = plainName(words);
  if (wanted === '') return [...games];
  const rank = ({ code, nameTH, nameLA, nameEN }: Named) =>
    Math.min(...[code, nameTH, nameLA, nameEN].map((name) => rankOf(plainName(name), wanted)));
  return games
    .map((game) => ({ game, rank: rank(game) }))
    .filter((found) => found.rank < NOT_IN)
    .sort((a, b) => a.rank - b.rank)
    .map(({ game }) => game);
}

const NOT_IN = 2;

function rankOf(name: string, wanted: string): number {
  const at = name.indexOf(wanted);
  return at < 0 ? NOT_IN : Math.min(at, 1);
}
