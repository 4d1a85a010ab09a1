import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinCompounds } from '@krapao/contract/compounds';

export type Locale = 'th' | 'la' | 'en';

const FOLDER = join(import.meta.dirname, '../../web/src/i18n/messages');

function read(locale: Locale): Record<string, string> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(`.${locale}.json`));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))));
}

const catalogues: Record<Locale, Record<string, string>> = { th: read('th'), la: read('la'), en: read('en') };

/** The app's text of a message, with which a test finds the same control in any language. */
export function text(locale: Locale, id: string): string {
  const found = catalogues[locale][id];
  if (found === undefined) throw new Error(`no message ${id} in ${locale}`);
  return joinCompounds(found, locale);
}
