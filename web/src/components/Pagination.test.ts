import { expect, test } from 'vitest';
import { pageWindow } from './Pagination.tsx';

test('STM-01 at most 3 pages before and 1 after the current one', () => {
  expect(pageWindow(1, 12)).toEqual([1, 2]);
  expect(pageWindow(6, 12)).toEqual([3, 4, 5, 6, 7]);
  expect(pageWindow(12, 12)).toEqual([9, 10, 11, 12]);
  expect(pageWindow(1, 0)).toEqual([]);
});
