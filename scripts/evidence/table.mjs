/** From best to worst. */
const RESULTS = ['passed', 'flaky', 'skipped', 'not run on this tree', 'failed'];

/**
 * @typedef {object} Row
 * @property {string} list
 * @property {string} id
 * @property {string} subject
 * @property {string} [state]
 * @property {string} result the worst of its tests; "no test" if nothing names the clause
 * @property {number[]} tests their places in the list of tests
 */

/**
 * Joins clauses with tests and the last run.
 * @param {import('./clauses.mjs').Clause[]} clauses
 * @param {import('./titles.mjs').Title[]} titles
 * @param {import('../lastRun.mjs').Run | undefined} run
 * @param {string} tree the files that the evidence is about; results of other files are none
 * @returns {{ clauses: Row[], tests: Array<{ file: string, title: string, result: string }> }}
 */
export function tableOf(clauses, titles, run, tree) {
  const byFile = Map.groupBy(run?.tree === tree ? run.tests : [], ({ file }) => file);
  const tests = titles.map(({ file, title, names }) => ({
    file,
    title,
    result: resultOf(names, byFile.get(file) ?? []),
  }));
  const rows = clauses.map(({ mark, files, ...clause }) => {
    const shown = tests.flatMap(({ file, title }, place) =>
      (mark ? mark.test(title) : files.includes(file)) ? [place] : [],
    );
    const results = shown.map((place) => RESULTS.indexOf(tests[place].result));
    return { ...clause, result: RESULTS[Math.max(...results)] ?? 'no test', tests: shown };
  });
  return { clauses: rows, tests };
}

/** A test that runs in several browsers or cases has several results; where it is skipped in some of them, the others count. */
function resultOf(names, ofFile) {
  const own = ofFile.filter(({ name }) => names.test(name)).map(({ status }) => status);
  const isBroken = ofFile.some(({ name, status }) => name === '' && status === 'failed');
  if (isBroken || own.includes('failed')) return 'failed';
  return ['flaky', 'passed', 'skipped'].find((status) => own.includes(status)) ?? 'not run on this tree';
}
