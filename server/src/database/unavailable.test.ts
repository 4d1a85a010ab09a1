import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './unavailable.ts';

const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

test.each([
  ['terminating connection due to administrator command', '57P01', true],
  ['terminating connection because of crash of another server process', '57P02', true],
  ['the database system is in recovery mode', '57P03', true],
  ['canceling statement due to statement timeout', '57014', true],
  ['terminating connection due to idle-in-transaction timeout', '25P03', true],
  ['sorry, too many clients already', '53300', true],
  ['could not read block 0 in file "base/1/2": Input/output error', '58030', true],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED', true],
  ['read ECONNRESET', 'ECONNRESET', true],
  ['Connection terminated unexpectedly', undefined, true],
  ['Query read timeout', undefined, true],
  ['timeout exceeded when trying to connect', undefined, true],
  ['Client has encountered a connection error and is not queryable', undefined, true],
  // Server faults stay faults.
  ['deadlock detected', '40P01', false],
  ['duplicate key value violates unique constraint', '23505', false],
  ['column "x" does not exist', '42703', false],
  ['fetch failed', undefined, false],
  ['ENOENT: no such file or directory', 'ENOENT', false],
])('%s (%s): the database is away: %s', (message, code, expected) => {
  expect(isDatabaseUnavailable(failure(message, code))).toBe(expected);
});
