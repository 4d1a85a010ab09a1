import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parserPool } from '../../parsing/parserPool.ts';
import { parserThread } from '../../parsing/parserThread.ts';
import { operatorTurn } from '../../parsing/turns.ts';
import type { CsvAnswers } from './csvWorker.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'krapao-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Questions that were put to a thread. */
let asked = 0;
const readers = parserPool<object, CsvAnswers['columns']>({
  atOnce: 1,
  start: () => {
    const thread = parserThread(new URL('./csvWorker.ts', import.meta.url), 256);
    return {
      ...thread,
      post: (...question) => {
        asked += 1;
        thread.post(...question);
      },
    };
  },
});
const LIMIT = { withinMs: 60_000, tooMuch: 'CSV_TOO_LONG' } as const;

/** What the thread says. */
async function read(text: string): Promise<string> {
  const path = join(folder, 'file.csv');
  await writeFile(path, text);
  return readers
    .turn(operatorTurn(1n), (ask) => ask({ kind: 'columns', path }, LIMIT))
    .then(() => 'read')
    .catch((error: { code?: string }) => error.code ?? 'failed');
}

test.each([
  ['a line of many cells', `a,b\n${','.repeat(2_000)}\n`, 'CSV_INVALID'],
  ['a line of more cells than any statement has', `${','.repeat(101)}\n`, 'CSV_INVALID'],
  ['a long cell', `a,b\n${'x'.repeat(2_001)},1\n`, 'CSV_INVALID'],
  ['more lines than a statement has', 'a,b\n'.repeat(20_001), 'CSV_TOO_LONG'],
  ['a quote that does not end', `a,b\n"${'x\n'.repeat(500)}`, 'CSV_INVALID'],
  ['quotes within quotes', `a,b\n"${'""'.repeat(500)}",1\n`, 'read'],
])('ASVS 15.2.2 %s is read or refused in a thread', async (_, text, code) => {
  const before = asked;
  expect(await read(text)).toBe(code);
  expect(asked - before).toBe(1);
});
