import { expect, test } from 'vitest';
import { bankCodeOfNumber, isBankAccountNumber } from './banks.ts';

test.each([
  ['KBANK', '1234567890', true],
  ['KBANK', '123456789', false],
  ['KBANK', '12345678901', false],
  ['GSB', '123456789012', true],
  // 12 of GSB, 14 of TISCO, 10 of KKP: https://github.com/mrwan200/bank-account-formatter, src/utils/format-pattern.ts.
  // 15 of GSB and GHB, 10 of TISCO, 14 of KKP, 12 of ISBT: one source, https://github.com/OCA/l10n-thailand,
  // l10n_th_bank_payment_export; see docs/connections/payout-formats.md.
  ['GSB', '123456789012345', true],
  ['GSB', '1234567890123', false],
  ['GHB', '123456789012', true],
  ['GHB', '123456789012345', true],
  ['TISCO', '12345678901234', true],
  ['TISCO', '1234567890', true],
  ['TISCO', '123456789012', false],
  ['KKP', '1234567890', true],
  ['KKP', '12345678901234', true],
  ['ISBT', '1234567890', true],
  ['ISBT', '123456789012', true],
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
