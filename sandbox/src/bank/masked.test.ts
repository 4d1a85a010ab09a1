import { expect, test } from 'vitest';
import { maskSender } from './masked.ts';

test.each([
  ['SOMCHAI JAIDEE', 'SOMCHAI J***'],
  ['MR. SOMCHAI JAIDEE', 'MR. SOMCHAI J***'],
  ['ว่าที่ ร.ต. สมชาย ใจดี', 'ว่าที่ ร.ต. สมชาย ใ***'],
  ['นายสมชาย ใจดี', 'นายสมชาย ใ***'],
  ['SOMCHAI', 'SOMCHAI'],
])('%s is shown as %s', (name, shown) => {
  expect(maskSender('1234531090', name).displayName).toBe(shown);
});
