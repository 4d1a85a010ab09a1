import { expect, test, vi } from 'vitest';
import { FeedTemplate } from '../bankFeed/generic/feedSettings.ts';
import { judge, valueAt } from './answerRules.ts';
import { fillTemplate } from './fillTemplate.ts';
import { readTemplate } from './readTemplate.ts';

test('ASVS 15.2.2 a value that is filled in is not read for places again', () => {
  // Each place names two of the next one: filled in again and again, they would double thirty times.
  const values = Object.fromEntries(
    Array.from({ length: 30 }, (_, nth) => [`v${nth}`, `{v${nth + 1}}{v${nth + 1}}`]),
  );
  const write = vi.spyOn(JSON, 'stringify');
  expect(fillTemplate('{v0} {v0}', values, 'json')).toBe('{v1}{v1} {v1}{v1}');
  expect(write).toHaveBeenCalledTimes(2);
  write.mockRestore();
});

test('ASVS 15.2.2 an answer is gone into as deep as the template says, and nowhere else', () => {
  let looked = 0;
  // An answer without an end.
  const endless: object = new Proxy(
    {},
    {
      get: () => endless,
      getOwnPropertyDescriptor: () => {
        looked += 1;
        return { configurable: true, enumerable: true, value: endless };
      },
      ownKeys: () => {
        throw new Error('nobody lists an answer');
      },
    },
  );
  expect(valueAt(endless, '/a'.repeat(8))).toBe(endless);
  expect(looked).toBe(8);
  const rules = Array.from({ length: 50 }, () => ({ at: '/a/b', is: ['x'], gives: 'paid' as const }));
  judge(rules, { httpStatus: 200, json: endless });
  expect(looked).toBe(8 + 50 * 2);
});

test('ASVS 15.2.2 a template that is wrong everywhere is told by one problem', () => {
  const problems: string[] = [];
  const wide = JSON.stringify(
    Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`k${nth}`, nth])),
  );
  expect(readTemplate(FeedTemplate, wide, problems)).toBeUndefined();
  expect(problems).toHaveLength(1);
  expect(problems[0]?.length).toBeLessThan(200);
});
