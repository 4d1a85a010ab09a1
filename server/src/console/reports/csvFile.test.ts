import { csvText } from '@krapao/contract/csv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories } from '../../testing/budget.ts';
import { readCsv } from './csvFile.ts';
import { readListFile } from './listFile.ts';

const rowsOf = (text: string) =>
  readCsv(text.replace('\ufeff', '')).rows.map(({ line, cells }) => [line, ...cells]);

// csv-parse takes the end of the first line for that of all: https://github.com/adaltas/node-csv/issues/282
test.each([
  ['LF, CRLF, LF', '\n', '\r\n', '\n'],
  ['LF alone', '\n', '\n', '\n'],
  ['CR alone', '\r', '\r', '\r'],
  ['CR, LF, CRLF', '\r', '\n', '\r\n'],
])('a file with a CRLF head and lines that end in %s has all its rows', (_, first, second, third) => {
  expect(rowsOf(`Date,In,Ref\r\n1/11,10,A${first}2/11,20,B${second}3/11,30,C${third}`)).toEqual([
    [1, 'Date', 'In', 'Ref'],
    [2, '1/11', '10', 'A'],
    [3, '2/11', '20', 'B'],
    [4, '3/11', '30', 'C'],
  ]);
});

test('a line break within quotes belongs to its cell, and the next row has the number that an editor shows', () => {
  expect(rowsOf('"Bank\r\nBranch",x,y\r\n\r\n1/11,"a\r\nb",10\r\n2/11,c,20\r\n')).toEqual([
    [1, 'Bank\nBranch', 'x', 'y'],
    [4, '1/11', 'a\nb', '10'],
    [6, '2/11', 'c', '20'],
  ]);
});

test('a file with a line that is in no row is refused with its number', () => {
  // The parser reads two lines as one row with one empty cell.
  expect(readCsv('a,b\n"" "\n"\n1,2\n')).toEqual({
    rows: [],
    problem: { line: 2, problem: 'QUOTES', text: '"" "' },
  });
});

test('whatever ends the lines and stands within quotes, no row is lost and each has its line', () => {
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const cell = fc
    .array(fc.constantFrom('a', '1', '"', ',', ' ', '\n', 'ก'), { maxLength: 5 })
    .map((letters) => `x${letters.join('')}`);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell, end, fc.nat(2)), { minLength: 1, maxLength: 12 }),
      end,
      (rows, within) => {
        let text = '';
        let line = 1;
        const expected = rows.map(([a, b, c, ending, blanks]) => {
          const begin = line;
          const quoted = [a, b, c].map((one) => `"${one.replaceAll('"', '""').replaceAll('\n', within)}"`);
          text += `${quoted.join(',')}${ending}${'\r\n'.repeat(blanks)}`;
          line += (a + b + c).split('\n').length + blanks;
          return [begin, a, b, c];
        });
        expect(rowsOf(text)).toEqual(expected);
      },
    ),
    { numRuns: histories(200, 20_000) },
  );
});

test('a file of ours is read as it was before we wrote it: accounts, references, formulas', () => {
  const rows = [
    ['0123456789', '01234567890123456', '12345678901234567890'],
    ['=1+1', "'S-HERTOGENBOSCH", '-20.00'],
  ];
  expect(rowsOf(csvText(['a', 'b', 'c'], rows)).slice(1)).toEqual(
    rows.map((cells, nth) => [nth + 2, ...cells]),
  );
  const list = csvText(['names', 'bankCode', 'accountNo'], [['A BEE', 'KBANK', '0123456789']]);
  expect(readListFile(list.slice(1))).toMatchObject([{ accountNo: '0123456789' }]);
});
