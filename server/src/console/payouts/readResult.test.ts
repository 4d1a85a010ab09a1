import { expect, test } from 'vitest';
import { USUAL_RESULT } from '../../modules/withdrawals/batch/resultReading.ts';
import { readResult } from './readResult.ts';

const HEAD = 'Reference,Account,Amount,Status';
const read = (...lines: string[]) => readResult(lines.join('\r\n'), USUAL_RESULT, {}, new Set());

test('WDR-01 a bank’s answer of several pages has every payment of ours, also one above the head, and repeated heads say nothing', () => {
  const { lines } = read(
    'Fiction Bank,,,',
    'P12L1,1112223334,100.00,Success',
    HEAD,
    'P12L2,1112223335,200.00,Success',
    'Page 2,,,',
    HEAD,
    'P12L3,1112223336,300.00,Rejected',
  );
  expect(lines.map(({ line, reference, outcome }) => [line, reference, outcome])).toEqual([
    [2, 'P12L1', 'paid'],
    [4, 'P12L2', 'paid'],
    [7, 'P12L3', 'refused'],
  ]);
});

test('WDR-01 mixed line ends lose no payment of a bank’s answer', () => {
  const rows = ['P12L1,1112223334,100.00,Success', 'P12L2,1112223335,200.00,Success'];
  const { lines } = readResult(`${HEAD}\r\n${rows[0]}\n${rows[1]}\r\n`, USUAL_RESULT, {}, new Set());
  expect(lines.map(({ line }) => line)).toEqual([2, 3]);
});

test('WDR-01 an answer with a payment of ours within a quote that should not be there is refused', () => {
  const lines = ['P12L1,1112223334,100.00,Success,"', 'P12L2,1112223335,200.00,Success,"'];
  expect(() => read(`${HEAD},Words`, ...lines)).toThrow('line 2: QUOTES');
});

test.each([
  ['at its begin', '"A,P12L1,1112223334,Success', 'B",P12L2,1112223335,Success'],
  ['at its begin, beside nothing', '"A,P12L1,1112223334,Success', 'B",,,'],
  ['at its end', 'P12L1,1112223334,Success,"x', 'P12L2",1112223335,Success,y'],
])('WDR-01 a payment of ours in a cell of two lines, %s, refuses the answer', (_, ...lines) => {
  expect(() => read('Words,Reference,Account,Status', ...lines)).toThrow('line 2: QUOTES');
});

test('WDR-01 a bank’s words of two lines beside a payment of ours are read', () => {
  const { lines } = read(`${HEAD},Words`, 'P12L1,1112223334,100.00,Success,"Paid', 'by the bank"');
  expect(lines).toMatchObject([{ line: 2, reference: 'P12L1', outcome: 'paid' }]);
});
