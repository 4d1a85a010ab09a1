import { expect, test } from 'vitest';
import { type Order, type Sortable, sortQueue } from './queueOrder.ts';

const QUEUE: readonly (Sortable & { id: string })[] = [
  { id: 'b', since: '2026-11-21T09:00:00.000Z', amount: 500, why: 'no match' },
  { id: 'a', since: '2026-11-21T08:00:00.000Z', amount: null },
  { id: 'c', since: '2026-11-21T10:00:00.000Z', amount: 900, why: 'ambiguous' },
  { id: 'd', since: '2026-11-21T11:00:00.000Z', amount: 500, why: 'no match' },
];

test.each<[Order, string]>([
  ['oldest', 'abcd'],
  ['newest', 'dcba'],
  ['largest', 'cbda'],
  ['why', 'cbda'],
])('a queue sorted by %s', (order, expected) => {
  const sorted = sortQueue(QUEUE, order, (item) => item);
  expect(sorted.map(({ id }) => id).join('')).toBe(expected);
});
