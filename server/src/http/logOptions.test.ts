import { expect, test } from 'vitest';
import { loggableUrl } from './logOptions.ts';

test.each([
  ['/api/autoLogin/pg/km10482mali/Kx48-mali-70', '/api/autoLogin/pg/km10482mali/[redacted]'],
  ['/api/AutoLogin/pg/km10482mali/secret?a=1', '/api/AutoLogin/pg/km10482mali/[redacted]?a=1'],
  ['/api/autoLogin/pg/km10482mali/sec/ret', '/api/autoLogin/pg/km10482mali/[redacted]'],
  ['/api/autoLogin/pg//secret', '/api/autoLogin/pg//[redacted]'],
  ['/api/autoLogin/pg/km10482mali', '/api/autoLogin/pg/km10482mali'],
  ['/media/slips/1?expires=5&signature=abc', '/media/slips/1?expires=5&signature=[redacted]'],
  ['/api/wallet', '/api/wallet'],
])('GAM-03 no password or signature of %s reaches a log', (url, logged) => {
  expect(loggableUrl(url)).toBe(logged);
});
