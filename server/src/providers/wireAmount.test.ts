import { expect, test } from 'vitest';
import { satangFromWire } from './wireAmount.ts';

test.each([
  [1500, 150_000n],
  [0.29, 29n],
  [1.1, 110n],
  [1234567.89, 123_456_789n],
  [-5, -500n],
  [0.295, null],
  [1e21, null],
  [Number.NaN, null],
  ['1500', 150_000n],
  ['1500.5', 150_050n],
  ['1500.50', 150_050n],
  ['1500.5000', 150_050n],
  ['1500.505', null],
  // Makers that format for people.
  ['1,500.00', 150_000n],
  ['1,234,567.89', 123_456_789n],
  ['1,500', null],
  ['1,500.0', null],
  ['1500,50', null],
  ['15,00.00', null],
  ['1,500.000', null],
  [',500.00', null],
  ['0,500.00', null],
  ['-5.00', null],
  ['1e3', null],
  ['', null],
  [' 5', null],
  [null, null],
  [undefined, null],
  [{ amount: 5 }, null],
])('DEP-05 a maker’s amount %s is %s satang', (amount, satang) => {
  expect(satangFromWire(amount)).toBe(satang);
});
