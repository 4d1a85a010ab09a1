import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PAGE = join(import.meta.dirname, '../../../docs/data.md');
const TYPES = join(import.meta.dirname, 'schemaTypes.ts');

test('ASVS 14.1.1 docs/data.md has every table of the database with one class, and no other', async () => {
  const types = await readFile(TYPES, 'utf8');
  const database = types.slice(types.indexOf('export interface DB {'));
  const tables = [...database.slice(0, database.indexOf('\n}')).matchAll(/^ {2}"?([\w.]+)"?: /gm)].map(
    ([, name]) => name ?? '',
  );
  expect(tables.length).toBeGreaterThan(50);
  const page = await readFile(PAGE, 'utf8');
  const rows = [...page.matchAll(/^\| `([\w.]+)` +\| (secret|personal|money|internal|public) +\| \S/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(tables.sort());
});

test('ASVS 14.2.4 what holds hashes, sealed values or tokens is classified as secret', async () => {
  const types = await readFile(TYPES, 'utf8');
  const page = await readFile(PAGE, 'utf8');
  const holders = [...types.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)]
    .filter(([, , columns]) =>
      /^ {2}(?:password_hash|token_hash|code_hash|totp_secret)\b/m.test(columns ?? ''),
    )
    .map(([, name]) => (name ?? '').replace(/\B([A-Z])/g, '_$1').toLowerCase());
  expect(holders.length).toBeGreaterThan(3);
  for (const name of holders) expect(page, name).toMatch(new RegExp(`^\\| \`${name}\` +\\| secret `, 'm'));
});
