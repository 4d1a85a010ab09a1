import { LANGUAGES, type Language } from '@krapao/contract/limits';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** Messages of one language by id, in ICU message format. */
export type Catalogue = Record<string, string>;
export type Catalogues = Record<Language, Catalogue>;

/**
 * Checks the catalogues. Answers one sentence for each fault: a missing or empty message, or placeholders that differ
 * from English.
 */
export function problemsOf(catalogues: Catalogues): string[] {
  const ids = new Set(LANGUAGES.flatMap((language) => Object.keys(catalogues[language])));
  const problems: string[] = [];
  for (const id of [...ids].sort()) {
    const expected = placeholdersOf(catalogues.en[id] ?? '');
    for (const language of LANGUAGES) {
      const text = catalogues[language][id];
      if (text === undefined) problems.push(`${id} is missing in ${language}`);
      else if (text.trim() === '') problems.push(`${id} is empty in ${language}`);
      else if (placeholdersOf(text) !== expected)
        problems.push(
          `${id} has other placeholders in ${language} (${placeholdersOf(text)}) than in en (${expected})`,
        );
    }
  }
  return problems;
}

function placeholdersOf(text: string): string {
  return [...new Set(namesIn(compileMessage(text)))].sort().join(', ');
}

/** The argument names of a compiled message: tokens of the form [name] or [name, format, cases], at any depth. */
function namesIn(message: unknown): string[] {
  if (!Array.isArray(message)) return [];
  return message.flatMap((token) => {
    if (!Array.isArray(token)) return [];
    const [name, , cases] = token as [string, string?, unknown?];
    return [name, ...Object.values(cases ?? {}).flatMap(namesIn)];
  });
}
