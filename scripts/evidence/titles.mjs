import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** What `npm test` runs. */
const FILES = [
  '{contract,ui,server,web,console,sandbox}/{src,build}/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
  'e2e/{tests,laos}/**/*.spec.ts',
];

/**
 * @typedef {object} Title of a test in the sources
 * @property {string} file a path in the repository
 * @property {string} title with the titles of its suites; … stands for what the test fills in when it runs
 * @property {RegExp} names fits the name of the test in a report
 */

/** @returns {Title[]} of all tests in the repository, by file */
export function titlesIn(root) {
  return globSync(FILES, { cwd: root })
    .sort()
    .flatMap((file) => {
      const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
      return titlesBelow(program, []).map((parts) => ({
        file,
        title: parts.map(textOf).join(' > '),
        names: new RegExp(`^(?:\\[[^\\]]*\\] )?${parts.map(patternOf).join('(?: > | )')}$`, 's'),
      }));
    });
}

/** The titles of the tests in a piece of code, each as its parts; suites come first. */
function titlesBelow(node, suites) {
  if (node === null || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap((each) => titlesBelow(each, suites));
  const kind = node.type === 'CallExpression' ? kindOf(node) : undefined;
  if (kind === 'test') return [[...suites, node.arguments[0]]];
  const inside = kind === 'suite' ? [...suites, node.arguments[0]] : suites;
  return Object.values(node).flatMap((each) => titlesBelow(each, inside));
}

/** Whether a call declares a test or a suite: `test(title, body)`, `test.each(cases)(title, body)`, `describe(…)`. */
function kindOf({ callee, arguments: given }) {
  const names = namesOf(callee);
  const isDeclaration = given.length > 1 && given.some(({ type }) => /Function/.test(type));
  if (!isDeclaration || !['test', 'it', 'describe'].includes(names[0]) || names.includes('step')) return;
  return names.includes('describe') ? 'suite' : 'test';
}

function namesOf(node) {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'MemberExpression') return [...namesOf(node.object), node.property.name];
  if (node.type === 'CallExpression') return namesOf(node.callee);
  return node.type === 'TaggedTemplateExpression' ? namesOf(node.tag) : [];
}

const textOf = (title) => piecesOf(title).join('…');
const patternOf = (title) =>
  piecesOf(title)
    .map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');

/** The fixed pieces of a title, between what is filled in. */
function piecesOf({ type, value, quasis, left, right }) {
  if (type === 'Literal') return String(value).split(/%[sdifjoO#%]|\$\w[\w.]*/);
  if (type === 'TemplateLiteral') return quasis.map((quasi) => quasi.value.cooked);
  if (type !== 'BinaryExpression') return ['', ''];
  const [before, after] = [piecesOf(left), piecesOf(right)];
  return [...before.slice(0, -1), `${before.at(-1)}${after[0]}`, ...after.slice(1)];
}
