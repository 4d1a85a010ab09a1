import { expect, test } from 'vitest';
import {
  amountText,
  bahtParts,
  bahtText,
  isFigure,
  shortAmountText,
  signedBahtText,
  wholeText,
} from './money.ts';

test('FMT-01 the number filter shows two decimals, or a dash for what is no number', () => {
  expect(amountText(1234567.5)).toBe('1,234,567.50');
  expect(amountText(0)).toBe('0.00');
  expect([undefined, null, 'x', Number.NaN, Number.POSITIVE_INFINITY].map(amountText)).toEqual(
    Array(5).fill('-'),
  );
});

test('FMT-01 amounts stand as the language of the figures writes them, whatever their length', () => {
  const reference = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  for (const satang of [1, 99, 100, 99_999, 100_000, 123_456_789, 98_765_432_198, 900_719_925_474_099])
    for (const baht of [satang / 100, -satang / 100])
      expect(amountText(baht)).toBe(reference.format(baht).replace('-', '\u2212'));
});

test('FMT-01 the decimal filter shows no decimals', () => {
  expect(wholeText(125000)).toBe('125,000');
  expect(wholeText(-1_234_567.4)).toBe('\u22121,234,567');
  expect(wholeText(999.5)).toBe('1,000');
  expect(wholeText(undefined)).toBe('-');
});

test('DEP-10 a short amount keeps its satang', () => {
  expect([1_000, 1_234.5, undefined].map(shortAmountText)).toEqual(['1,000', '1,234.50', '-']);
});

test('STM-02 amounts carry a true minus sign, plus only where it is asked for', () => {
  expect(signedBahtText(500, '+')).toBe('+฿500.00');
  expect(signedBahtText(2000, '-')).toBe('\u2212฿2,000.00');
  expect(signedBahtText(1000, '')).toBe('฿1,000.00');
  expect(bahtText(-20)).toBe('\u2212฿20.00');
  expect(bahtText(null)).toBe('-');
});

test('STM-02 there is no minus before zero', () => {
  expect(signedBahtText(0, '-')).toBe('฿0.00');
  expect([-0, -0.001, -0.004].map(amountText)).toEqual(['0.00', '0.00', '0.00']);
  expect([-0, -0.4].map(wholeText)).toEqual(['0', '0']);
  expect([bahtText(-0.001), bahtText(-0.005 - 0.001), wholeText(-10)]).toEqual([
    '฿0.00',
    '\u2212฿0.01',
    '\u221210',
  ]);
});

test('a large figure falls into baht and satang', () => {
  expect(bahtParts(12580.75)).toEqual({ whole: '12,580', satang: '.75' });
});

test('a text without letters is a figure, which no translator need read', () => {
  for (const text of ['฿1,250.00', '\u2212฿20.00', '₭325,000', '3/12', '-', 7])
    expect([text, isFigure(text)]).toEqual([text, true]);
  for (const text of ['฿20 ต่อวัน', 'KBANK 123', '1 ມື້', null])
    expect([text, isFigure(text)]).toEqual([text, false]);
});
