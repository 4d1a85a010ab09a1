import { expect, test } from 'vitest';
import { problemsOf } from './catalogues.ts';

test('I18-01 a missing, an empty and a mismatched translation are each found', () => {
  const wrong = {
    th: { a: 'ก', b: ' ', c: '{count} ก' },
    la: { b: 'ຂ', c: '{amount} ກ' },
    en: { a: 'a', b: 'b', c: '{count, plural, one {# a} other {# as}}' },
  };
  expect(problemsOf(wrong)).toEqual([
    'a is missing in la',
    'b is empty in th',
    'c has other placeholders in la (amount) than in en (count)',
  ]);
});
