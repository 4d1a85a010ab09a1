import { expect, test } from 'vitest';
import { shortAddress } from '../modules/auth/openSession.ts';
import { deviceOf, storedUserAgent } from './device.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

test.each([
  [ANDROID, 'mobile', 'Chrome', 'Android'],
  [`${ANDROID} Line/15.2.0/IAB`, 'mobile', 'LINE', 'Android'],
  [`${ANDROID} SamsungBrowser/29.0`, 'mobile', 'Samsung Internet', 'Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'mobile',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'desktop',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'desktop',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'Firefox', 'Linux'],
  ['curl/8.5.0', 'other', '', ''],
  ['', 'other', '', ''],
])('a session names the device of %s', (userAgent, kind, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ kind, browser, system });
});

test('a user agent is stored without control characters and no longer than the column', () => {
  expect(storedUserAgent(undefined)).toBe('');
  expect(storedUserAgent(`a\u0000\u001b[31mb${'x'.repeat(500)}`)).toBe(`a[31mb${'x'.repeat(194)}`);
});

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3::9', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
])('the address %s is shown as %s', (ip, shown) => expect(shortAddress(ip)).toBe(shown));
