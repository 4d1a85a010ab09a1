import { expect, test } from 'vitest';
import {
  accountNumberText,
  ageOf,
  amountText,
  bahtParts,
  bahtText,
  countdownText,
  dateText,
  dateTimeText,
  phoneText,
  signedBahtText,
  wholeText,
} from './format.ts';

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

test('STM-02 amounts carry a true minus sign, plus only where it is asked for', () => {
  expect(signedBahtText(500, '+')).toBe('+฿500.00');
  expect(signedBahtText(2000, '-')).toBe('\u2212฿2,000.00');
  expect(signedBahtText(1000, '')).toBe('฿1,000.00');
  expect(bahtText(-20)).toBe('\u2212฿20.00');
  expect(bahtText(null)).toBe('-');
});

test('a large figure falls into baht and satang', () => {
  expect(bahtParts(12580.75)).toEqual({ whole: '12,580', satang: '.75' });
});

test('STM-02 times are DD/MM/YYYY HH:mm:ss in Bangkok, in the Gregorian calendar', () => {
  expect(dateTimeText('2026-12-31T17:00:01.999Z')).toBe('01/01/2027 00:00:01');
  expect(dateText('2025-03-02T16:59:59Z')).toBe('02/03/2025');
  expect(dateTimeText('nonsense')).toBe('-');
});

test('STM-07 ages use years of 365 days, months of 30 days, days, hours, minutes, seconds', () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const after = (seconds: number) => ageOf('2026-01-01T00:00:00Z', start + seconds * 1000);
  const day = 86_400;
  expect(after(59)).toEqual({ unit: 'second', count: 59 });
  expect(after(60)).toEqual({ unit: 'minute', count: 1 });
  expect(after(3_599)).toEqual({ unit: 'minute', count: 59 });
  expect(after(day - 1)).toEqual({ unit: 'hour', count: 23 });
  expect(after(30 * day - 1)).toEqual({ unit: 'day', count: 29 });
  expect(after(30 * day)).toEqual({ unit: 'month', count: 1 });
  expect(after(365 * day - 1)).toEqual({ unit: 'month', count: 12 });
  expect(after(730 * day)).toEqual({ unit: 'year', count: 2 });
  expect(after(0)).toBeNull();
  expect(after(-5)).toBeNull();
});

test('FMT-01 PRO-01 account numbers are masked 3-3-rest only when they have exactly 10 digits', () => {
  expect(accountNumberText('1234567890')).toBe('123-456-7890');
  expect(accountNumberText('123456789')).toBe('123456789');
  expect(accountNumberText('123456789012')).toBe('123456789012');
});

test('phone numbers are grouped for reading while they are typed', () => {
  expect(['0', '0890', '08900012', '0890001234', '02055123456'].map(phoneText)).toEqual([
    '0',
    '089 0',
    '089 000 12',
    '089 000 1234',
    '020 5512 3456',
  ]);
});

test('a countdown never goes below zero', () => {
  expect([900_000, 59_001, 1, 0, -5].map(countdownText)).toEqual([
    '15:00',
    '01:00',
    '00:01',
    '00:00',
    '00:00',
  ]);
});
