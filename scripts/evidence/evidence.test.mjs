import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { keepRun } from '../lastRun.mjs';
import { workingTree } from '../workingTree.mjs';
import { checkEvidence } from './check.mjs';
import { makePrivateKey, publicText, readPublicKey } from './key.mjs';
import { writeEvidence } from './write.mjs';

const FILES = {
  '.gitignore': 'dist/\ntest-results/\n',
  'package.json': '{ "version": "1.2.3" }\n',
  Dockerfile: `FROM node AS build
COPY . .
FROM node
COPY package.json ./
COPY server/src server/src
COPY --from=build /krapao/web/dist web/dist
`,
  'server/src/main.ts': 'export {};\n',
  'server/src/doors.test.ts': `
import { describe, test } from 'vitest';
test('REG-01 a door opens', () => {});
describe('at night', () => test.each([1, 2])('REG-01 SAFE-11 the door %i stays shut', () => {}));
test(\`the bell rings \${times} times\`, async () => {});
`,
  'web/dist/index.html': '<!doctype html>\n',
  'docs/spec/requirements.tsv': '# IDs\nREG-01\tserver\tdoors open\nREG-02\tweb\tnobody shows this\n',
  'docs/protection.md': '## Rules\n\n| 10, 11 | Doors rest | On |\n\n## Rule by place\n',
  'docs/security.md':
    '| 1.2.1, 1.2.2 | bells | met | `doors.test.ts` |\n| A3 | thieves | operator | locks |\n',
  'docs/gaming-security.md': '| GIS-1.1.1 | clocks | met | `doors.test.ts` |\n',
};
const RUN = [
  { name: 'REG-01 a door opens', status: 'passed' },
  { name: 'at night > REG-01 SAFE-11 the door 1 stays shut', status: 'passed' },
  { name: 'at night > REG-01 SAFE-11 the door 2 stays shut', status: 'passed' },
  { name: 'the bell rings 3 times', status: 'passed' },
].map((each) => ({ file: 'server/src/doors.test.ts', ...each }));

const AUTHOR = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
const COMMAND = join(import.meta.dirname, '../evidence.mjs');
const world = mkdtempSync(join(tmpdir(), 'krapao-evidence-'));
afterAll(() => rmSync(world, { recursive: true }));

let nth = 0;
let root;
let folder;
beforeEach(() => {
  nth += 1;
  root = join(world, `checkout${nth}`);
  folder = join(world, `evidence${nth}`);
  for (const [path, text] of Object.entries(FILES)) put(path, text);
  git('init', '--quiet');
  commit();
});

test('a folder names each clause with its tests, seed, commit and last results, and holds', () => {
  keep(RUN);
  const said = write();
  const evidence = JSON.parse(read('evidence.json'));
  expect(evidence).toMatchObject({
    version: '1.2.3',
    commit: workingTree(root).commit,
    run: { seed: 1 },
    shippedFrom: ['package.json', 'server/src', 'web/dist'],
    clauses: [
      { list: 'specification', id: 'REG-01', result: 'passed', tests: [0, 1] },
      { list: 'specification', id: 'REG-02', result: 'no test', tests: [] },
      { list: 'protection of players', id: 'SAFE-10, SAFE-11', result: 'passed', tests: [1] },
      { list: 'OWASP ASVS 5.0', id: '1.2.1', state: 'met', result: 'passed', tests: [0, 1, 2] },
      { list: 'OWASP ASVS 5.0', id: '1.2.2', state: 'met', result: 'passed' },
      { list: 'attacks on this site', id: 'A3', state: 'operator', result: 'no test' },
      { list: 'GLI-GSF-1', id: 'GIS-1.1.1', result: 'passed' },
    ],
    tests: [
      { file: 'server/src/doors.test.ts', title: 'REG-01 a door opens', result: 'passed' },
      { title: 'at night > REG-01 SAFE-11 the door … stays shut', result: 'passed' },
      { title: 'the bell rings … times', result: 'passed' },
    ],
  });
  expect(read('shipped.sha256').match(/\S+$/gm)).toEqual([
    'package.json',
    'server/src/doors.test.ts',
    'server/src/main.ts',
    'web/dist/index.html',
  ]);
  expect(read('evidence.html')).toContain('the door … stays shut');
  expect(problems()).toEqual([]);
  // Nobody gave a key: the new one is for its owner alone, beside the folder, and this is said.
  expect(said.join()).toContain(`A new one is in ${folder}.key.pem`);
  expect(statSync(`${folder}.key.pem`).mode & 0o077).toBe(0);
});

test('a changed, a removed and an added file of the folder are named', () => {
  keep(RUN);
  write();
  const page = read('evidence.html');
  writeFileSync(join(folder, 'evidence.html'), page.replace('passed', 'failed'));
  rmSync(join(folder, 'shipped.sha256'));
  mkdirSync(join(folder, 'more'));
  expect(problems()).toEqual(['evidence.html was changed.', 'shipped.sha256 is missing.', 'more was added.']);
  rmSync(join(folder, 'SHA256SUMS.sig'));
  expect(problems()).toEqual(['SHA256SUMS.sig is missing.']);
});

test('a list of hashes that was made anew for changed files is not what was signed', () => {
  keep(RUN);
  write();
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    read('SHA256SUMS').replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  );
  expect(problems()).toEqual(['The signature is not of SHA256SUMS: one of the two was changed.']);
});

test('a folder that somebody else signed is refused where the owner’s key is known', () => {
  keep(RUN);
  write();
  const owner = join(world, `owner${nth}.pem`);
  const key = makePrivateKey(owner);
  expect(problems({ keyFile: owner })).toEqual([expect.stringContaining('signed by another key')]);
  rmSync(folder, { recursive: true });
  write({ keyFile: owner });
  const known = join(world, `known${nth}.pem`);
  writeFileSync(known, publicText(readPublicKey(owner)));
  expect(key.asymmetricKeyType).toBe('ed25519');
  expect(problems({ keyFile: known })).toEqual([]);
  expect(problems({ keyFile: join(root, 'package.json') })).toEqual([
    expect.stringContaining('holds no public Ed25519 key'),
  ]);
});

test('a clause without a result of these files is never passed', () => {
  const all = ['specification REG-01', 'protection of players SAFE-10, SAFE-11', 'OWASP ASVS 5.0 1.2.1'];
  const notRun = all.map((clause) => `${clause}: not run on this tree.`);
  expect(write().join()).toContain('There is no result');
  expect(problems()).toEqual(expect.arrayContaining(notRun));

  keep(RUN);
  put('server/src/main.ts', 'export const later = 1;\n');
  commit();
  expect(writeAgain().join()).toContain('The last result is of other files');
  expect(problems()).toEqual(expect.arrayContaining(notRun));

  keep(RUN.filter(({ name }) => !name.startsWith('the bell')));
  writeAgain();
  expect(problems()).toEqual([
    'OWASP ASVS 5.0 1.2.1: not run on this tree.',
    'OWASP ASVS 5.0 1.2.2: not run on this tree.',
    'GLI-GSF-1 GIS-1.1.1: not run on this tree.',
  ]);
});

test('one failed case of a test, or a file that broke, makes its clauses fail', () => {
  keep(RUN.map((each) => (each.name.includes('door 2') ? { ...each, status: 'failed' } : each)));
  write();
  expect(problems()).toContain('protection of players SAFE-10, SAFE-11: failed.');
  keep([...RUN, { file: 'server/src/doors.test.ts', name: '', status: 'failed' }]);
  writeAgain();
  expect(problems()).toContain('specification REG-01: failed.');
});

test('a run that broke outside of its tests, or was red for another reason, is told and does not hold', () => {
  const sentence = 'The run of the tests was not good: `npm test` ended with an error.';
  keep(RUN, { isGood: false, errors: ['playwright: the runner ended with 1'] });
  expect(write()).toContain('Outside of the tests: playwright: the runner ended with 1');
  expect(problems()).toEqual([sentence, 'Outside of the tests: playwright: the runner ended with 1']);
  expect(read('evidence.html')).toContain('the runner ended with 1');
  keep(RUN, { isGood: false });
  writeAgain();
  expect(problems()).toEqual([sentence]);
  // As an older program kept it.
  keep(RUN, { isGood: undefined, errors: undefined });
  writeAgain();
  expect(problems()).toEqual([sentence]);
});

test('without the owner’s key the command does not say that the evidence holds', () => {
  keep(RUN);
  write();
  const check = (...more) =>
    spawnSync(process.execPath, [COMMAND, '--check', folder, '--shipped', root, ...more], {
      encoding: 'utf8',
    });
  const unknown = check();
  expect(unknown).toMatchObject({ status: 3, stdout: expect.stringContaining('SIGNER UNKNOWN') });
  expect(unknown.stdout).not.toContain('holds');
  expect(check('--key', `${folder}.key.pem`)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The evidence holds.'),
  });
});

test.each(['--skip-worktree', '--assume-unchanged'])('a changed file is seen despite git’s %s', (bit) => {
  git('update-index', bit, 'server/src/main.ts');
  put('server/src/main.ts', 'steal();\n');
  expect(workingTree(root).isCommitted).toBe(false);
  expect(() => write()).toThrow(/differ from commit/);
});

test('a changed file is seen through a filter that shows git what was committed', () => {
  const path = 'server/src/main.ts';
  git('config', 'filter.old.clean', `git cat-file blob HEAD:${path}`);
  put('.git/info/attributes', `${path} filter=old\n`);
  put(path, 'steal();\n');
  git('add', '--all');
  expect(git('status', '--porcelain').toString()).toBe('');
  expect(workingTree(root).isCommitted).toBe(false);
  expect(() => write()).toThrow(/differ from commit/);
});

test.each([
  ['by the excludes of the checkout', '.git/info/exclude', 'more.ts\n', 'server/src/more.ts'],
  ['by a .gitignore that names itself', 'server/src/.gitignore', '*\n', 'server/src/more.ts'],
  ['where sources are not shipped', 'web/src/.gitignore', '*\n', 'web/src/more.ts'],
  ['as if it were built', '.git/info/exclude', '', 'server/src/dist/more.ts'],
])('an added file is seen that git ignores %s', (_how, ignoring, text, path) => {
  put(ignoring, text);
  put(path, 'steal();\n');
  expect(git('status', '--porcelain').toString()).toBe('');
  expect(workingTree(root).isCommitted).toBe(false);
  expect(() => write()).toThrow(/differ from commit/);
});

test('a repository in a folder that is shipped is in no commit', () => {
  put('server/src/own/more.ts', 'steal();\n');
  put('.git/info/exclude', 'own/\n');
  git('init', '--quiet', 'server/src/own');
  expect(workingTree(root).isCommitted).toBe(false);
});

test('links, programs, names in Thai and removed files count as they are', () => {
  put('server/src/กระเป๋า 1.ts', 'export {};\n');
  put('start', '#!/bin/sh\n');
  chmodSync(join(root, 'start'), 0o755);
  symlinkSync('start', join(root, 'begin'));
  commit();
  const whole = workingTree(root);
  expect(whole).toMatchObject({ isCommitted: true, tree: git('rev-parse', 'HEAD^{tree}').toString().trim() });
  chmodSync(join(root, 'start'), 0o644);
  expect(workingTree(root).isCommitted).toBe(false);
  chmodSync(join(root, 'start'), 0o755);
  rmSync(join(root, 'begin'));
  expect(workingTree(root).isCommitted).toBe(false);
  symlinkSync('package.json', join(root, 'begin'));
  expect(workingTree(root).isCommitted).toBe(false);
});

test('a commit that git replaces by another one is still the files that it names', () => {
  put('server/src/main.ts', 'steal();\n');
  git('add', '--all');
  const tree = git('write-tree').toString().trim();
  const other = git(...AUTHOR, 'commit-tree', tree, '-m', 'other')
    .toString()
    .trim();
  git('replace', 'HEAD', other);
  expect(git('status', '--porcelain').toString()).toBe('');
  expect(workingTree(root).isCommitted).toBe(false);
});

test('an installation that differs from what was shipped is told by its files', () => {
  keep(RUN);
  write();
  const installation = join(world, `installation${nth}`);
  cpSync(root, installation, { recursive: true });
  expect(problems({ installation })).toEqual([]);
  writeFileSync(join(installation, 'server/src/main.ts'), 'steal();\n');
  writeFileSync(join(installation, 'web/dist/more.js'), '');
  rmSync(join(installation, 'package.json'));
  expect(problems({ installation })).toEqual([
    'Not as shipped: package.json is missing.',
    'Not as shipped: server/src/main.ts was changed.',
    'Not as shipped: web/dist/more.js was added.',
  ]);
});

test('nothing is written of files that are in no commit, into a folder with something in it, or without the apps', () => {
  put('server/src/main.ts', 'export const open = 1;\n');
  expect(() => write()).toThrow(/differ from commit/);
  commit();
  mkdirSync(folder);
  writeFileSync(join(folder, 'notes'), '');
  expect(() => write()).toThrow(/is not empty/);
  rmSync(join(folder, 'notes'));
  rmSync(join(root, 'web/dist'), { recursive: true });
  expect(() => write()).toThrow('web/dist is missing: run `npm run build`.');
  put('web/dist/index.html', '');
  expect(() => write({ keyFile: join(root, 'none.pem') })).toThrow(/cannot be read/);
});

function put(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const git = (...args) => execFileSync('git', args, { cwd: root });

function commit() {
  git('add', '--all');
  git(...AUTHOR, 'commit', '--quiet', '-m', 'files');
}

function keep(tests, how = {}) {
  const { commit: at, tree } = workingTree(root);
  const times = { startedAt: 'then', finishedAt: 'later' };
  keepRun(root, { commit: at, tree, seed: 1, ...times, isGood: true, errors: [], tests, ...how });
}

const write = ({ keyFile } = {}) =>
  writeEvidence(folder, { root, variant: 'thailand', keyFile, now: new Date(0) });

function writeAgain() {
  rmSync(folder, { recursive: true });
  return write({ keyFile: `${folder}.key.pem` });
}

const read = (name) => readFileSync(join(folder, name), 'utf8');

const problems = ({ installation = root, keyFile } = {}) =>
  checkEvidence(folder, { installation, keyFile }).problems;
