import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, SLIP_REASONS } from '@krapao/contract/errors';
import { LANGUAGES } from '@krapao/contract/limits';
import { STATEMENT_PLACES } from '@krapao/contract/statementPlaces';
import { problemsOf } from '@krapao/ui/catalogues.ts';
import { expect, test } from 'vitest';
import { compileCatalogue, readCatalogues } from './catalogues.ts';

const source = join(import.meta.dirname, '../src');
const catalogues = readCatalogues(join(source, 'i18n/messages'));

test('I18-01 every message is there in Thai, Lao and English with the same placeholders', () => {
  expect(problemsOf(catalogues)).toEqual([]);
});

test.each(LANGUAGES)(
  'I18-02 STM-08 every error code, slip reason and place of the statement has a name in %s',
  (language) => {
    const wanted = [
      ...ERROR_CODES.map((code) => `error.${code}`),
      ...SLIP_REASONS.map((reason) => `slipReason.${reason}`),
      ...STATEMENT_PLACES.map((place) => `statement.place.${place}`),
    ];
    expect(wanted.filter((id) => !catalogues[language][id])).toEqual([]);
  },
);

test('I18-01 Thai texts are in Thai script and Lao texts in Lao script', () => {
  const foreign = (language: 'th' | 'la', own: RegExp, other: RegExp) =>
    Object.entries(catalogues[language]).filter(([, text]) => {
      const words = text.replace(/\{[^}]*\}/g, '');
      return other.test(words) || (/[A-Za-z]{4}/.test(words) && !own.test(words));
    });
  expect(foreign('th', /[\u0E01-\u0E5B]/, /[\u0E81-\u0EDF]/)).toEqual([]);
  expect(foreign('la', /[\u0E81-\u0EDF]/, /[\u0E01-\u0E3E\u0E40-\u0E5B]/)).toEqual([]);
});

test('no message is left over that nothing shows', () => {
  const code = [source, join(source, '../../ui/src')]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    .join('\n');
  const patterns = [...code.matchAll(/`([\w.]+\.)\$\{[^}]+\}([\w.]*)`/g)];
  const isShown = (id: string) =>
    code.includes(`'${id}'`) ||
    patterns.some(([, start = '', end = '']) => id.startsWith(start) && id.endsWith(end));
  expect(Object.keys(catalogues.en).filter((id) => !isShown(id))).toEqual([]);
});

test('a compiled catalogue holds what the runtime reads without a compiler', () => {
  expect(compileCatalogue({ a: 'Copied: {text}', b: 'Close' }, 'en')).toEqual({
    a: ['Copied: ', ['text']],
    b: ['Close'],
  });
});

test('a compiled catalogue holds compounds together, so that no line ends in them', () => {
  expect(compileCatalogue({ a: 'ຖາມທີມງານ {name}' }, 'la')).toEqual({ a: ['ຖາມທີມ\u2060ງານ ', ['name']] });
});
