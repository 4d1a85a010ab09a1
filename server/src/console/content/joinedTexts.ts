import { joinCompounds } from '@krapao/contract/compounds';

/** The document with the compounds of its Thai and Lao texts held together: every `th` and `la` in it. */
export function joinedTexts<T>(document: T): T {
  return JSON.parse(JSON.stringify(document), (key, value) =>
    typeof value === 'string' && (key === 'th' || key === 'la') ? joinCompounds(value, key) : value,
  );
}
