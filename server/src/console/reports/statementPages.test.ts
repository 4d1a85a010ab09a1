import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { expect, test, vi } from 'vitest';
import { readStatement } from './statementFile.ts';
import { STATEMENT_PRESETS } from './statementPresets.ts';

// Statement files as programs that read them meet them: lines above and below the table in
// https://github.com/actualbudget/actual/issues/377, a head in another line than told in
// https://github.com/OCA/bank-statement-import/pull/727.
const NOW = new Date('2026-11-21T12:00:00+07:00');
const read = (lines: readonly string[], format: StatementFormat, end = '\n') =>
  readStatement(lines.join(end), format, { id: '7', currency: 'THB' }, NOW);
const moneyOf = ({ incoming }: ReturnType<typeof read>) => incoming.map(({ line, amount }) => [line, amount]);
const problemsOf = ({ problems }: ReturnType<typeof read>) =>
  problems.map(({ line, problem }) => [line, problem]);

const K_BIZ = STATEMENT_PRESETS.find(({ id }) => id === 'kbank-k-biz')?.format as StatementFormat;
/** A K BIZ file whose table begins in a line of choice. */
const kBiz = (headLine: number, address: string) => {
  const preamble = [
    ',Account name,FICTION TRADING CO.',
    `,Address,"${address}"`,
    ',Period,01/11/2026 - 21/11/2026',
  ];
  const lines = preamble.join('\n').split('\n').length;
  return [
    ...preamble.flatMap((line) => line.split('\n')),
    ...Array.from({ length: headLine - lines - 1 }, () => ',,,,'),
    ',Date,Time,Descriptions,Withdrawal,,Deposit,,Balance,,Channel,,Details',
    ',20-11-26,09:15,Transfer,,,100.00,,100.00,,K PLUS,,From X1234',
    ',20-11-26,09:16,Transfer,,,200.00,,300.00,,K PLUS,,From X5678',
  ];
};

test('a preset reads a file with line breaks within quotes, with every kind of line end, and counts as an editor', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const file = read(kBiz(14, '99 Fiction Road\nBangkok\n10110'), K_BIZ, end);
    expect(file.problems).toEqual([]);
    expect(moneyOf(file), JSON.stringify(end)).toEqual([
      [15, 100_00n],
      [16, 200_00n],
    ]);
  }
});

test.each([6, 11, 14, 19])(
  'a head in line %i, where the preset names line 14, is found by its words',
  (headLine) => {
    const file = read(kBiz(headLine, 'Bangkok'), K_BIZ);
    expect(file.problems).toEqual([]);
    expect(moneyOf(file).map(([line]) => line)).toEqual([headLine + 1, headLine + 2]);
    const named: StatementFormat = { headerLine: 14, date: 'Date', in: 'Deposit', years: 'GREGORIAN' };
    expect(moneyOf(read(kBiz(headLine, 'Bangkok'), named))).toEqual(moneyOf(file));
  },
);

test('a dated line of money above the head is told, whether the head has words or not', () => {
  const numbered: StatementFormat = { headerLine: 3, date: 0, in: 1 };
  expect(problemsOf(read(['20/11/2026,10', '20/11/2026,20', 'x,', '20/11/2026,30'], numbered))).toEqual([
    [1, 'ABOVE_HEADER'],
    [2, 'ABOVE_HEADER'],
  ]);
  const named: StatementFormat = { date: 'Date', in: 'In' };
  expect(problemsOf(read(['20/11/2026,10', 'Date,In', '20/11/2026,30'], named))).toEqual([
    [1, 'ABOVE_HEADER'],
  ]);
});

const PAGE = ['Fiction Bank,,,', 'Account,468-0-00001-7', 'Period 01/11/2026 - 21/11/2026', 'Page 1 of 3'];
const NAMED: StatementFormat = { date: 'Date', in: 'In', balance: 'Balance', description: 'Details' };

test('pages repeat their head and what stands above it; a page may name its columns in another order', () => {
  const file = read(
    [
      ...PAGE,
      'Details,Date,In,Balance',
      'a,20/11/2026,10,10',
      'Page 1 of 3',
      ...PAGE.with(3, 'Page 2 of 3'),
      ' details , DATE,In,Balance',
      'b,20/11/2026,20,30',
      '\fPage 3 of 3',
      'Date,In,Balance,Details',
      '21/11/2026,30,60,c',
    ],
    NAMED,
  );
  expect(file.problems).toEqual([]);
  expect(moneyOf(file)).toEqual([
    [6, 10_00n],
    [13, 20_00n],
    [16, 30_00n],
  ]);
  const numbered: StatementFormat = { headerLine: 1, date: 0, in: 1 };
  const pages = read(['Date,In', '20/11/2026,10', 'Page 2', 'Date,In', '20/11/2026,20'], numbered);
  expect(pages.problems).toEqual([]);
  expect(moneyOf(pages).map(([line]) => line)).toEqual([2, 5]);
});

test('lines of money that a page moves to the side, or a stray quote swallows, are told', () => {
  const shifted = [
    'Date,Time,Ref,Out,In,Balance',
    '20/11/2026,09:15,,,10,10',
    ',20/11/2026,09:16,,,20,30',
    'Printed,,21/11/2026,,,',
  ];
  const wide: StatementFormat = { date: 'Date', time: 'Time', out: 'Out', in: 'In', balance: 'Balance' };
  expect(problemsOf(read(shifted, wide))).toEqual([[3, 'COLUMNS']]);
  const quoted = [
    'Date,In,Balance,Details',
    '20/11/2026,10,10,"',
    '20/11/2026,20,30,"',
    '20/11/2026,30,60,c',
  ];
  expect(problemsOf(read(quoted, NAMED))).toEqual([[2, 'QUOTES']]);
});

const TWO: StatementFormat = { date: 'Date', amount: 'Amount' };

test('a dated line of money that cannot be read is told, also where a line above the head is like it', () => {
  const odd = '20/11/2026,5O0.00';
  expect(problemsOf(read([odd, 'Date,Amount', odd, '20/11/2026,250.00'], TWO))).toEqual([
    [1, 'ABOVE_HEADER'],
    [3, 'AMOUNT'],
  ]);
  const both: StatementFormat = { date: 'Date', in: 'In', out: 'Out' };
  expect(problemsOf(read(['Date,In,Out', '20/11/2026,5,5'], both))).toEqual([[2, 'AMOUNT']]);
});

test.each([
  '20/11/2026,"1,5,00.00",',
  '20/11/2026,500.00 CR,',
  '20/11/2026,CR 500.00,',
  '20/11/2026,500.00,n/a',
  '20/11/2036,500.00,',
])('the dated line %s above the head is told', (line) => {
  const file = read([line, 'Date,Amount,Balance', '20/11/2026,1,1'], { ...TWO, balance: 'Balance' });
  expect(problemsOf(file)).toEqual([[1, 'ABOVE_HEADER']]);
});

test('what a bank prints beside a date above its table is no line of money', () => {
  const printed = ['20/11/2026,Page 1 of 3', '20/11/2026,09:15', '01/11/2026,20/11/2026', '20/11/2026,0.00'];
  const page = [...printed, 'Date,Amount', '20/11/2026,1'];
  expect(problemsOf(read([...page, ...page], TWO))).toEqual([]);
});

test('a head with a digit in it stays the told one, whatever words stand above it', () => {
  const numbered: StatementFormat = { date: 0, amount: 1, headerLine: 2 };
  const file = read(['Account name,Somchai Jaidee', 'Date,Amount (1)', '20/11/2026,500.00'], numbered);
  expect(problemsOf(file)).toEqual([]);
  expect(moneyOf(file)).toEqual([[3, 500_00n]]);
});

test('an amount or a text that is split at its comma makes a row wider than the head, which is told', () => {
  const named: StatementFormat = { ...TWO, balance: 'Balance' };
  const head = 'Date,Text,Amount,Balance';
  expect(
    problemsOf(
      read(
        [head, '20/11/2026,Dep,1,250.00,9,000.00', '20/11/2026,Dep,,,500.00', '20/11/2026,a,1,1,,'],
        named,
      ),
    ),
  ).toEqual([
    [2, 'COLUMNS'],
    [3, 'COLUMNS'],
  ]);
  // Each page has its own width.
  const wider = read([head, '20/11/2026,a,1,1', `${head},Branch`, '20/11/2026,a,1,1,Rama IV'], named);
  expect(problemsOf(wider)).toEqual([]);
});

test.each([
  ['the first line of a cell', ['Text,Date,Amount', '"A,20/11/2026,500.00', 'C",20/11/2026,700.00']],
  ['a first line beside no money', ['Text,Date,Amount', '"A,20/11/2026,500.00', 'C",,']],
  ['a first line beside other columns', ['Text,Date,Amount', '"A,20/11/2026,500.00', 'C,D",19/11/2026,7.00']],
  ['the last line of a cell', ['Date,Amount,Text,a,b', '20/11/2026,500.00,"Dep', '20/11/2026",700.00,x']],
  ['an amount with a mistake', ['Date,Amount,Text,a,b', '20/11/2026,500.00,"Dep', '20/11/2026",7O0.00,x']],
])('money in %s that a stray quote swallows is told', (_, lines) => {
  expect(problemsOf(read(lines, TWO))).toEqual([[2, 'QUOTES']]);
});

test('a text of two lines is no line of money, whatever date it has; nor is the line that it stands in', () => {
  const named: StatementFormat = { ...TWO, balance: 'Balance' };
  const note = ['Date,Amount,Balance,Text', '20/11/2026,1.00,1.00,"Dep\n20/11/2026, ref, ok"'];
  expect(problemsOf(read(note, named))).toEqual([]);
  const file = read(
    [
      'Amount,Date,Text,Balance',
      '1.00,20/11/2026,"Dep\n20/11/2026, ref, ok",1.00',
      '2.00,"20/11/2026\n09:15","Dep\nref",3.00',
    ],
    named,
  );
  expect(file.problems).toEqual([]);
  expect(moneyOf(file)).toEqual([
    [2, 1_00n],
    [4, 2_00n],
  ]);
});

test('texts longer than any name are not brought to one spelling, and none is twice', () => {
  const rows = Array.from({ length: 200 }, (_, nth) => `20/11/2026,1,${'ก'.repeat(1_500)}${nth},C`);
  const format: StatementFormat = { ...TWO, direction: { column: 'Side', in: ['C', 'CR', 'IN'] } };
  const normalize = vi.spyOn(String.prototype, 'normalize');
  const { incoming } = read(['Date,Amount,Text,Side', ...rows], format);
  const calls = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(incoming).toHaveLength(200);
  expect(Math.max(...calls.map(({ length }) => length))).toBeLessThan(200);
  expect(calls.filter((text) => text === '20/11/2026')).toHaveLength(200);
});
