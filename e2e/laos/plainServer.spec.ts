import { test } from '@playwright/test';
import { walkPlain } from '../src/walkPlain.ts';

test('VAR-01 API-01 every screen and dialog works before a server that speaks the specification alone', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await walkPlain(page, 'laos', false);
});
