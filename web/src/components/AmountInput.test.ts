import { expect, test } from 'vitest';
import { amountFormat, amountOf } from './AmountInput.tsx';

test('an amount field takes digits with at most two decimals, pasted in any spelling, and refuses anything else', () => {
  for (const typed of ['1,250.5', '฿1,250.5', ' ๑,๒๕๐.๕ บาท', '໑໒໕໐.໕ ບາດ', '01250.5', '1250.5 THB'])
    expect(amountFormat.read(typed)).toBe('1250.5');
  expect(amountFormat.read('')).toBe('');
  for (const typed of ['500.-', '500-', '๕๐๐.–', '5\u200b00 .-'])
    expect(amountFormat.read(typed)).toBe('500');
  for (const typed of ['1.234', '-5', '1e3', 'abc', '1.2.3', '1234567890'])
    expect(amountFormat.read(typed)).toBeNull();
});

test('an empty amount counts as zero', () => {
  expect(['', '.', '0.5', '100'].map(amountOf)).toEqual([0, 0, 0.5, 100]);
});
