// `npm test`: installs and builds what is missing, then runs every test, including those in a real browser. Files with a
// failure run once more, alone: what fails again has FAILED, what passes then is FLAKY. More than five flaky tests are
// as red as one that failed.
// `npm test -- --related [COMMIT]` runs only what the changes touch: those that are not committed, or those since COMMIT.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildWebIfNeeded } from './buildWeb.mjs';
import { installIfNeeded, NODE, ROOT } from './install.mjs';
import { browserFilesOf, changedSince } from './relatedTests.mjs';
import { FLAKY_AT_MOST, filesToRepeat, judge, testsOfPlaywright } from './testReports.mjs';

installIfNeeded();
buildWebIfNeeded();

/** The printed lines of a failure's message. */
const TOLD_LINES = 12;
const results = mkdtempSync(join(tmpdir(), 'krapao-results-'));
const total = { passed: 0, skipped: 0, failed: [], flaky: [] };

const vitest = {
  name: 'unit',
  cwd: ROOT,
  testsOf: (report) => report,
  args: ({ files, isAlone }) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=./scripts/vitestReport.mjs',
    ...(isAlone ? ['--maxWorkers=1', '--no-file-parallelism'] : []),
    ...files,
  ],
};
const playwright = (name) => ({
  name,
  cwd: join(ROOT, 'e2e'),
  testsOf: testsOfPlaywright,
  args: ({ files, isAlone }) => [
    join(ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    `${name}.config.ts`,
    ...(isAlone ? ['--workers=1'] : []),
    ...files,
  ],
});

const [option, since = 'HEAD'] = process.argv.slice(2);
if (option === '--related') {
  const changed = changedSince(since);
  runAll(vitest, ['--changed', since, '--passWithNoTests']);
  const files = browserFilesOf(changed);
  if (files.length > 0) runAll(playwright('playwright'), files);
} else if (option === undefined) {
  runAll(vitest);
  runAll(playwright('playwright'));
  // Builds the app for Laos; the next start rebuilds it for the configured variant.
  runAll(playwright('laos'));
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
process.exit(total.failed.length === 0 && total.flaky.length <= FLAKY_AT_MOST ? 0 : 1);

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
