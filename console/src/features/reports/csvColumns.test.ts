import { expect, test } from 'vitest';
import { guessMapping } from './csvColumns.ts';

const columns = (...cells: string[]) => ({ lines: 2, headerLine: 1, rows: [{ line: 1, cells }] });
const FIELDS = ['date', 'time', 'amount', 'reference', 'senderName', 'senderAccount', 'senderBank'] as const;

test('columns are guessed by their names in any of the languages, each once', () => {
  expect(
    guessMapping(
      columns('วันที่', 'เวลา', 'ถอน', 'เงินเข้า', 'เลขอ้างอิง', 'บัญชีผู้โอน', 'ธนาคาร', 'ชื่อบัญชีผู้โอน'),
      FIELDS,
    ),
  ).toEqual({
    date: 0,
    time: 1,
    amount: 3,
    reference: 4,
    senderAccount: 5,
    senderBank: 6,
    senderName: 7,
  });
  expect(guessMapping(columns('Date', 'Deposit', 'Ref no.'), FIELDS)).toEqual({
    date: 0,
    amount: 1,
    reference: 2,
  });
  expect(guessMapping(columns('ວັນທີ', 'ຈຳນວນເງິນ', 'ເລກອ້າງອີງ'), FIELDS)).toEqual({
    date: 0,
    amount: 1,
    reference: 2,
  });
  expect(guessMapping(columns('a', 'b'), FIELDS)).toEqual({});
});
