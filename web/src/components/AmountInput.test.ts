import { expect, test } from 'vitest';
import { amountOf, cleanAmount } from './AmountInput.tsx';

test('an amount field takes digits with at most two decimals and keeps what stood before anything else', () => {
  expect(cleanAmount('1,250.5', '')).toBe('1250.5');
  expect(cleanAmount('007', '')).toBe('7');
  expect(cleanAmount('', '5')).toBe('');
  for (const typed of ['1.234', '-5', '1e3', 'abc', '1.2.3', '1234567890'])
    expect(cleanAmount(typed, '12')).toBe('12');
});

test('an empty amount counts as zero', () => {
  expect(['', '.', '0.5', '100'].map(amountOf)).toEqual([0, 0, 0.5, 100]);
});
