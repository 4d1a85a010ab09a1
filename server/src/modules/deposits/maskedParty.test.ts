import { expect, test } from 'vitest';
import { compareNumber, compareSender, contradictsName } from './maskedParty.ts';

test.each([
  ['xxx-x-x3109-x', '1234531090', 'match'],
  ['xxx-x-x3109-x', '9999931098', 'match'],
  ['xxx-x-x3109-x', '1234531190', 'no_match'],
  ['XXXXXXX3109X', '123456731090', 'match'],
  ['******5678', '0812345678', 'match'],
  ['xxx-x-x3109-x', '12345310901', 'indeterminate'],
  ['xxxxxxxx90', '1234531090', 'indeterminate'],
  ['xxxxxxxx91', '1234531090', 'no_match'],
  ['', '1234531090', 'indeterminate'],
  ['KRAPAO', '123456', 'indeterminate'],
] as const)('DEP-05 the masked number %s against %s is %s', (masked, whole, result) => {
  expect(compareNumber(masked, whole)).toBe(result);
});

test.each([
  ['SOMCHAI J***', 'SOMCHAI JAIDEE', false],
  ['MR. SOMCHAI J***', 'Somchai Jaidee', false],
  ['นาย สมชาย ใ***', 'SOMCHAI JAIDEE', false],
  ['นาย สมชาย ใ***', 'สมชาย ใจดี', false],
  ['นาย สมศักดิ์ ใ***', 'สมชาย ใจดี', true],
  ['SOMSAK J***', 'SOMCHAI JAIDEE', true],
  ['SOMCHAI K***', 'SOMCHAI JAIDEE', true],
  ['SOMC***', 'SOMCHAI JAIDEE', false],
  ['', 'SOMCHAI JAIDEE', false],
] as const)('DEP-05 the masked name %s against %s contradicts: %s', (masked, name, result) => {
  expect(contradictsName(masked, name)).toBe(result);
});

test('DEP-05 a sender needs the bank, the digits and a name that does not contradict', () => {
  const account = {
    bank_code: 'KBANK',
    bank_account_no: '1234531090',
    bank_account_name: 'SOMCHAI JAIDEE',
  };
  const sender = { displayName: 'SOMCHAI J***', account: 'xxx-x-x3109-x', proxy: null };
  expect(compareSender(sender, 'KBANK', account)).toBe('match');
  expect(compareSender(sender, 'SCB', account)).toBe('no_match');
  expect(compareSender(sender, undefined, account)).toBe('indeterminate');
  expect(compareSender({ ...sender, account: null }, 'KBANK', account)).toBe('indeterminate');
  expect(compareSender({ ...sender, displayName: 'MALEE J***' }, 'KBANK', account)).toBe('indeterminate');
});
