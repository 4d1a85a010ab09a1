import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATEMENT_PLACES } from '@krapao/contract/statementPlaces';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');

/** The places that the code writes in capitals into rows of the statement. */
function placesWritten(): Set<string> {
  const files = globSync('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts', 'testing/**', 'fire/**'] })
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .filter((text) => /\b(?:writeEntry|seenEntry|BONUS_LABEL|ALL_GAMES)\b/.test(text));
  const lines = files.flatMap(
    (text) => text.match(/^\s*(?:from|to): .*$|^(?:export )?const [A-Z_]+\b.*= '[A-Z]+';$/gm) ?? [],
  );
  return new Set(
    lines.flatMap((line) => [...line.matchAll(/'([A-Z]{2,})'/g)].map(([, place = '']) => place)),
  );
}

test('STM-08 every place that the statement is given has a name in the app', () => {
  const places = placesWritten();
  expect([...places]).toEqual(expect.arrayContaining(['WALLET', 'ALL', 'BONUS', 'WHEEL', 'TRUEMONEY']));
  expect([...places].filter((place) => !(STATEMENT_PLACES as readonly string[]).includes(place))).toEqual([]);
});
