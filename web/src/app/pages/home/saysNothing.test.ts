import { expect, test } from 'vitest';
import { saysNothing } from './saysNothing.ts';

test.each([
  ['', '', true],
  ['', '<p> &nbsp;</p><br>', true],
  ['', '<p>Invite</p>', false],
  ['', '<p><IMG src="/media/banners/friend.png"></p>', false],
  ['', '<svg viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>', false],
  ['', '<picture><source srcset="/media/friend.webp"></picture>', false],
  ['', '<video src="/media/friend.mp4"></video>', false],
  ['', '<image-frame></image-frame>', true],
  ['/media/banners/banner-friend.svg', '', false],
])('HOM-10 a banner with the picture %j and the words %j', (image, html, expected) => {
  expect(saysNothing({ image, html })).toBe(expected);
});
