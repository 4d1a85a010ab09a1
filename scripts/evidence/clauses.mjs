import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Clause
 * @property {string} list where the clause stands
 * @property {string} id as it stands there
 * @property {string} subject in our words, but for the specification's own lines
 * @property {string} [state] as our page judges it; those of the specification and of protection are judged by tests alone
 * @property {RegExp} [mark] in the titles of the tests that show it
 * @property {string[]} [files] the test files that show it, where no title names it
 */

export const SECURITY_PAGE = 'docs/security.md';
export const GSF_PAGE = 'docs/gaming-security.md';

/** @returns {Clause[]} every clause that the repository's lists name */
export function clausesIn(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  return [
    ...requirements(read('docs/spec/requirements.tsv')),
    ...protection(read('docs/protection.md')),
    ...judged(read(SECURITY_PAGE), (id) => (id.startsWith('A') ? 'attacks on this site' : 'OWASP ASVS 5.0')),
    ...judged(read(GSF_PAGE), (id) => (id.startsWith('OGIS') ? 'GLI-GSF-5' : 'GLI-GSF-1')),
  ];
}

function requirements(text) {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([id, , subject]) => ({ list: 'specification', id, subject, mark: new RegExp(`\\b${id}\\b`) }));
}

/** The rules of docs/protection.md. A rule may have several rows; a test of one of them shows it, as there. */
function protection(page) {
  const table = page.slice(page.indexOf('## Rules\n'), page.indexOf('## Rule by place'));
  return rowsOf(table, /^\d\d(?:, \d\d)*$/).map(([rows, subject]) => ({
    list: 'protection of players',
    id: rows.replaceAll(/\d\d/g, 'SAFE-$&'),
    subject,
    mark: new RegExp(`\\bSAFE-(?:${rows.replaceAll(', ', '|')})\\b`),
  }));
}

/** Rows of a page with a state and test files: one row, several clauses. */
function judged(page, listOf) {
  return rowsOf(page, /^(?:A|GIS-|OGIS-)?\d/).flatMap(([ids, subject, state, shownBy]) =>
    ids.split(', ').map((id) => ({ list: listOf(id), id, subject, state, files: testFilesIn(shownBy) })),
  );
}

/** The cells of those rows of a page's tables whose first cell fits. */
function rowsOf(page, first) {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell]) => first.test(cell));
}

/** Paths on these pages are relative to server/src unless they begin with another folder of the repository. */
const testFilesIn = (text) =>
  [...text.matchAll(/`([\w./]+\.(?:test|spec)\.(?:ts|mjs))`/g)].map(([, path]) =>
    /^(?:e2e|contract|web|scripts)\//.test(path) ? path : `server/src/${path}`,
  );
