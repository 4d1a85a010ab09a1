import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS, placesOf } from './mutants.ts';

// `npm run mutants` checks that the mutants are caught. This test keeps the list consistent with the code that it
// breaks.
test.each(MUTANTS)(
  '$name: applies, and its test is there',
  async ({ file, replace, test: testFile, title }) => {
    const read = (path: string) => readFile(join(import.meta.dirname, '..', path), 'utf8');
    const whole = await read(file);
    for (const [from] of replace) expect(whole).toMatch(placesOf(from));
    expect(replace.length).toBeGreaterThan(0);
    // A title may end in the values of a table.
    const firstWords = title.split(' ').slice(0, 5).join(' ');
    expect((await read(testFile)).replaceAll("\\'", "'")).toContain(firstWords);
  },
);

test('the list has every capability that moves money, and sessions', () => {
  const capabilities = new Set(MUTANTS.map(({ name }) => name.split(':')[0]));
  for (const capability of [
    'ledger',
    'transfers',
    'withdrawals',
    'deposits',
    'seamless',
    'bonus',
    'coupons',
    'sessions',
    'database',
  ])
    expect(capabilities).toContain(capability);
});
