import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CALLS = /\bIntl\.\w+|\.toLocale\w*\(|\.localeCompare\(/g;

/**
 * Every call that asks the browser for what a language writes, and why its answer is right in Lao. Chromium has no Lao for
 * NumberFormat, DateTimeFormat, RelativeTimeFormat, PluralRules and Collator and answers in English without an error;
 * its Segmenter knows Lao. Firefox writes kip with two decimals, so money never comes from Intl (ui/src/money.ts, kip.ts).
 */
const KNOWN: Record<string, { call: string; because: string }> = {
  'console/src/components/SimulationFigures.tsx': { call: '.toLocaleString(', because: "digits, of 'en'" },
  'console/src/features/connections/feeds/exampleOf.ts': {
    call: 'Intl.DateTimeFormat',
    because: 'an example of a Thai bank: its month is Thai in every language',
  },
  'console/src/features/content/packs/packText.ts': { call: '.toLocaleString(', because: "digits, of 'en'" },
  'console/src/features/reports/CourseChart.tsx': {
    call: 'Intl.NumberFormat',
    because: "K and M at an axis, of 'en-US' in every language",
  },
  'web/src/features/story/receiptPicture.ts': { call: 'Intl.Segmenter', because: 'knows Lao' },
};

test('I18-01 the apps ask Intl for nothing that a browser would answer in English', () => {
  const found = globSync('{web,console,ui,contract}/src/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.test.ts'],
  }).flatMap((file) => {
    const calls = withoutComments(readFileSync(join(ROOT, file), 'utf8')).match(CALLS) ?? [];
    return calls.map((call) => ({ file, call }));
  });
  const known = Object.entries(KNOWN).map(([file, { call }]) => ({ file, call }));
  expect(found.toSorted(byFile)).toEqual(known.toSorted(byFile));
});

const byFile = (one: { file: string }, other: { file: string }) => (one.file < other.file ? -1 : 1);

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
}
