import { expect, test } from 'vitest';
import { isWebLink } from './launch.ts';

test('GAM-03 only absolute web addresses are opened', () => {
  expect(isWebLink('https://game.example/launch?t=1')).toBe(true);
  expect(isWebLink('http://127.0.0.1:8090/play')).toBe(true);
  for (const link of [
    null,
    '',
    '/play',
    '//game.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:x',
  ])
    expect(isWebLink(link)).toBe(false);
});
