import { expect, test } from 'vitest';
import { joinedTexts } from './joinedTexts.ts';

test('the compounds of Thai and Lao texts are held together, wherever they stand; other words are not', () => {
  const text = { th: '<p>สิ้นสุด</p>', la: 'ທີມງານ', en: 'The team' };
  expect(joinedTexts({ name: 'สิ้นสุด', amount: 1, none: null, rows: [text] })).toEqual({
    name: 'สิ้นสุด',
    amount: 1,
    none: null,
    rows: [{ th: '<p>สิ้น\u2060สุด</p>', la: 'ທີມ\u2060ງານ', en: 'The team' }],
  });
});
