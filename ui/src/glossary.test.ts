import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Every file that holds texts for people. */
const TEXTS = globSync(
  [
    '{web,console}/src/i18n/messages/*.json',
    '{web,console,ui}/src/**/*.{ts,tsx}',
    'contract/src/**/*.ts',
    'server/src/seeds/*.ts',
    'server/src/settings/shippedContact.ts',
    'server/src/preflight/report.ts',
  ],
  { cwd: ROOT, exclude: ['**/*.test.ts', '**/node_modules/**'] },
);

/** What members read. */
const MEMBERS_TEXTS = globSync(
  [
    'web/src/i18n/messages/*.json',
    'contract/src/{notifications,chatBot}.ts',
    'server/src/seeds/*.ts',
    'server/src/settings/{howto,rewardSettings,schema}.ts',
    'server/src/modules/{otp/sendOtp,spinwheel/gift,personalData/copy/copyWords}.ts',
  ],
  { cwd: ROOT, exclude: ['**/*.test.ts'] },
);

const [forAll, forMembers] = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').split(
  '## What members read',
);

/** The words of the columns headed "Not" of a table. */
function forbiddenWords(table: string | undefined): string[] {
  const rows = table?.match(/^\|.*\|$/gm) ?? [];
  return rows
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .flatMap(([, , , thai, , lao]) => [...(thai ?? '').split(', '), ...(lao ?? '').split(', ')])
    .filter((word) => word !== '');
}

/** The lines of files that hold one of the words. */
function linesWith(words: readonly string[], names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const lines = readFileSync(join(ROOT, name), 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      words.filter((word) => line.includes(word)).map((word) => `${name}:${at + 1} ${word}`),
    );
  });
}

test('I18-01 no text uses a word that the glossary replaces', () => {
  const words = forbiddenWords(forAll);
  expect(words).toEqual(expect.arrayContaining(['ชวนเพื่อน', 'ກັອບປີ້']));
  expect(TEXTS.filter((name) => name.endsWith('.th.json')).length).toBeGreaterThan(30);
  expect(linesWith(words, TEXTS)).toEqual([]);
});

test('I18-01 no text for members uses a word that the glossary replaces there', () => {
  const words = forbiddenWords(forMembers);
  expect(words).toEqual(expect.arrayContaining(['เจ้าหน้าที่', 'ເຈົ້າໜ້າທີ່']));
  expect(MEMBERS_TEXTS).toEqual(
    expect.arrayContaining(['contract/src/notifications.ts', 'server/src/seeds/seedTexts.ts']),
  );
  expect(linesWith(words, MEMBERS_TEXTS)).toEqual([]);
});

test('I18-01 Lao texts for members have one spelling of "or", and yes or no is asked with its mark', () => {
  const lao = MEMBERS_TEXTS.filter((name) => name.endsWith('.la.json'));
  expect(lao.length).toBeGreaterThan(20);
  // With spaces on both sides; what is left over is another word that ends or begins the same way.
  const found = lao.flatMap((name) =>
    Object.entries(JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Record<string, string>)
      .filter(([, text]) => /(?<!ເ)ຫຼື(?! )|(?<![ ເ])ຫຼື|ບໍ$/.test(text))
      .map(([id]) => id),
  );
  expect(found).toEqual([]);
});
