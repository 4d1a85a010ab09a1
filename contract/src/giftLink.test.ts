import { expect, test } from 'vitest';
import { decryptGiftLink, encryptGiftLink, giftLinkHash } from './giftLink.ts';

const LINK = 'https://gift.truemoney.com/campaign/?v=abcDEF0123456789';

test('DEP-04 a gift link encrypted on the client is read by the server', async () => {
  const encrypted = await encryptGiftLink(LINK);
  expect(encrypted).not.toContain('truemoney');
  expect(await decryptGiftLink(encrypted)).toBe(LINK);
});

test('DEP-04 what the fixed key did not make is refused', async () => {
  const encrypted = await encryptGiftLink(LINK);
  const tampered = `${encrypted.startsWith('A') ? 'B' : 'A'}${encrypted.slice(1)}`;
  for (const text of ['', 'x', LINK, '%%%', tampered]) expect(await decryptGiftLink(text)).toBeNull();
});

test.each([
  [LINK, 'abcDEF0123456789'],
  ['http://gift.truemoney.com/campaign/?v=abcDEF0123456789', null],
  ['https://gift.truemoney.com.evil.example/campaign/?v=abcDEF0123456789', null],
  ['https://gift.truemoney.com@evil.example/?v=abcDEF0123456789', null],
  ['https://gift.truemoney.com:444/campaign/?v=abcDEF0123456789', null],
  ['https://gift.truemoney.com/campaign/?v=short', null],
  ['https://gift.truemoney.com/campaign/?v=abcDEF012345678%20', null],
  ['no link', null],
])('DEP-04 %s has the hash %s', (link, hash) => {
  expect(giftLinkHash(link)).toBe(hash);
});
