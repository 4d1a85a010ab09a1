import { expect, test } from 'vitest';
import { figureOf } from './figureOf.ts';

test.each([
  ['สมาชิกใหม่ 100%', '100%'],
  ['ຝາກທຸກວັນຮັບ 2.5 %', '2.5 %'],
  ['ครบ 7 วัน ฿1,500', '฿1,500'],
  ['ฟรี ฿5', '฿5'],
  ['Seven days', null],
  ['7 days', null],
])('BON-03 the figure of "%s" is %s', (name, figure) => {
  expect(figureOf(name)).toBe(figure);
});
