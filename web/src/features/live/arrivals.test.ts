import { expect, test } from 'vitest';
import { createArrivals } from './arrivals.ts';
import type { Arrival } from './moneyStream.ts';

const of = (...ids: string[]): Arrival[] => ids.map((id) => ({ id, amount: Number(id) }));

test('HOM-01 what arrived while nobody listened is told once; what was there before is not', async () => {
  let statement = of('1', '2');
  const arrivals = createArrivals(async () => statement);
  expect(await arrivals.missed()).toEqual([]);
  expect(arrivals.told(of('3'))).toEqual(of('3'));
  statement = of('5', '4', '3', '2', '1');
  expect(await arrivals.missed()).toEqual(of('5', '4'));
  expect(arrivals.told(of('4'))).toEqual([]);
  expect(await arrivals.missed()).toEqual([]);
});

test('a question that nothing answers is no first look', async () => {
  let statement: Arrival[] | null = null;
  const arrivals = createArrivals(async () => statement ?? Promise.reject(new Error('offline')));
  expect(await arrivals.missed()).toEqual([]);
  statement = of('1');
  expect(await arrivals.missed()).toEqual([]);
  statement = of('2', '1');
  expect(await arrivals.missed()).toEqual(of('2'));
});
