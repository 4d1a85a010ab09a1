import { expect, test } from 'vitest';
import { decryptGiftLink, encryptGiftLink, giftLinkHash, giftLinkIn } from './giftLink.ts';

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
  ['https://gift.truemoney.com/other/?v=abcDEF0123456789', null],
  ['https://gift.truemoney.com/campaign?openExternalBrowser=1&v=abcDEF0123456789&x=%20', 'abcDEF0123456789'],
  [` ${LINK}`, null],
  ['no link', null],
])('DEP-04 %s has the hash %s', (link, hash) => {
  expect(giftLinkHash(link)).toBe(hash);
});

test.each([
  LINK,
  'https://gift.truemoney.com/other/?v=abcDEF0123456789',
  'https://gift.truemoney.com/campaign/?v=short',
  'https://gift.truemoney.com/campaign/?v=abcDEF0123456789_',
  'https://gift.truemoney.com/campaign/?x=a%20b&v=abcDEF0123456789',
  'https://gift.truemoney.com/campaign?v=abcDEF0123456789#top',
  'https://user@gift.truemoney.com/campaign/?v=abcDEF0123456789',
])('DEP-04 whole links read the same where they are pasted and where they are redeemed: %s', (link) => {
  const hash = giftLinkHash(link);
  expect(giftLinkIn(link)).toBe(hash && `https://gift.truemoney.com/campaign/?v=${hash}`);
});

test.each([
  LINK,
  ` ${LINK}\n`,
  `ฉันส่งซองของขวัญให้คุณ กดรับได้ที่ ${LINK} ภายใน 3 วัน`,
  `รับซองที่นี่\n${LINK}\n${LINK}`,
  `(${LINK})`,
  `${LINK}.`,
  `ซองของขวัญ${LINK}`,
  `Your gift:${LINK}`,
  LINK.replace('https', 'http'),
  LINK.replace('https://', ''),
  LINK.replace('https://gift', 'HTTPS://Gift'),
  LINK.replace('/?v', '?v'),
  LINK.replace('?v=', '?openExternalBrowser=1&v='),
  'abcDEF0123456789',
])('DEP-04 the one gift link is taken out of: %s', (text) => {
  expect(giftLinkIn(text)).toBe(LINK);
});

test.each([
  '',
  'ซองของขวัญ',
  `${LINK} ${LINK}x`,
  'https://gift.truemoney.com.evil.example/campaign/?v=abcDEF0123456789',
  'https://gift.truemoney.com@evil.example/campaign/?v=abcDEF0123456789',
  'https://evil.example/gift.truemoney.com/campaign/?v=abcDEF0123456789',
  'https://evil.example/?to=gift.truemoney.com/campaign/?v=abcDEF0123456789',
  'https://evil.example/https://gift.truemoney.com/campaign/?v=abcDEF0123456789',
  'https://not-gift.truemoney.com/campaign/?v=abcDEF0123456789',
  'ftp://gift.truemoney.com/campaign/?v=abcDEF0123456789',
  'https://gift.truemoney.com:444/campaign/?v=abcDEF0123456789',
  'https://gift.truemoney.com/campaign/?v=abcDEF012345678%20',
  'https://gift.truemoney.com/campaign/?v=short',
  '0812345678901234',
  'congratulations',
  'abc123',
])('DEP-04 no gift link, or more than one, is in: %s', (text) => {
  expect(giftLinkIn(text)).toBeNull();
});
