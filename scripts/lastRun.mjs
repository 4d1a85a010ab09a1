import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** In a folder that git ignores. */
const FILE = 'test-results/lastRun.json';

/**
 * @typedef {object} Run the last whole run of `npm test`
 * @property {string} commit
 * @property {string | null} tree the files that were tested (workingTree.mjs); null: they changed during the run
 * @property {number} seed
 * @property {string} startedAt ISO 8601
 * @property {string} finishedAt ISO 8601
 * @property {boolean} isGood whether `npm test` ended with 0
 * @property {string[]} errors failures that belong to no file, as of a runner that broke, a line each
 * @property {Array<{ file: string, name: string, status: 'passed' | 'flaky' | 'failed' | 'skipped' }>} tests files as
 *   paths in the repository; an empty name is the failure of a whole file
 */

/** @param {Run} run */
export function keepRun(root, run) {
  const path = join(root, FILE);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(run)}\n`);
}

/** @returns {Run | undefined} undefined: no whole run was kept */
export function readRun(root) {
  try {
    return JSON.parse(readFileSync(join(root, FILE), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
