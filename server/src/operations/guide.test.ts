import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS } from '../fire/mutants.ts';
import { ALGORITHMS } from '../providers/template/signature.ts';

const STATES = ['met', 'partly', 'not met', 'operator', 'n/a'];
const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = join(ROOT, 'server/src');
const READS =
  /(?:environment|process\.env)\.([A-Z][A-Z0-9_]+)|(?:integer|choice|address|origins|hosts)\(\s*'([A-Z][A-Z0-9_]+)'/g;
// Described in the text below the table, or in docs/sms.md.
const ELSEWHERE = /^(OTEL_|AWS_|KRAPAO_SMS_)/;
// docs/sms.md lists the settings of the SMS gateway.
const NOT_OF_SITES = /\/(testing|fire|cluster)\/|smsTemplate/;

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
  const guide = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
  expect([...settingsInTable(guide)].filter((name) => !new RegExp(`\\b${name}\\b`).test(compose))).toEqual(
    [],
  );
});

test('docs/security.md names tests that exist, and each of its rows has a state', async () => {
  const page = await readFile(join(ROOT, 'docs/security.md'), 'utf8');
  const named = [...page.matchAll(/`([\w./]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(150);
  const missing: string[] = [];
  for (const path of new Set(named)) {
    const file = /^(e2e|contract|web)\//.test(path) ? join(ROOT, path) : join(SOURCES, path);
    await access(file).catch(() => missing.push(path));
  }
  expect(missing).toEqual([]);
  const states = page
    .split('\n')
    .filter((line) => /^\| *A?\d[\d.]*/.test(line))
    .map((line) => line.split('|')[3]?.trim());
  expect(states.length).toBeGreaterThan(150);
  expect(states.filter((state) => !STATES.includes(state ?? ''))).toEqual([]);
});

test('docs/security.md counts its rows right', async () => {
  const page = await readFile(join(ROOT, 'docs/security.md'), 'utf8');
  // A row with several requirements counts once for each; OAuth and WebRTC are ranges.
  const rows = page
    .split('\n')
    .filter((line) => /^\| *[\d., ]+\|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const count = (state: string) =>
    rows
      .filter((cells) => cells[3] === state)
      .reduce((sum, cells) => sum + (cells[1] ?? '').split(',').length, 0);
  const counted = STATES.map((state) => `${count(state)} ${state}`).sort();
  const told = /^In figures,.*?:\s*(.*?)\.$/ms.exec(page)?.[1]?.split(/,\s*/).sort();
  expect(told).toEqual(counted);
});

test('docs/keys.md has every key of the master key and every algorithm in the sources, and no other', async () => {
  const page = await readFile(join(ROOT, 'docs/keys.md'), 'utf8');
  const named = (heading: string) => {
    const [chapter = ''] = (page.split(`## ${heading}\n`)[1] ?? '').split('\n## ');
    return [...chapter.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name ?? '').sort();
  };
  const secrets = await readFile(join(SOURCES, 'secrets.ts'), 'utf8');
  const purposes = [...secrets.matchAll(/(?:derive|keysFor)\('([^']+)'\)/g)].map(([, name]) => name ?? '');
  expect(purposes.length).toBeGreaterThan(10);
  expect(named('Keys of the master key')).toEqual(purposes.sort());

  const files = (await readdir(SOURCES, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !NOT_OF_SITES.test(`/${name}`),
  );
  const texts = await Promise.all(files.map((name) => readFile(join(SOURCES, name), 'utf8')));
  const calls =
    /(?:createHash|createHmac|createSign|createVerify|createCipheriv|createDecipheriv|createECDH|hkdfSync|\bsign|\bverify)\('([^']+)'/g;
  const inCalls = texts.flatMap((text) => [...text.matchAll(calls)].map(([, name]) => name ?? ''));
  // What an operator's template may name.
  const inTemplates = ALGORITHMS.map((name) => name.replace(/^(?:hmac|rsa)-/, ''));
  expect(named('Algorithms in the sources')).toEqual([...new Set([...inCalls, ...inTemplates])].sort());
});

test('docs/truth-under-fire.md lists the mutants, each with its test', async () => {
  const page = await readFile(join(ROOT, 'docs/truth-under-fire.md'), 'utf8');
  const table = page.slice(page.indexOf('## Mutants'), page.indexOf('## Gaps that attacks found'));
  const told = [...table.matchAll(/^\| ([a-z ]+: .*?) +\| `([\w./]+)`/gm)].map(
    ([, name, file]) => `${name} | ${file}`,
  );
  expect(told.sort()).toEqual(MUTANTS.map(({ name, test: file }) => `${name} | ${file}`).sort());
});

test('docs/truth-under-fire.md names tests that exist', async () => {
  const page = await readFile(join(ROOT, 'docs/truth-under-fire.md'), 'utf8');
  const named = page.slice(page.indexOf('## Gaps that attacks found')).matchAll(/`((?:[\w]+\/)[\w./]*)`/g);
  for (const [, path = ''] of named) await access(join(path.startsWith('e2e/') ? ROOT : SOURCES, path));
});
