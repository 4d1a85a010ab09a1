import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../install.mjs';
import { clausesIn } from './clauses.mjs';
import { tableOf } from './table.mjs';
import { titlesIn } from './titles.mjs';

const clauses = clausesIn(ROOT);

test('every requirement of the specification and every rule of protection has a test that names it', () => {
  const { clauses: rows } = tableOf(clauses, titlesIn(ROOT), undefined, '');
  const byTitle = rows.filter(({ list }) => list === 'specification' || list === 'protection of players');
  expect(byTitle.length).toBeGreaterThan(160);
  expect(byTitle.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual([]);
});

test('docs/gaming-security.md has a state in each row, and names tests that exist', () => {
  const gsf = clauses.filter(({ list }) => list.startsWith('GLI-GSF'));
  expect(gsf.length).toBeGreaterThan(150);
  const states = ['met', 'partly', 'not met', 'operator', 'n/a'];
  expect(gsf.filter(({ state }) => !states.includes(state)).map(({ id }) => id)).toEqual([]);
  const ids = gsf.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const missing = gsf.flatMap(({ files }) => files).filter((file) => !existsSync(join(ROOT, file)));
  expect(missing).toEqual([]);
});
