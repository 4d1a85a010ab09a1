import type { Language } from '@krapao/contract/limits';

interface Names {
  nameTH: string;
  nameEN: string;
  nameLA?: string;
}

/** The name of a bank or a game in a language; English where a list has no Lao name. */
export function nameIn(named: Names, language: Language): string {
  if (language === 'th') return named.nameTH;
  return (language === 'la' && named.nameLA) || named.nameEN;
}
