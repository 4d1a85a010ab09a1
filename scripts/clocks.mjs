// The server reads the time in two places: in SQL from site.now(), site.statement_timestamp() and site.clock_timestamp(),
// in Node from server/src/clock.ts (docs/decisions/298-one-clock.md). This check names every other clock and timer, also in
// the migrations since. performance.now() measures how long something took, and stays.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { ROOT } from './install.mjs';

const SOURCE = join(ROOT, 'server/src');
/** They set up what they test. */
const OUTSIDE = /^(?:testing|fire)\/|\.test\.ts$/;
const CLOCK = 'clock.ts';
const SEAM = 200;
const SQL_CLOCKS =
  /(?<!\bsite\.)\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\(\)|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b(?!\s*\()/gi;
/** PostgreSQL's own time stamps are compared with PostgreSQL's own clock. */
const PERMITTED = [{ file: 'database/readers.ts', text: 'now()', times: 1 }];
const TIMERS = new Set(['setTimeout', 'setInterval']);
const MEMBERS = new Set([
  'Date.now',
  'AbortSignal.timeout',
  'globalThis.setTimeout',
  'globalThis.setInterval',
]);

const faults = [
  ...globSync('**/*.ts', { cwd: SOURCE })
    .filter((file) => !OUTSIDE.test(file) && file !== CLOCK)
    .flatMap((file) => permitted(file, clocksOf(file))),
  ...globSync('database/migrations/*.sql', { cwd: SOURCE })
    .filter((file) => Number(/\d{3}/.exec(file)) > SEAM)
    .flatMap((file) => inSql(file, withoutComments(readFileSync(join(SOURCE, file), 'utf8')), 0)),
];
for (const { file, line, text } of faults)
  console.log(`server/src/${file}:${line} reads another clock: ${text} (see scripts/clocks.mjs)`);
process.exit(faults.length === 0 ? 0 : 1);

/** Every clock that a file reads. */
function clocksOf(file) {
  const source = readFileSync(join(SOURCE, file), 'utf8');
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = [];
  const add = ({ start, end }) =>
    found.push({ file, line: lineAt(source, start), text: source.slice(start, end) });
  const addSql = ({ start, end }) => found.push(...inSql(file, source.slice(0, end), start));
  new Visitor({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0) add(node);
    },
    CallExpression(node) {
      if (node.callee.name === 'Date') add(node);
    },
    MemberExpression(node) {
      if (MEMBERS.has(`${node.object.name}.${node.property.name}`)) add(node);
    },
    Identifier(node) {
      if (TIMERS.has(node.name) && !/[.\w]/.test(source[node.start - 1] ?? '')) add(node);
    },
    ImportDeclaration(node) {
      const names = node.specifiers.map(({ imported }) => imported?.name);
      if (/^(?:node:)?timers/.test(node.source.value) && names.some((name) => name !== 'setImmediate'))
        add(node);
      if (names.includes('moveClock')) add(node);
    },
    Literal(node) {
      if (typeof node.value === 'string') addSql(node);
    },
    TemplateElement: addSql,
  }).visit(program);
  return found;
}

/** The clocks of a text of SQL that begins at `start`. */
function inSql(file, source, start) {
  return [...source.slice(start).matchAll(SQL_CLOCKS)].map(({ 0: text, index }) => ({
    file,
    line: lineAt(source, start + index),
    text,
  }));
}

function permitted(file, clocks) {
  const right = PERMITTED.find((one) => one.file === file);
  if (right === undefined) return clocks;
  const others = clocks.filter(({ text }) => text !== right.text);
  return clocks.length - others.length === right.times ? others : clocks;
}

function lineAt(source, index) {
  return source.slice(0, index).split('\n').length;
}

/** The same lines without what follows `--`. */
function withoutComments(text) {
  return text.replace(/--.*/g, '');
}
