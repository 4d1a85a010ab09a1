import { expect, test } from 'vitest';
import { amountOf } from './AmountInput.tsx';

test('an empty amount counts as zero', () => {
  expect(['', '.', '0.5', '100'].map(amountOf)).toEqual([0, 0, 0.5, 100]);
});
