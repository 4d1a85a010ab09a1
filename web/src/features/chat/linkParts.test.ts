import { expect, test } from 'vitest';
import { linkParts, safeLink } from './linkParts.ts';

test('CHT-09 addresses in a text become links, the words around them stay words', () => {
  expect(linkParts('ดูที่ https://krapao.example/howto?x=1, ขอบคุณค่ะ')).toEqual([
    { text: 'ดูที่ ' },
    { text: 'https://krapao.example/howto?x=1', href: 'https://krapao.example/howto?x=1' },
    { text: ', ขอบคุณค่ะ' },
  ]);
  expect(linkParts('javascript:alert(1) <b>x</b>')).toEqual([{ text: 'javascript:alert(1) <b>x</b>' }]);
  expect(linkParts('')).toEqual([]);
});

test.each([
  ['https://a.example', 'https://a.example'],
  ['/user/bonus', '/user/bonus'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
])('a button may lead to %s: %s', (address, href) => {
  expect(safeLink(address)).toBe(href);
});
