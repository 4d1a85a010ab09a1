import { joinCompounds } from '@krapao/contract/compounds';

/** The document with the compounds of its Thai and Lao texts held together: every `th` and `la` in it. */
export function joinedTexts<T>(document: T): T {
  return joined(document) as T;
}

function joined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(joined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof part === 'string' && (key === 'th' || key === 'la') ? joinCompounds(part, key) : joined(part),
    ]),
  );
}
