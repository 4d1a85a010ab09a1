import { expect, test } from 'vitest';
import { adviceOn, CHECK_IDS, CHECKS, GROUPS, PREFLIGHT_GROUPS } from './preflight.ts';

test('no words of a check or a group lead to a file, which no telephone opens', () => {
  const words = JSON.stringify([CHECKS, GROUPS]);
  expect(words).not.toMatch(/docs\/|\.md\b/);
});

test('each group says what it is for, in three languages, and how long it takes', () => {
  for (const group of PREFLIGHT_GROUPS) {
    const { title, why, minutes } = GROUPS[group];
    expect(new Set([...Object.values(title), ...Object.values(why)]).size, group).toBe(6);
    expect(minutes).toBeGreaterThan(0);
  }
});

test('what is done on the server is told with what to type there', () => {
  const withoutCommand = CHECK_IDS.filter((id) => CHECKS[id].page === null).filter(
    (id) =>
      !Object.keys(CHECKS[id].findings).some(
        (finding) => adviceOn(id, finding, {}, 'en').commands.length > 0,
      ),
  );
  expect(withoutCommand).toEqual([]);
});

test('the advice is about what was found, not about what is in order already', () => {
  const file = '/var/lib/krapao/first-operator-password';
  const on = (id: 'firstPassword' | 'alerts', finding: string) => adviceOn(id, finding, { file }, 'en');
  expect(on('firstPassword', 'unused').commands).toEqual([`cat ${file}`]);
  expect(on('firstPassword', 'file')).toEqual({ remedy: 'Delete the file.', commands: [`rm ${file}`] });
  expect(on('alerts', 'closed').remedy).toContain('set it as KRAPAO_METRICS_TOKEN');
  for (const finding of ['never', 'silent']) {
    expect(on('alerts', finding).remedy).toMatch(/^The token is set\. /);
    expect(on('alerts', finding).commands.join()).not.toContain('nano /etc/krapao.env');
  }
});
