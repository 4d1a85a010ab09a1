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
  const tests = suites.flatMap(function testsOf({ specs = [], suites: inner = [] }) {
    const own = specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, status, results }) => ({
        file,
        name: `[${projectName}] ${title}`,
        status: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
        message: results
          .map(({ error }) => error?.message ?? '')
          .filter(Boolean)
          .join('\n'),
      })),
    );
    return [...own, ...inner.flatMap(testsOf)];
  });
  return [...tests, ...outside];
}

/** The files with a failure, each once. A failure without a file is the runner's own. */
export const filesToRepeat = (tests) => [
  ...new Set(tests.filter(({ file, status }) => file !== '' && status === 'failed').map(({ file }) => file)),
];

/**
 * Compares a run with the second run of its failed files. A test that failed in both has failed; so has one that failed
 * and was not run again. A test that failed in one of them is flaky, and counts as passed.
 * @param {Test[]} first
 * @param {Test[]} second
 * @returns {{ passed: number, skipped: number, failed: Test[], flaky: Test[] }}
 */
export function judge(first, second) {
  const again = new Map(second.map((test) => [keyOf(test), test]));
  const before = new Set(first.map(keyOf));
  const isRunAgain = (file) => second.some((test) => test.file === file && test.status === 'passed');
  const all = [
    ...first.map((test) => [test, again.get(keyOf(test))]),
    ...second.filter((test) => !before.has(keyOf(test))).map((test) => [undefined, test]),
  ];
  const so = { passed: 0, skipped: 0, failed: [], flaky: [] };
  for (const [one, other] of all) {
    const failure = [one, other].find((test) => test?.status === 'failed');
    if (failure === undefined) {
      so[(other ?? one).status] += 1;
      continue;
    }
    // A file that failed as a whole is no test: its tests are counted by themselves.
    const isFlaky =
      other === undefined ? failure.name === '' && isRunAgain(failure.file) : one?.status !== other.status;
    if (!isFlaky) so.failed.push(failure);
    else {
      so.flaky.push(failure);
      if (failure.name !== '') so.passed += 1;
    }
  }
  return so;
}

const keyOf = ({ file, name }) => `${file}\n${name}`;
