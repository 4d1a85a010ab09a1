import { expect, test } from 'vitest';
import { saysNothing } from './saysNothing.ts';

test.each([
  ['', '', true],
  ['', '<p> &nbsp;</p><br>', true],
  ['', '<p>Invite</p>', false],
  ['/media/banners/banner-friend.svg', '', false],
])('HOM-10 a banner with the picture %j and the words %j', (image, html, expected) => {
  expect(saysNothing({ image, html })).toBe(expected);
});
