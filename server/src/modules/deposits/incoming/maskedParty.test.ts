import { expect, test } from 'vitest';
import { compareNumber, compareSender } from './maskedParty.ts';

test.each([
  ['xxx-x-x3109-x', '1234531090', 'match'],
  ['xxx-x-x3109-x', '9999931098', 'match'],
  ['xxx-x-x3109-x', '1234531190', 'no_match'],
  ['XXXXXXX3109X', '123456731090', 'match'],
  ['******5678', '0812345678', 'match'],
  ['xxx-xxx-5678', '0812345678', 'match'],
  // Masks that are shorter or longer than the number count from the right.
  ['x-5678', '1234535678', 'match'],
  ['X5678', '1234535679', 'no_match'],
  ['5678', '1234535678', 'match'],
  ['XXXXXXXX3109X', '1234531090', 'match'],
  ['xxx-x-x3109-x', '12345310901', 'no_match'],
  ['xxx-x-x3109-x', '120123431090', 'match'],
  // Leading digits stay where they are, however long the mask.
  ['1234****5678', '1234535678', 'match'],
  ['1235****5678', '1234535678', 'no_match'],
  ['123-4-xxxxx-x', '1234535678', 'match'],
  ['001234535678', '1234535678', 'match'],
  ['011234535678', '1234535678', 'no_match'],
  ['•••• 5678', '1234535678', 'match'],
  ['xxx-x-x๓๑๐๙-x', '1234531090', 'match'],
  ['xxxxxxxx90', '1234531090', 'indeterminate'],
  ['xxxxxxxx91', '1234531090', 'no_match'],
  ['', '1234531090', 'indeterminate'],
  ['xxx', '1234531090', 'indeterminate'],
  ['KRAPAO', '123456', 'indeterminate'],
] as const)('DEP-05 the masked number %s against %s is %s', (masked, whole, result) => {
  expect(compareNumber(masked, whole)).toBe(result);
});

test('DEP-05 a sender is a registered account by bank and digits, and another one by bank, digits or name', () => {
  const account = {
    bank_code: 'KBANK',
    bank_account_no: '1234531090',
    bank_account_name: 'SOMCHAI JAIDEE',
  };
  const sender = { displayName: 'SOMCHAI J***', account: 'xxx-x-x3109-x', proxy: null };
  expect(compareSender(sender, 'KBANK', account)).toBe('match');
  expect(compareSender(sender, 'SCB', account)).toBe('no_match');
  expect(compareSender(sender, undefined, account)).toBe('indeterminate');
  expect(compareSender({ ...sender, account: 'xxx-x-x3108-x' }, undefined, account)).toBe('no_match');
  expect(compareSender({ ...sender, account: null }, 'KBANK', account)).toBe('indeterminate');
  expect(compareSender({ ...sender, account: null }, 'SCB', account)).toBe('no_match');
  expect(compareSender({ ...sender, displayName: 'MALEE J***' }, 'KBANK', account)).toBe('no_match');
  expect(compareSender({ ...sender, displayName: 'นาย สมชาย ใ***' }, 'KBANK', account)).toBe('match');
});
