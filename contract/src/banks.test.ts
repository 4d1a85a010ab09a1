import { expect, test } from 'vitest';
import { bankCodeOfNumber, isBankAccountNumber } from './banks.ts';

test.each([
  ['KBANK', '1234567890', true],
  ['KBANK', '123456789', false],
  ['KBANK', '12345678901', false],
  ['GSB', '123456789012', true],
  ['TISCO', '12345678901234', true],
  ['ICBC', '123456789012', true],
  ['BCEL', '123456789', true],
  ['KBANK', '12345678x0', false],
  ['NOBANK', '1234567890', false],
  ['__proto__', '1234567890', false],
])('%s %s: %s', (bankCode, accountNo, isValid) => {
  expect(isBankAccountNumber(bankCode, accountNo)).toBe(isValid);
});

test("the sending bank of a slip is found by the Bank of Thailand's number", () => {
  expect(bankCodeOfNumber('004')).toBe('KBANK');
  expect(bankCodeOfNumber('999')).toBeUndefined();
});
