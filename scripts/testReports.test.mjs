import { expect, test } from 'vitest';
import { filesToRepeat, judge, testsOfPlaywright } from './testReports.mjs';

const one = (file, name, status) => ({ file, name, status, message: `${name} said so` });

test('a test that fails twice has failed, one that passes alone is flaky and counts as passed', () => {
  const first = [
    one('a', '1', 'failed'),
    one('a', '2', 'passed'),
    one('b', '3', 'failed'),
    one('c', '4', 'passed'),
  ];
  expect(filesToRepeat(first)).toEqual(['a', 'b']);
  const second = [one('a', '1', 'failed'), one('a', '2', 'passed'), one('b', '3', 'passed')];
  expect(judge(first, second)).toEqual({
    passed: 3,
    skipped: 0,
    failed: [one('a', '1', 'failed')],
    flaky: [one('b', '3', 'failed')],
  });
});

test('a test that fails at the second run alone is flaky too', () => {
  const first = [one('a', '1', 'failed'), one('a', '2', 'passed')];
  const second = [one('a', '1', 'passed'), one('a', '2', 'failed')];
  expect(judge(first, second).flaky.map(({ name }) => name)).toEqual(['1', '2']);
});

test('a failure that was not run again has failed: of the runner, or of a file that broke at its second run', () => {
  const first = [one('', '', 'failed'), one('a', '1', 'failed')];
  expect(filesToRepeat(first)).toEqual(['a']);
  expect(judge(first, [one('a', '', 'failed')]).failed).toEqual(first);
  expect(judge(first, []).failed).toEqual(first);
});

test('a file that failed as a whole is flaky once, and its tests are counted', () => {
  const first = [one('a', '1', 'skipped'), one('a', '', 'failed')];
  expect(judge(first, [one('a', '1', 'passed')])).toMatchObject({ passed: 1, skipped: 0, failed: [] });
  expect(judge(first, [one('a', '1', 'skipped')])).toMatchObject({ failed: [one('a', '', 'failed')] });
});

test('Playwright’s nested suites are told with the project, and an error outside tests is the runner’s', () => {
  const spec = (status) => ({
    file: 'chat.spec.ts',
    title: 'CHT-01',
    tests: [{ projectName: 'phone', status, results: [{ error: { message: 'not there' } }] }],
  });
  const report = {
    suites: [{ suites: [{ specs: [spec('unexpected')] }] }],
    errors: [{ message: 'no server' }],
  };
  expect(testsOfPlaywright(report)).toEqual([
    { file: 'chat.spec.ts', name: '[phone] CHT-01', status: 'failed', message: 'not there' },
    { file: '', name: '', status: 'failed', message: 'no server' },
  ]);
});
