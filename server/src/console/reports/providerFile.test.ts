import { expect, test } from 'vitest';
import { readProviderFile } from './providerFile.ts';

const MAPPING = { headerLine: 2, reference: 0, amount: 1, date: 2 };
const read = (...lines: string[]) =>
  readProviderFile(lines.join('\n'), { ...MAPPING, from: '', to: '' } as never);

test('a provider’s list of several pages has all its transfers; none above the head or in a quote is left out silently', () => {
  const HEAD = 'Ref,Amount,Time';
  const { lines, problems } = read('Fiction Games,,', HEAD, 'A,1.00,20/11/2026', HEAD, 'B,"2.00",20/11/2026');
  expect(lines.map(({ line, reference }) => [line, reference])).toEqual([
    [3, 'a'],
    [5, 'b'],
  ]);
  expect(problems).toEqual([]);
  expect(read('A,1.00,20/11/2026', HEAD, 'B,2.00,20/11/2026').problems).toMatchObject([
    { line: 1, problem: 'ABOVE_HEADER' },
  ]);
  const swallowed = read('', HEAD, 'A,1.00,20/11/2026,"', 'B,2.00,20/11/2026,"');
  expect(swallowed.problems).toMatchObject([{ line: 3, problem: 'QUOTES' }]);
});

test('a provider’s transfer that a quote swallows, that is split at its comma, or cannot be read above the head is told', () => {
  const bare = (...lines: string[]) =>
    readProviderFile(lines.join('\n'), { headerLine: 1, reference: 0, amount: 1, from: '', to: '' } as never);
  expect(bare('Ref,Amount', '"R1,100.00', 'R2",200.00').problems).toMatchObject([
    { line: 2, problem: 'QUOTES' },
  ]);
  expect(bare('Ref,Amount,Note', 'R1,100.00,"paid', 'by hand"').problems).toEqual([]);
  const split = bare('Ref,Amount', 'R1,1,250.00', 'R2,200.00,');
  expect(split.problems).toMatchObject([{ line: 2, problem: 'COLUMNS' }]);
  expect(split.lines.map(({ reference }) => reference)).toEqual(['r2']);
  expect(read('A,5O0.00,20/11/2026', 'Ref,Amount,Time', 'B,2.00,20/11/2026').problems).toMatchObject([
    { line: 1, problem: 'ABOVE_HEADER' },
  ]);
});
