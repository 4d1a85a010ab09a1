import { expect, test } from 'vitest';
import { kipText, moneyText, rateText } from './kip.ts';

test('SAFE-21 an amount carries its currency; kip stand without decimals, except where a bank named hundredths', () => {
  expect([325_000, -20, 10.5, 0].map(kipText)).toEqual(['₭325,000', '\u2212₭20', '₭10.50', '₭0']);
  expect(kipText(null)).toBe('-');
  expect([moneyText(325_000, 'LAK'), moneyText(500, 'THB')]).toEqual(['₭325,000', '฿500.00']);
});

test('a rate has decimals only where it needs them', () => {
  expect([650, 1_650.5].map(rateText)).toEqual(['650', '1,650.5']);
});
