import { expect, test } from 'vitest';
import { describeCsv, readCsv } from './csvFile.ts';
import { readStatement } from './statementFile.ts';

const NOW = new Date('2026-11-21T12:00:00+07:00');
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
  const { incoming, leftAlone, problems } = readStatement(FILE, MAPPING, 'THB', NOW);
  expect(problems).toEqual([]);
  expect(leftAlone).toBe(2);
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
    '20/11/2569,10,',
    'Total,10,',
    '20/11/2569',
    '20/11/2569,10,1.2E+15',
  ].join('\r\n');
  const { problems, incoming } = readStatement(
    text,
    { headerLine: 1, date: 0, amount: 1, reference: 2 },
    'THB',
    NOW,
  );
  expect(incoming).toEqual([]);
  expect(problems.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'DATE'],
    [3, 'AMOUNT'],
    [4, 'DATE_FUTURE'],
    [5, 'REFERENCE'],
    [6, 'DATE'],
    [7, 'COLUMNS'],
    [8, 'REFERENCE'],
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
