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
