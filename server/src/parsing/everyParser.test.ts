import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const PAGE = join(SOURCES, '../../docs/outside-bytes.md');
/** What reads bytes: libraries, threads and processes that parse, and JSON that does not go through outsideJson.ts. */
const READS =
  /from '(?:sharp|zxing-wasm\/reader|csv-parse\/sync|@fastify\/multipart|socket\.io)'|\b(?:parse|validate) \} from 'promptparse'|verify(?:Registration|Authentication)Response\b|answerQuestions\(async|JSON\.parse\(|createGunzip\(/;
const NOT_SERVED = /\.test\.ts$|^(?:testing|fire|scenario|cluster)\//;

test('docs/outside-bytes.md names every module that reads outside bytes, and tests that exist', async () => {
  const page = await readFile(PAGE, 'utf8');
  const named = new Set([...page.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path));
  for (const path of named) await access(join(SOURCES, path));
  const files = (await readdir(SOURCES, { recursive: true })).filter((path) => path.endsWith('.ts'));
  const unnamed: string[] = [];
  for (const path of files.filter((each) => !NOT_SERVED.test(each) && !named.has(each)))
    if (READS.test(await readFile(join(SOURCES, path), 'utf8'))) unnamed.push(path);
  expect(unnamed).toEqual([]);
  const rows = page.split('\n').filter((line) => /^\| (?!Bytes|-)/.test(line));
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/\.test\.ts` *\|$/.test(row))).toEqual([]);
});
