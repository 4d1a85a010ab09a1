import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

/** The server's files, except the kit and tests, that contain the pattern. */
async function filesWith(pattern: RegExp): Promise<string[]> {
  const names = (await readdir(SOURCE, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/^(jobs|fire|testing)\//.test(name),
  );
  const found = await Promise.all(
    names.map(async (name) => (pattern.test(await readFile(join(SOURCE, name), 'utf8')) ? [name] : [])),
  );
  return found.flat().sort();
}

test('KRAPAO_LEASE_SECONDS rules every lease: none is written into a module', async () => {
  expect(await filesWith(/\bLEASE\b|due_at\W[^\n]*\+ interval '|claim \+ 1/)).toEqual([]);
});

test('rows that wait for a node are claimed by the kit alone', async () => {
  const claims = /due_at[^;]{0,300}skip ?locked/i;
  expect('select id from slip where due_at <= now() for update skip locked').toMatch(claims);
  expect(await filesWith(claims)).toEqual([]);
});
