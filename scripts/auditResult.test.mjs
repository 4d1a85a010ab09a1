import { expect, test } from 'vitest';
import { auditResult } from './auditResult.mjs';

const PAGE = `## Judged weaknesses

| Advisory | Package | Since | Sentence | Until |
| --- | --- | --- | --- | --- |
| \`GHSA-aaaa-bbbb-cccc\` | left | 2026-11-01 | only in tests | 2026-12-01 |

## Licences

| Licence | Judged |
| --- | --- |
| \`GHSA-dddd-eeee-ffff\` | a row of another chapter |
`;
const advisory = (id, name) => ({
  name,
  title: 'slow',
  url: `https://github.com/advisories/${id}`,
  severity: 'high',
  range: '<2',
});
const told = (...via) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities: { left: { via }, above: { via: ['left'] } } });

test('a judged weakness counts until its date, and each is told once', () => {
  const answer = told(advisory('GHSA-aaaa-bbbb-cccc', 'left'), advisory('GHSA-aaaa-bbbb-cccc', 'left'));
  expect(auditResult(answer, PAGE, '2026-12-01')).toEqual({
    lines: ['1 known weaknesses, 1 of them judged'],
    exitCode: 0,
  });
  expect(auditResult(answer, PAGE, '2026-12-02')).toMatchObject({
    lines: [
      expect.stringContaining('JUDGED UNTIL 2026-12-01: GHSA-aaaa-bbbb-cccc high left <2'),
      expect.anything(),
    ],
    exitCode: 1,
  });
});

test('a weakness that nobody judged is told, also if it stands in another chapter', () => {
  expect(auditResult(told(advisory('GHSA-dddd-eeee-ffff', 'left')), PAGE, '2026-11-28')).toMatchObject({
    lines: [
      expect.stringContaining('NOT JUDGED: GHSA-dddd-eeee-ffff'),
      '1 known weaknesses, 0 of them judged',
    ],
    exitCode: 1,
  });
  expect(auditResult(told(), PAGE, '2026-11-28')).toMatchObject({ exitCode: 0 });
});

test('a registry that was not asked is no good result: without an answer, without the call, in another form', () => {
  for (const answer of [
    '',
    '{"message":"405 Method Not Allowed"}',
    '{"auditReportVersion":1,"vulnerabilities":{}}',
    'null',
  ])
    expect(auditResult(answer, PAGE, '2026-11-28')).toMatchObject({
      lines: [expect.stringContaining('NOT ASKED')],
      exitCode: 2,
    });
});
