import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { expect, test } from 'vitest';
import { describeCsv, readCsv } from './csvFile.ts';
import { readStatement } from './statementFile.ts';

const NOW = new Date('2026-11-21T12:00:00+07:00');
const ACCOUNT = { id: '7', currency: 'THB' as const };
const MAPPING = {
  headerLine: 4,
  date: 0,
  time: 1,
  amount: 3,
  reference: 4,
  senderName: 5,
  senderAccount: 6,
  senderBank: 7,
};
const FILE = `Account statement,,,
Account,468-0-00001-7
Period,01/11/2569 - 21/11/2569
Date,Time,Out,In,Reference,From,Account,Bank
20/11/2569,09:15,,"1,250.50",REF1,"SOMCHAI, J***",xxx-x-x3109-x,004
20/11/2569,10:00,300.00,,REF2,,,
20/11/2569,10:01,,-300.00,REF3,,,
21/11/2569,00:00,,20,'0014,NOI,,SCB
`;

test('incoming lines of a statement with a preamble, Buddhist years and quoted commas', () => {
  const { incoming, outgoing, leftAlone, problems } = readStatement(FILE, MAPPING, ACCOUNT, NOW);
  expect(problems).toEqual([]);
  expect(leftAlone).toBe(1);
  expect(outgoing).toMatchObject([{ line: 7, amount: 30_000n, reference: 'REF3' }]);
  expect(incoming).toMatchObject([
    {
      line: 5,
      transRef: 'REF1',
      amount: 125_050n,
      sendingBank: '004',
      sendingBankCode: 'KBANK',
      sender: { displayName: 'SOMCHAI, J***', account: 'xxx-x-x3109-x' },
      transferredAt: new Date('2026-11-20T09:15:00+07:00'),
    },
    { line: 8, transRef: '0014', amount: 2_000n, sendingBank: '014', sendingBankCode: 'SCB', isDay: false },
  ]);
});

test('each line that cannot be read is named with its number and what is wrong', () => {
  const text = [
    'date,in,ref',
    '31/02/2569,10,A',
    '20/11/2569,"1,00",B',
    '20/11/2580,10,C',
    'Total,10,',
    '20/11/2569',
  ].join('\r\n');
  const { problems, incoming } = readStatement(
    text,
    { headerLine: 1, date: 0, amount: 1, reference: 2 },
    ACCOUNT,
    NOW,
  );
  expect(incoming).toEqual([]);
  expect(problems.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'DATE'],
    [3, 'AMOUNT'],
    [4, 'DATE_FUTURE'],
    [5, 'DATE'],
    [6, 'COLUMNS'],
  ]);
});

test('quotes that do not close are a problem of their line; what is no text is refused', () => {
  expect(readCsv('a,b\n"open,1\n').problem).toMatchObject({ problem: 'QUOTES' });
  expect(() => readCsv('a\0b')).toThrow('CSV_INVALID');
  expect(() => readCsv(' \n')).toThrow('CSV_INVALID');
  expect(() => readCsv('a,b\n'.repeat(20_001))).toThrow('20000 lines');
  expect(readCsv('a,b\n'.repeat(20_000)).rows).toHaveLength(20_000);
});

test('the line that names the columns is found; semicolons and tabs separate too', () => {
  expect(describeCsv(FILE)).toMatchObject({ lines: 8, headerLine: 4 });
  expect(describeCsv('x\nวันที่;ยอด;อ้างอิง\n1/1/2569;1.200,00;A').rows[0]?.cells).toEqual([
    'วันที่',
    'ยอด',
    'อ้างอิง',
  ]);
  expect(readCsv('a\tb\tc\n1,5\t2\t3').rows[1]?.cells).toEqual(['1,5', '2', '3']);
});

const read = (text: string, format: StatementFormat) => readStatement(text, format, ACCOUNT, NOW);
const keysOf = (file: ReturnType<typeof read>) => file.incoming.map(({ transRef }) => transRef);

test('lines without a reference: two equal ones are two, and one in two files that overlap is one', () => {
  const format: StatementFormat = {
    date: 'Date',
    time: 'Time',
    in: 'In',
    reference: 'Ref',
    balance: 'Balance',
  };
  const head = 'Date,Time,In,Ref,Balance';
  const rows = [
    '20/11/2569,09:15,100,,',
    '20/11/2569,09:15,100,,',
    '20/11/2569,09:16,100,1.2E+15,',
    '20/11/2569,09:17,5,R1,',
  ];
  const [first, second] = [
    read([head, ...rows].join('\n'), format),
    read([head, ...rows.toReversed()].join('\n'), format),
  ];
  expect(first.problems).toEqual([]);
  expect(new Set(keysOf(first)).size).toBe(4);
  expect(keysOf(second).toSorted()).toEqual(keysOf(first).toSorted());
  expect(keysOf(read([head, rows[1], rows[2]].join('\n'), format))).toEqual([
    keysOf(first)[0],
    keysOf(first)[2],
  ]);
  expect(keysOf(first)[3]).toBe('R1');
  // Where the bank writes the balance, a file that begins between the two knows which of them it has.
  const told = ['20/11/2569,09:15,100,,100', '20/11/2569,09:15,100,,200'];
  const both = keysOf(read([head, ...told].join('\n'), format));
  expect(keysOf(read([head, told[1]].join('\n'), format))).toEqual([both[1]]);
});

test('money in two columns, by a sign and by a word; columns by name wherever the header stands', () => {
  const two = read(
    'SCB statement\n\nวันที่,  ถอนเงิน ,ฝากเงิน,ยอดคงเหลือ,รายละเอียด\n20/11/69,0.00,"1,000.00","1,000.00",A\n20/11/69,250,,750,ค่าธรรมเนียม\n',
    {
      date: 'วันที่',
      out: 'ถอนเงิน',
      in: 'ฝากเงิน',
      balance: 'ยอดคงเหลือ',
      description: 'รายละเอียด',
      years: 'BUDDHIST',
    },
  );
  expect(two.problems).toEqual([]);
  expect(two.incoming).toMatchObject([{ line: 4, amount: 100_000n, isDay: true, balance: 100_000n }]);
  expect(two.outgoing).toMatchObject([{ line: 5, amount: 25_000n, text: 'ค่าธรรมเนียม', reference: '' }]);
  expect(two.closings.at(-1)).toEqual({ balance: 75_000n, at: new Date('2026-11-20T23:59:59.999+07:00') });
  const word = read('20.11.2026;1.234,50;C\n20.11.2026;10,00;D\n20.11.2026;1,0,0;D', {
    headerLine: 0,
    date: 0,
    amount: 1,
    direction: { column: 2, in: ['c', 'CR'] },
    decimal: 'COMMA',
  });
  expect(word.incoming).toMatchObject([{ amount: 123_450n }]);
  expect(word.outgoing).toMatchObject([{ amount: 1_000n }]);
  expect(word.problems).toMatchObject([{ line: 3, problem: 'AMOUNT', text: '1,0,0' }]);
});

test('a file without a named column, with both kinds of money in a line, or with a broken balance says so', () => {
  const format: StatementFormat = { date: 'Date', in: 'In', out: 'Out', balance: 'Balance' };
  expect(read('Date,In,Balance\n20/11/2026,1,1', format).problems).toEqual([
    { line: 1, problem: 'COLUMNS', text: 'date, in, out, balance' },
  ]);
  expect(read('Date,In,Balance\n20/11/2026,1,1', { ...format, headerLine: 1 }).problems).toEqual([
    { line: 1, problem: 'COLUMNS', text: 'out' },
  ]);
  expect(
    read('Date,In,Out,Balance\n20/11/2026,1,2,3\n20/11/2026,1,,x', format).problems.map(
      ({ line, problem }) => [line, problem],
    ),
  ).toEqual([
    [2, 'AMOUNT'],
    [3, 'BALANCE'],
  ]);
});

test('the balance at the end of each day is its newest line’s in files of either order', () => {
  const format: StatementFormat = { headerLine: 0, date: 0, amount: 1, balance: 2 };
  const up = ['19/11/2026,10,10', '20/11/2026,5,15', '20/11/2026,-3,12'];
  const told = (rows: string[]) =>
    read(rows.join('\n'), format).closings.map(({ at, balance }) => [at.toISOString(), balance]);
  const [first, last] = [
    ['2026-11-19T16:59:59.999Z', 1_000n],
    ['2026-11-20T16:59:59.999Z', 1_200n],
  ];
  for (const rows of [up, up.toReversed()]) expect(told(rows), rows.join(' ')).toEqual([first, last]);
  for (const rows of [up.slice(1), up.slice(1).toReversed()]) expect(told(rows)).toEqual([last]);
  expect(read('20/11/2026,1,', format).closings).toEqual([]);
});
