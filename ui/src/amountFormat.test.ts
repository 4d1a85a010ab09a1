import { expect, test } from 'vitest';
import { amountFormat, amountProblem, signedAmountFormat, withPoint } from './amountFormat.ts';

test('an amount field takes digits with at most two decimals, pasted in any spelling, and refuses anything else', () => {
  for (const typed of ['1,250.5', '฿1,250.5', ' ๑,๒๕๐.๕ บาท', '໑໒໕໐.໕ ບາດ', '01250.5', '1250.5 THB'])
    expect(amountFormat.read(typed)).toBe('1250.5');
  expect(amountFormat.read('')).toBe('');
  for (const typed of ['500.-', '500-', '๕๐๐.–', '5\u200b00 .-'])
    expect(amountFormat.read(typed)).toBe('500');
  for (const typed of ['1.234', '-5', '1e3', 'abc', '1.2.3', '1234567890'])
    expect(amountFormat.read(typed)).toBeNull();
});

// The decimal mark of Lao is a comma: Unicode CLDR, common/main/lo.xml, symbols of latn.
test.each([
  ['100,50', '100.50'],
  ['0,50', '0.50'],
  ['1000,5', '1000.5'],
  ['12,34', '12.34'],
  ['໑໐໐,໕໐ ກີບ', '100.50'],
  [',5', '.5'],
  ['1.250,50', '1250.50'],
  ['1,250,50', '1250.50'],
  ['1,250', '1250'],
  ['1,250,000', '1250000'],
  ['1,250,000.75', '1250000.75'],
])('%s is %s: one or two digits behind one last comma are decimals, three are a group', (typed, amount) => {
  expect(withPoint(amountFormat.read(typed) ?? '')).toBe(amount);
});

test.each([
  '1000,500',
  '0,500',
  '1.234',
  '1.234.567',
  '1,2345',
  '12,34,567',
  '1,23.4',
  '1.23,4',
  '1,250.505',
  '1,2,3',
])('%s may be two amounts: it is refused, and told', (typed) => {
  expect(amountFormat.read(typed)).toBeNull();
  expect(amountProblem({ text: typed, isTyped: false })).toBe('money.twoAmounts');
});

test('a text that is no amount is told as that, and a key that no amount has is not', () => {
  for (const text of ['abc', '-5', '1e3', '100,50', '1,250']) {
    expect(amountProblem({ text, isTyped: false })).toBe('money.noAmount');
    expect(amountProblem({ text: '12x', isTyped: true })).toBeNull();
  }
});

test.each(['1000,500', '0,500', '12.507', '-0,500', '12,5,'])(
  '%s is refused and told, if keys made it',
  (text) => {
    expect(signedAmountFormat.read(text, true)).toBeNull();
    expect(amountProblem({ text, isTyped: true })).toBe('money.twoAmounts');
  },
);
