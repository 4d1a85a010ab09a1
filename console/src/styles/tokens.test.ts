import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the design’s tokens are the member app’s', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  expect(read('tokens.css')).toBe(read('../../../web/src/styles/tokens.css'));
});
