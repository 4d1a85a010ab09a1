import { expect, test } from 'vitest';
import { isSignedSlipLink, signSlipLink } from './slipLink.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = new Date('2026-11-21T06:00:00Z');

test('STM-05 a signed link holds for its slip, for five minutes, under our key', () => {
  const url = new URL(signSlipLink(KEY, 'abc', NOW), 'http://x');
  const link = Object.fromEntries(url.searchParams);
  expect(url.pathname).toBe('/media/slips/abc');
  expect(isSignedSlipLink(KEY, 'abc', link, NOW)).toBe(true);
  expect(isSignedSlipLink(KEY, 'abc', link, new Date(NOW.getTime() + 299_000))).toBe(true);
  expect(isSignedSlipLink(KEY, 'abc', link, new Date(NOW.getTime() + 301_000))).toBe(false);
  expect(isSignedSlipLink(KEY, 'abd', link, NOW)).toBe(false);
  expect(isSignedSlipLink(Buffer.alloc(32, 8), 'abc', link, NOW)).toBe(false);
  expect(isSignedSlipLink(KEY, 'abc', { ...link, expires: String(Number(link.expires) + 1) }, NOW)).toBe(
    false,
  );
  expect(isSignedSlipLink(KEY, 'abc', {}, NOW)).toBe(false);
});
