// `npm test`: installs and builds what is missing, then runs every test, including those in a real browser. Files with a
// failure run once more, alone: what fails again has FAILED, what passes then is FLAKY. More than five flaky tests are
// as red as one that failed.
// `npm test -- --related [COMMIT]` runs only what the changes touch: those that are not committed, or those since COMMIT.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildWebIfNeeded } from './buildWeb.mjs';
import { installIfNeeded, NODE, ROOT } from './install.mjs';
import { keepRun } from './lastRun.mjs';
import { browserFilesOf, changedSince } from './relatedTests.mjs';
import {
  FLAKY_AT_MOST,
  filesToRepeat,
  isGood,
  judge,
  keptOf,
  outcomes,
  testsOfPlaywright,
} from './testReports.mjs';
import { TEST_SEED } from './testSeed.mjs';
import { workingTree } from './workingTree.mjs';

installIfNeeded();
buildWebIfNeeded();

/** The printed lines of a failure's message. */
const TOLD_LINES = 12;
const results = mkdtempSync(join(tmpdir(), 'krapao-results-'));
const total = { passed: 0, skipped: 0, failed: [], flaky: [] };
/** What became of each test, and what broke outside of them (lastRun.mjs). */
const kept = { tests: [], errors: [] };

const vitest = {
  name: 'unit',
  cwd: ROOT,
  testsOf: (report) => report,
  pathOf: (file) => relative(ROOT, file),
  args: ({ files, isAlone }) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./scripts/vitestReport.mjs',
    ...(isAlone ? ['--maxWorkers=1', '--no-file-parallelism'] : []),
    ...files,
  ],
};
const playwright = (name, folder) => ({
  name,
  cwd: join(ROOT, 'e2e'),
  testsOf: testsOfPlaywright,
  pathOf: (file) => `${folder}/${file}`,
  args: ({ files, isAlone }) => [
    join(ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    `${name}.config.ts`,
    ...(isAlone ? ['--workers=1'] : []),
    ...files,
  ],
});

const browser = playwright('playwright', 'e2e/tests');

const [option, since = 'HEAD'] = process.argv.slice(2);
if (option === '--related') {
  const changed = changedSince(since);
  runAll(vitest, ['--changed', since, '--passWithNoTests']);
  const files = browserFilesOf(changed);
  if (files.length > 0) runAll(browser, files);
} else if (option === undefined) {
  const before = workingTree(ROOT);
  const startedAt = new Date().toISOString();
  runAll(vitest);
  runAll(browser);
  // Builds the app for Laos; the next start rebuilds it for the configured variant.
  runAll(playwright('laos', 'e2e/laos'));
  keep(before, startedAt);
} else {
  console.error('npm test takes no options but --related [COMMIT].');
  process.exit(2);
}
rmSync(results, { recursive: true, force: true });

for (const [word, tests] of [
  ['FLAKY', total.flaky],
  ['FAILED', total.failed],
])
  for (const { file, name, message } of tests) {
    const told = stripVTControlCharacters(message).split('\n').slice(0, TOLD_LINES).join('\n');
    console.log(`\n${word} ${[file, name].filter(Boolean).join(' > ')}\n${told}`);
  }
console.log(`\nflaky: ${total.flaky.length}${total.flaky.length > FLAKY_AT_MOST ? ' (too many)' : ''}`);
console.log(`${total.passed} passed, ${total.failed.length} failed, ${total.skipped} skipped`);
process.exit(isGood(total) ? 0 : 1);

/** Runs the tests of a runner, its failed files once more, and adds what both runs say together. */
function runAll(runner, files = []) {
  const first = run(runner, { files, isAlone: false });
  const failed = filesToRepeat(first);
  if (failed.length > 0) console.log(`\nOnce more, alone: ${failed.join(' ')}\n`);
  const second = failed.length > 0 ? run(runner, { files: failed, isAlone: true }) : [];
  const { passed, skipped, failed: red, flaky } = judge(first, second);
  total.passed += passed;
  total.skipped += skipped;
  total.failed.push(...red);
  total.flaky.push(...flaky);
  const { tests, errors } = keptOf(outcomes(first, second), ROOT, runner.pathOf);
  kept.tests.push(...tests);
  kept.errors.push(...errors);
}

/** Keeps a whole run for `npm run evidence`. Files that changed while it ran were not tested as they are now. */
function keep(before, startedAt) {
  if (before === undefined) return;
  const tree = workingTree(ROOT)?.tree === before.tree ? before.tree : null;
  const finishedAt = new Date().toISOString();
  keepRun(ROOT, {
    commit: before.commit,
    tree,
    seed: TEST_SEED,
    startedAt,
    finishedAt,
    isGood: isGood(total),
    ...kept,
  });
}

/** One run; a runner that ends badly without a failed test, or without a report, has failed itself. */
function run(runner, choice) {
  const report = join(results, `${runner.name}-${choice.isAlone ? 'alone' : 'all'}.json`);
  const { status, signal } = spawnSync(NODE, runner.args(choice), {
    cwd: runner.cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, KRAPAO_TEST_REPORT: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const tests = existsSync(report) ? runner.testsOf(JSON.parse(readFileSync(report, 'utf8'))) : [];
  const hasFailure = tests.some((test) => test.status === 'failed');
  if (existsSync(report) && (status === 0 || hasFailure)) return tests;
  const message = existsSync(report) ? `the runner ended with ${status ?? signal}` : 'no report';
  return [...tests, { file: '', name: '', status: 'failed', message: `${runner.name}: ${message}` }];
}
