import { expect, test } from 'vitest';
import { filesToRepeat, isGood, judge, keptOf, testsOfPlaywright } from './testReports.mjs';

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

test('a failure that never passed has failed: of the runner, of a test that was not run again or skipped then', () => {
  const first = [one('', '', 'failed'), one('a', '1', 'failed')];
  expect(filesToRepeat(first)).toEqual(['a']);
  expect(judge(first, [one('a', '', 'failed')]).failed).toEqual([...first, one('a', '', 'failed')]);
  expect(judge(first, []).failed).toEqual(first);
  expect(judge([one('a', '1', 'failed')], [one('a', '1', 'skipped')])).toMatchObject({
    passed: 0,
    flaky: [],
  });
  for (const skipped of [[one('a', '1', 'skipped')], []])
    expect(judge(skipped, [one('a', '1', 'failed')])).toMatchObject({ passed: 0, flaky: [] });
});

test('a runner that breaks is never flaky, at the second run neither', () => {
  const [first, second] = [[one('a', '1', 'failed')], [one('a', '1', 'passed'), one('', '', 'failed')]];
  expect(judge(first, second)).toMatchObject({ failed: [one('', '', 'failed')], flaky: [first[0]] });
});

test('of two tests with one name the one that fails twice has failed', () => {
  const tests = [one('a', '1', 'failed'), one('a', '1', 'passed')];
  expect(judge(tests, tests)).toMatchObject({ passed: 1, failed: [tests[0]], flaky: [] });
});

test('a file that failed as a whole is flaky once, and its tests are counted', () => {
  const first = [one('a', '1', 'skipped'), one('a', '', 'failed')];
  expect(judge(first, [one('a', '1', 'passed')])).toMatchObject({ passed: 1, skipped: 0, failed: [] });
  expect(judge(first, [one('a', '1', 'skipped')])).toMatchObject({ failed: [one('a', '', 'failed')] });
});

test('Playwright’s tests are told with their project and suites, and an error outside tests is the runner’s', () => {
  const spec = (status) => ({
    file: 'chat.spec.ts',
    title: 'CHT-01',
    tests: [{ projectName: 'phone', status, results: [{ error: { message: 'not there' } }] }],
  });
  const suites = [{ title: 'chat.spec.ts', suites: [{ title: 'at night', specs: [spec('unexpected')] }] }];
  expect(testsOfPlaywright({ suites, errors: [{ message: 'no server' }] })).toEqual([
    { file: 'chat.spec.ts', name: '[phone] at night CHT-01', status: 'failed', message: 'not there' },
    { file: '', name: '', status: 'failed', message: 'no server' },
  ]);
});

test('what is kept of a run has the failures that belong to no file, without paths of this machine', () => {
  const all = [
    one('/home/x/a.test.ts', '1', 'passed'),
    {
      file: '',
      name: '',
      status: 'failed',
      message: '\u001b[31m/home/x/server/a.test.ts: no port\u001b[0m\nat b',
    },
  ];
  expect(keptOf(all, '/home/x', (file) => file.slice('/home/x/'.length))).toEqual({
    tests: [{ file: 'a.test.ts', name: '1', status: 'passed' }],
    errors: ['server/a.test.ts: no port'],
  });
  expect(isGood(judge(all, []))).toBe(false);
  expect(isGood(judge(all.slice(0, 1), []))).toBe(true);
});
