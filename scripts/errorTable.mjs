/**
 * `npm run errors`: writes docs/errors.md from the catalogue, its translations, the sources that answer each code and
 * the tests that check it over HTTP. With `--verify` it only compares, and fails if the page is outdated or a code has
 * no source or no test.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ERROR_STATUS } from '../contract/src/errors.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs/errors.md');
const SOURCES = join(ROOT, 'server/src');
const MESSAGES = join(ROOT, 'web/src/i18n/messages');
const SHOWN = 4;

/** Codes that a client cannot cause by its calls alone, and when they occur anyway. */
const RARE = {
  INVALID_USER_1:
    'The member of a session no longer exists. The system deletes no member; only the owner of the database can do so by hand. An old token then gets this code.',
  LOGIN_FAIL:
    'The password was right when it was checked, but another one was set before the session was opened. This takes two calls of one member within milliseconds.',
  NO_WALLET:
    'The ledger has no account of the member. A registration creates it in the same transaction, and nothing deletes it. Only a member inserted into the database by hand gets this code.',
  REGISTER_FAIL:
    'The database refuses a registration for a reason without its own check. Every current constraint has a check with its own code, so only a future constraint can cause this.',
};

const files = readdirSync(SOURCES, { recursive: true })
  .filter((name) => name.endsWith('.ts') && !/(?:^|\/)testing\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(SOURCES, name), 'utf8') }));
const isTest = ({ name }) => name.endsWith('.test.ts');
const sources = files
  .filter((file) => !isTest(file))
  .map(({ name, text }) => ({ name, text: withoutComments(text) }));
// Only tests that start a node and call it: a unit test does not show what a client gets.
const tests = files
  .filter((file) => isTest(file) && /(?:startTestServer|rewardServer)\(/.test(file.text))
  .flatMap(({ name, text }) => testsOf(text).map((test) => ({ name, ...test })));
const translations = Object.fromEntries(
  ['th', 'la', 'en'].map((locale) => [
    locale,
    JSON.parse(readFileSync(join(MESSAGES, `errors.${locale}.json`), 'utf8')),
  ]),
);

const rows = Object.entries(ERROR_STATUS).map(([code, status]) => ({
  code,
  status,
  sources: sourcesOf(code),
  tests: tests.filter(({ body }) => body.includes(`'${code}'`)),
}));
const problems = [
  ...Object.keys(RARE)
    .filter((code) => !(code in ERROR_STATUS))
    .map((code) => `${code} is not a code.`),
  ...rows.flatMap(({ code, sources, tests }) => [
    ...(sources.length === 0 ? [`${code} has no source in server/src.`] : []),
    ...(tests.length === 0 ? [`${code} has no test over HTTP.`] : []),
  ]),
];
const page = pageOf(rows);

if (process.argv.includes('--verify')) {
  if (readFileSync(PAGE, 'utf8') !== page) problems.push('docs/errors.md is outdated: run `npm run errors`.');
} else {
  writeFileSync(PAGE, page);
  console.log(`${relative(ROOT, PAGE)}: ${rows.length} codes`);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** The files that throw the code; if none does, those that name it, such as answers of success. */
function sourcesOf(code) {
  const throwing = sources.filter(({ text }) =>
    [...text.matchAll(/new AppError\(([^;]*?)\)(?:;|,|$)/gm)].some(([, of]) => of.includes(`'${code}'`)),
  );
  const naming = sources.filter(({ text }) => text.includes(`'${code}'`));
  return (throwing.length > 0 ? throwing : naming).map(({ name }) => name);
}

/** The tests of a file: title, and everything up to the next test, except lines that assert the absence of a code. */
function testsOf(text) {
  const starts = [...text.matchAll(/^test(?:\.\w+)?\(/gm)].map(({ index }) => index);
  return starts.map((start, at) => {
    const whole = text.slice(start, starts[at + 1]);
    const title = /^test\(\s*(['"`])(.*?)\1/s.exec(whole) ?? /\)\(\s*(['"`])(.*?)\1/s.exec(whole);
    const body = whole
      .split('\n')
      .filter((line) => !line.includes('.not.'))
      .join('\n');
    return { title: title?.[2] ?? '(no title)', body };
  });
}

function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function pageOf(all) {
  const lines = all.map(({ code, status, sources: from, tests: shown }) => {
    const meaning = ['th', 'la', 'en'].map((locale) => translations[locale][`error.${code}`]);
    const first = shown.slice(0, SHOWN).map(({ name, title }) => `\`${name}\` ${title}`);
    const cells = [`\`${code}\``, status, meaning, short(from), [...first, ...more(shown)]];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  return `# Error codes

\`npm run errors\` generates this page from the catalogue (\`contract/src/errors.ts\`), its translations and the tests.
\`npm run check\` fails if the page is outdated, or if a code has no source or no test over HTTP. Paths are relative to
\`server/src\`. Section 8 of [the specification](spec/spec.md) defines the codes for clients; [decision
001](decisions/001-beyond-the-specification.md) adds further ones.

| Code | Status | Thai, Lao, English | Comes from | Shown by |
| ---- | ------ | ------------------ | ---------- | -------- |
${lines.join('\n')}

## Codes that a client alone cannot cause

Their tests change the database by hand, or hold a transaction open, and then call over HTTP.

| Code | When it is answered |
| ---- | ------------------- |
${Object.entries(RARE)
  .map(([code, when]) => `| ${cell(`\`${code}\``)} | ${cell(when)} |`)
  .join('\n')}
`;
}

function short(names) {
  return [...names.slice(0, SHOWN).map((name) => `\`${name}\``), ...more(names)];
}

function more(list) {
  return list.length > SHOWN ? [`and ${list.length - SHOWN} more`] : [];
}

function cell(value) {
  return (Array.isArray(value) ? value.join('<br>') : String(value))
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ');
}
