import { test } from '../src/calm.ts';
import { walkPlain } from '../src/walkPlain.ts';

test('API-01 HOM-01 every screen and dialog works before a server that speaks the specification alone, of another origin', async ({
  page,
}) => {
  await walkPlain(page, 'thailand', true);
});
