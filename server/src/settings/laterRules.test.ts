import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { expect, test } from 'vitest';
import { completePack, laterRules } from './laterRules.ts';

const STRICT = {
  ...DEFAULT_PACK,
  title: 'Ours',
  age: { years: 21 },
  coolingOff: { hours: 72 },
  levels: undefined,
  review: { isOn: true },
};

test('a pack of before a later rule keeps what the site published; only what it lacks is filled', () => {
  expect(laterRules(DEFAULT_PACK)).toEqual([]);
  expect(laterRules(STRICT)).toEqual(['review', 'levels']);
  expect(completePack(STRICT)).toEqual({
    ...STRICT,
    levels: DEFAULT_PACK.levels,
    review: DEFAULT_PACK.review,
  });
  for (const broken of [null, 7, []]) expect(completePack(broken)).toEqual(DEFAULT_PACK);
});
