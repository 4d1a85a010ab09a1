import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinCompounds } from '@krapao/contract/compounds';
import type { Language } from '@krapao/contract/limits';
import type { Catalogue, Catalogues } from '@krapao/ui/catalogues.ts';
import { compileMessage } from '@lingui/message-utils/compileMessage';

const FILE = /^(?<feature>[a-zA-Z]+)\.(?<language>th|la|en)\.json$/;

/** Reads `<feature>.<language>.json` of a folder and joins the features of each language. */
export function readCatalogues(folder: string): Catalogues {
  const catalogues: Catalogues = { th: {}, la: {}, en: {} };
  for (const name of readdirSync(folder).sort()) {
    const language = FILE.exec(name)?.groups?.language as Language | undefined;
    if (!language) throw new Error(`${name} is no message file: expected <feature>.<th|la|en>.json`);
    for (const [id, text] of Object.entries(
      JSON.parse(readFileSync(join(folder, name), 'utf8')) as Catalogue,
    )) {
      if (id in catalogues[language]) throw new Error(`${name} defines ${id} a second time`);
      catalogues[language][id] = text;
    }
  }
  return catalogues;
}

/** The compiled form that Lingui's runtime reads, with compounds that no line ends in. */
export function compileCatalogue(catalogue: Catalogue, language: Language): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(catalogue).map(([id, text]) => [id, compileMessage(joinCompounds(text, language))]),
  );
}
