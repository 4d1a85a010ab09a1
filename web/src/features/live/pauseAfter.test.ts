import { expect, test } from 'vitest';
import { pauseAfter } from './pauseAfter.ts';

const late = () => 1;

test('HOM-01 screens that lose the line at one moment come back over seconds, soon where they had held it', () => {
  expect(pauseAfter(0, 60_000, () => 0)).toEqual({ failures: 0, ms: 500 });
  expect(pauseAfter(5, 60_000, late)).toEqual({ failures: 0, ms: 3_000 });
});

test('a screen that is sent away each time, or finds nobody, comes back ever later', () => {
  for (const held of [0, null]) {
    let failures = 0;
    const pauses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      const pause = pauseAfter(failures, held, late);
      failures = pause.failures;
      pauses.push(pause.ms);
    }
    expect(pauses).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000]);
  }
});
