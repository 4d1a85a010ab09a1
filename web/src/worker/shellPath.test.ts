import { expect, test } from 'vitest';
import { shellPathOf } from './shellPath.ts';

const ORIGIN = 'https://app.example.com';
const FILES = new Set(['/', '/boot.js', '/assets/index-1.js']);

const pathOf = (path: string, mode = 'cors', method = 'GET') =>
  shellPathOf({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, FILES);

test('every page is answered by the one page of the shell, files of the build by themselves', () => {
  expect(pathOf('/user/home', 'navigate')).toBe('/');
  expect(pathOf('/register?code=PR1', 'navigate')).toBe('/');
  expect(pathOf('/howto', 'navigate')).toBe('/');
  expect(pathOf('/assets/index-1.js')).toBe('/assets/index-1.js');
});

test.each([
  '/api/wallet',
  '/api/lookup/active',
  '/media/slips/1?signature=2',
  '/media/providers/x-logo.svg',
  '/socket.io/?EIO=4',
  '/videos/wallet.th.webm',
  '/docs',
  '/readyz',
  '/assets/of-another-build.js',
])('%s is left to the network, as a page too', (path) => {
  expect(pathOf(path)).toBeNull();
  expect(pathOf(path, 'navigate')).toBeNull();
});

test('another origin and a call that changes something are left to the network', () => {
  expect(pathOf('https://elsewhere.example/boot.js')).toBeNull();
  expect(pathOf('/', 'navigate', 'POST')).toBeNull();
});
