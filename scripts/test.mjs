// `npm test`: installs and builds what is missing, then runs every test, including those in a real browser.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildWebIfNeeded } from './buildWeb.mjs';
import { installIfNeeded, NODE, ROOT } from './install.mjs';

installIfNeeded();
buildWebIfNeeded();

const results = mkdtempSync(join(tmpdir(), 'krapao-results-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** Printed again at the end, where they are easy to find. */
const failures = [];
/** The printed lines of a failure's message. */
const TOLD_LINES = 12;

/** Runs a test runner and adds the counts from its JSON report; a missing report counts as a failure. */
function runTests(name, args, cwd, count) {
  const report = join(results, `${name}.json`);
  const { status } = spawnSync(NODE, args(report), {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0 };
  if (status !== 0 && counted.failed === 0) {
    counted.failed = 1;
    counted.failures = [`${name}: the runner ended with ${status}`];
  }
  for (const key of Object.keys(total)) total[key] += counted[key];
  failures.push(...(counted.failures ?? [`${name}: no report`]));
}

runTests(
  'unit',
  (report) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  ROOT,
  (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
    failures: json.testResults.flatMap(failuresOfFile),
  }),
);
const browser = (config) => () => [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', config];
const countBrowser = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
  failures: suites.flatMap(failuresOfSuite),
});
runTests('browser', browser('playwright.config.ts'), join(ROOT, 'e2e'), countBrowser);
// Builds the app for Laos; the next start rebuilds it for the configured variant.
runTests('laos', browser('laos.config.ts'), join(ROOT, 'e2e'), countBrowser);

rmSync(results, { recursive: true, force: true });
for (const failure of failures) {
  const told = stripVTControlCharacters(failure).split('\n').slice(0, TOLD_LINES);
  console.log(`\nFAILED ${told.join('\n')}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

/** From Vitest's report: failed tests, and files that failed before their first test. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
  return failed.length === 0 && status === 'failed' ? [`${name}\n${message}`] : failed;
}

/** From Playwright's report, whose suites are nested. */
function failuresOfSuite({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const messages = tests.flatMap(({ results }) =>
        results.map(({ error }) => error?.message ?? '').filter(Boolean),
      );
      return `${file} > ${title}\n${messages.join('\n')}`;
    });
  return [...failed, ...suites.flatMap(failuresOfSuite)];
}
