/**
 * What a run says beyond the results of tests: a failure may belong to no test, or to one that no title fits.
 * @param {{ isGood?: boolean, errors?: string[] } | null} run null: the tests were not run on these files
 * @returns {string[]} a sentence each; none of a good run
 */
export function whatBroke(run) {
  if (run === null || (run.isGood === true && run.errors.length === 0)) return [];
  return [
    'The run of the tests was not good: `npm test` ended with an error.',
    ...(run.errors ?? []).map((error) => `Outside of the tests: ${error}`),
  ];
}
