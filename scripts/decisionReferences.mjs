// Fails if a reference names a missing page of docs/decisions, if the index lacks a page, or if a page lacks its date
// or state.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/decisions');
const INDEX = join(FOLDER, 'README.md');
const READ = /\.(?:md|ts|tsx|mjs|js|sql|css|html|ya?ml)$/;
const HEAD =
  /^# \d{3} .+\n\nDate: \d{4}-\d\d-\d\d\n\nState: (?:accepted|proposed|superseded by \d{3})\b(?:.+\n)*.*\n\n## Context\n/;
/** Folders without our own text. */
const PASSED_OVER = new Set(['node_modules', '.git', 'dist', 'generated', 'test-results', '.data']);

const pages = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const numbers = pages.map((name) => name.slice(0, 3));

const problems = [
  ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `${number}: two pages`),
  ...pages
    .filter((name) => !readFileSync(INDEX, 'utf8').includes(`](${name})`))
    .map((name) => `${name}: not in docs/decisions/README.md`),
  ...pages
    .filter((name) => !HEAD.test(readFileSync(join(FOLDER, name), 'utf8')))
    .map((name) => `${name}: does not begin with number, date and state as the others do`),
  ...textsBelow(ROOT).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return missingOf(text).map((name) => `${relative(ROOT, file)}: no decision ${name}`);
  }),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** References in a text that do not exist: file names, numbers after the word "decision", and superseding pages. */
function missingOf(text) {
  const names = [...text.matchAll(/\b\d{3}-[a-z][a-z0-9-]*\.md\b/g)].map(([name]) => name);
  const spoken = [
    ...text.matchAll(/\b(?:decisions?|superseded by) \d{3}\b(?:(?:,| and) \d{3}\b)*/gi),
    ...text.matchAll(/\[(?:decision )?\d{3}\](?=\()/g),
  ].flatMap(([words]) => words.match(/\d{3}/g));
  return [
    ...names.filter((name) => !pages.includes(name)),
    ...spoken.filter((number) => !numbers.includes(number)),
  ];
}

function textsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (PASSED_OVER.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return textsBelow(path);
    return entry.isFile() && READ.test(entry.name) ? [path] : [];
  });
}
