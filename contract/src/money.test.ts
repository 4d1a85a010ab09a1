import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bahtFromSatang, bahtText, satangFromBaht } from './money.ts';

test.each([
  [0, 0n],
  [1, 100n],
  [0.1, 10n],
  [0.29, 29n],
  [1.15, 115n],
  [-2.5, -250n],
  [12580.75, 1_258_075n],
  [Number.MAX_SAFE_INTEGER / 100, 9_007_199_254_740_990n],
])('%d baht is read exactly', (baht, satang) => {
  expect(satangFromBaht(baht)).toBe(satang);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.001, 0.1 + 0.2, 1e-7, 1e21, Number.MAX_SAFE_INTEGER])(
  '%d is no amount of baht and satang',
  (baht) => {
    expect(satangFromBaht(baht)).toBeNull();
  },
);

test('every amount survives the wire', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 13n), 10n ** 13n), (satang) => {
      expect(satangFromBaht(JSON.parse(JSON.stringify(bahtFromSatang(satang))))).toBe(satang);
      expect(satangFromBaht(Number(bahtText(satang)))).toBe(satang);
    }),
  );
});

test('satang are written with two decimals', () => {
  expect(bahtText(0n)).toBe('0.00');
  expect(bahtText(5n)).toBe('0.05');
  expect(bahtText(-12_050n)).toBe('-120.50');
});
