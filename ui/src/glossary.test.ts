import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Every file that holds texts for people. */
const TEXTS = globSync(
  [
    '{web,console}/src/i18n/messages/*.json',
    '{web,console,ui}/src/**/*.{ts,tsx}',
    'contract/src/**/*.ts',
    'server/src/seeds/*.ts',
    'server/src/settings/shippedContact.ts',
    'server/src/preflight/report.ts',
  ],
  { cwd: ROOT, exclude: ['**/*.test.ts', '**/node_modules/**'] },
);

/** The words of the columns headed "Not". */
function forbiddenWords(): string[] {
  const rows = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').match(/^\|.*\|$/gm) ?? [];
  return rows
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .flatMap(([, , , thai, , lao]) => [...(thai ?? '').split(', '), ...(lao ?? '').split(', ')])
    .filter((word) => word !== '');
}

test('I18-01 no text uses a word that the glossary replaces', () => {
  const words = forbiddenWords();
  expect(words).toEqual(expect.arrayContaining(['ชวนเพื่อน', 'ກັອບປີ້']));
  expect(TEXTS.filter((name) => name.endsWith('.th.json')).length).toBeGreaterThan(30);
  const found = TEXTS.flatMap((name) => {
    const lines = readFileSync(join(ROOT, name), 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      words.filter((word) => line.includes(word)).map((word) => `${name}:${at + 1} ${word}`),
    );
  });
  expect(found).toEqual([]);
});
