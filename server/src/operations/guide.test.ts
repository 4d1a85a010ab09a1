import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'server/src');
const READS =
  /(?:environment|process\.env)\.([A-Z][A-Z0-9_]+)|(?:integer|choice|address|origins)\(\s*'([A-Z][A-Z0-9_]+)'/g;
// Said in words below the table, or in docs/sms.md.
const ELSEWHERE = /^(OTEL_|AWS_|KRAPAO_SMS_)/;
// docs/sms.md has those of the SMS gateway.
const NOT_OF_SITES = /\/(testing|fire)\/|smsTemplate/;

async function settingsInCode(): Promise<Set<string>> {
  const names = await readdir(SOURCES, { recursive: true });
  const files = names.filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !NOT_OF_SITES.test(`/${name}`),
  );
  const texts = await Promise.all(files.map((name) => readFile(join(SOURCES, name), 'utf8')));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(READS)].map(([, read, parsed]) => read ?? parsed ?? '')),
  );
}

function settingsInTable(guide: string): Set<string> {
  const table = guide.slice(guide.indexOf('## Settings'), guide.indexOf('## First start'));
  return new Set([...table.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name ?? ''));
}

test('docs/operations.md has every setting that the server reads, and no other', async () => {
  const guide = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
  const inCode = [...(await settingsInCode())].filter((name) => !ELSEWHERE.test(name));
  expect([...settingsInTable(guide)].sort()).toEqual(inCode.sort());
  expect(inCode.length).toBeGreaterThan(15);
});

test('image and compose file set nothing that the server does not know', async () => {
  const known = await settingsInCode();
  const image = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  const compose = await readFile(join(ROOT, 'compose.yaml'), 'utf8');
  const named = [...`${image}${compose}`.matchAll(/\b((?:KRAPAO|DATABASE|PUBLIC)_[A-Z0-9_]+)\b/g)].map(
    ([, name]) => name ?? '',
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('docs/security.md names tests that exist, and each of its rows has a state', async () => {
  const page = await readFile(join(ROOT, 'docs/security.md'), 'utf8');
  const named = [...page.matchAll(/`([\w./]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(80);
  const missing: string[] = [];
  for (const path of new Set(named)) {
    const file = /^(e2e|contract|web)\//.test(path) ? join(ROOT, path) : join(SOURCES, path);
    await access(file).catch(() => missing.push(path));
  }
  expect(missing).toEqual([]);
  const states = page
    .split('\n')
    .filter((line) => /^\| *[\d.]+/.test(line))
    .map((line) => line.split('|')[3]?.trim());
  expect(states.length).toBeGreaterThan(80);
  const known = ['met', 'partly', 'not met', 'n/a', 'operator'];
  expect(states.filter((state) => !known.includes(state ?? ''))).toEqual([]);
});
