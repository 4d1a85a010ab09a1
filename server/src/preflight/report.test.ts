import { LANGUAGES } from '@krapao/contract/limits';
import { CHECKS, type CheckId, GROUPS, type PreflightGroup, stateOf } from '@krapao/contract/preflight';
import { expect, test } from 'vitest';
import type { CheckResult } from './preflight.ts';
import { reportOf } from './report.ts';

const ADDRESS = 'https://wallet.example';

function found(group: PreflightGroup, id: CheckId, finding: string, values = {}): CheckResult {
  const { severity, page } = CHECKS[id];
  return { id, group, severity, state: stateOf(id, finding), finding, values, page, tookMs: 1 };
}

const CHECKED = [
  found('safety', 'pack', 'looser', { rows: '4' }),
  found('people', 'administrators', 'yes', { count: '2' }),
  found('people', 'firstPassword', 'file', { file: '/srv/first' }),
  found('services', 'gateway', 'doubtful', { name: 'Our gateway', trouble: 'BAD_ANSWER' }),
];

test('the report names the groups in the order of the way, and says in each first what is red', () => {
  const lines = reportOf(CHECKED, 'en', ADDRESS).split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'People',
    'RED  First password: It is changed, but its file is still there: /srv/first.',
    '       Delete the file.',
    '       $ rm /srv/first',
    'OK   Two administrators: 2 administrators can decide.',
  ]);
  expect(lines.filter((line) => Object.values(GROUPS).some(({ title }) => title.en === line))).toEqual([
    'People',
    'Services',
    'Backups and alerts',
  ]);
  expect(lines).toContain(`       ${ADDRESS}/console/content/setting/protection`);
});

test('the marks are explained in the output, in its language', () => {
  for (const language of LANGUAGES) {
    const text = reportOf(CHECKED, language, ADDRESS);
    const should = /^RED {2}(\(\S+\)) /m.exec(text)?.[1] ?? '';
    const legend = text
      .split('\n')
      .filter((line) => /^(?:RED|\?|\$) {2,4}\S/.test(line) && !line.includes(': '));
    expect(
      legend.map((line) => line[0]),
      language,
    ).toEqual(['R', '?', '$']);
    expect(legend[0]).toContain(should);
  }
});
