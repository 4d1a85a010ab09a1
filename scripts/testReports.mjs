import { stripVTControlCharacters } from 'node:util';

// What the reports of two runs of the same tests say together.

/** So many tests may pass at their second try only; with more of them a run is red. */
export const FLAKY_AT_MOST = 5;

/**
 * @typedef {object} Test one test of a report, or a failure outside of tests
 * @property {string} file the file's path as the runner takes it; empty for a failure of the runner itself
 * @property {string} name empty for a failure of the whole file
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {string} message of a failure
 */

/** @returns {Test[]} of Playwright's JSON report, whose suites are nested; errors outside tests have no file */
export function testsOfPlaywright({ suites, errors = [] }) {
  const outside = errors.map(({ message }) => ({ file: '', name: '', status: 'failed', message }));
  const testsOf = ({ specs = [], suites: inner = [] }, titles) => {
    const own = specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        file,
        name: [`[${projectName}]`, ...titles, title].join(' '),
        status: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
        message: results
          .map(({ error }) => error?.message ?? '')
          .filter(Boolean)
          .join('\n'),
      })),
    );
    return [...own, ...inner.flatMap((suite) => testsOf(suite, [...titles, suite.title]))];
  };
  // The outermost suite is the file.
  return [...suites.flatMap((file) => testsOf(file, [])), ...outside];
}

/** The files with a failure, each once. A failure without a file is the runner's own. */
export const filesToRepeat = (tests) => [
  ...new Set(tests.filter(({ file, status }) => file !== '' && status === 'failed').map(({ file }) => file)),
];

/**
 * What became of each test in a run and in the second run of its failed files. A test that failed in one and passed in the
 * other is flaky; one that failed and never passed has failed, and so has a runner that broke.
 * @param {Test[]} first
 * @param {Test[]} second
 * @returns {Array<{ file: string, name: string, status: 'passed' | 'skipped' | 'failed' | 'flaky', message: string }>}
 */
export function outcomes(first, second) {
  const [before, again] = [keyed(first), keyed(second)];
  const hasPassed = (file) => second.some((test) => test.file === file && test.status === 'passed');
  return [...new Set([...before.keys(), ...again.keys()])].map((key) => {
    const tries = [before.get(key), again.get(key)].filter((test) => test !== undefined);
    const failure = tries.find(({ status }) => status === 'failed');
    if (failure === undefined) return tries.at(-1);
    const isFlaky =
      failure.name === ''
        ? failure.file !== '' && tries.length === 1 && hasPassed(failure.file)
        : tries.some(({ status }) => status === 'passed');
    return isFlaky ? { ...failure, status: 'flaky' } : failure;
  });
}

/**
 * Counts the outcomes of two runs. A flaky test counts as passed too.
 * @param {Test[]} first
 * @param {Test[]} second
 * @returns {{ passed: number, skipped: number, failed: Test[], flaky: Test[] }}
 */
export function judge(first, second) {
  const so = { passed: 0, skipped: 0, failed: [], flaky: [] };
  for (const { status, ...test } of outcomes(first, second)) {
    if (status === 'passed' || status === 'skipped') so[status] += 1;
    else so[status].push({ ...test, status: 'failed' });
    // A file is no test: its tests are counted by themselves.
    if (status === 'flaky' && test.name !== '') so.passed += 1;
  }
  return so;
}

/** Whether a run is green: nothing failed, and not too much passed at its second try only. */
export const isGood = ({ failed, flaky }) => failed.length === 0 && flaky.length <= FLAKY_AT_MOST;

/**
 * What is kept of a runner's outcomes (lastRun.mjs): its tests, and its failures that belong to no file.
 * @param {ReturnType<typeof outcomes>} all
 * @param {string} root no path of this machine is kept
 * @param {(file: string) => string} pathOf a file's path in the repository
 */
export function keptOf(all, root, pathOf) {
  const [outside, ofFiles] = [all.filter(({ file }) => file === ''), all.filter(({ file }) => file !== '')];
  const firstLine = (message) => stripVTControlCharacters(message ?? '').split('\n', 1)[0];
  return {
    tests: ofFiles.map(({ file, name, status }) => ({ file: pathOf(file), name, status })),
    errors: outside.map(({ message }) => firstLine(message).replaceAll(`${root}/`, '')),
  };
}

/** The tests by file and name; of the same name the second, third … each have a key too. */
function keyed(tests) {
  const all = new Map();
  for (const test of tests) {
    let nth = 0;
    while (all.has(`${test.file}\n${test.name}\n${nth}`)) nth += 1;
    all.set(`${test.file}\n${test.name}\n${nth}`, test);
  }
  return all;
}
