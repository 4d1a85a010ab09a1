import { expect, test } from 'vitest';
import { inBatches } from './inBatches.ts';

/** A run that the test answers by hand. */
function byHand(options: { most: number; atOnce: number; waitMs: number; besideMs: number }) {
  const calls: {
    items: number[];
    answer: (results: (number | Error)[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const send = inBatches<number, number>(
    (items) => new Promise((answer, fail) => calls.push({ items, answer, fail })),
    options,
  );
  const called = (count: number) => expect.poll(() => calls.length).toBe(count);
  return { calls, send, called };
}

test('what comes at the same time goes together, and each gets its own answer', async () => {
  const { calls, send, called } = byHand({ most: 10, atOnce: 1, waitMs: 0, besideMs: 1_000_000 });
  const answers = Promise.allSettled([send(1), send(2), send(3)]);
  await called(1);
  expect(calls[0]?.items).toEqual([1, 2, 3]);
  calls[0]?.answer([10, new Error('not two'), 30]);
  expect(await answers).toMatchObject([{ value: 10 }, { reason: { message: 'not two' } }, { value: 30 }]);
});

test('nothing joins a call that is under way', async () => {
  const { calls, send, called } = byHand({ most: 10, atOnce: 1, waitMs: 0, besideMs: 1_000_000 });
  const first = send(1);
  await called(1);
  const later = [send(2), send(3)];
  calls[0]?.answer([1]);
  expect(await first).toBe(1);
  await called(2);
  expect(calls[1]?.items).toEqual([2, 3]);
  calls[1]?.answer([2, 3]);
  expect(await Promise.all(later)).toEqual([2, 3]);
});

test('no call is larger than allowed, and no more are under way', async () => {
  const { calls, send, called } = byHand({ most: 2, atOnce: 2, waitMs: 1_000_000, besideMs: 1_000_000 });
  const answers = [1, 2, 3, 4, 5, 6].map(send);
  await called(2);
  expect(calls.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  calls[1]?.answer([3, 4]);
  await called(3);
  expect(calls[2]?.items).toEqual([5, 6]);
  calls[0]?.answer([1, 2]);
  calls[2]?.answer([5, 6]);
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a call that fails fails for all that were in it, and the next is a new one', async () => {
  const { calls, send, called } = byHand({ most: 10, atOnce: 1, waitMs: 1, besideMs: 1 });
  const answers = Promise.allSettled([send(1), send(2)]);
  await called(1);
  calls[0]?.fail(new Error('broken'));
  expect(await answers).toMatchObject([{ reason: { message: 'broken' } }, { reason: { message: 'broken' } }]);
  const next = send(3);
  await called(2);
  calls[1]?.answer([3]);
  expect(await next).toBe(3);
});

test('another call goes beside one that is slow, with all that came meanwhile', async () => {
  const { calls, send, called } = byHand({ most: 10, atOnce: 2, waitMs: 0, besideMs: 1 });
  const slow = send(1);
  await called(1);
  const later = [send(2), send(3)];
  await called(2);
  expect(calls[1]?.items).toEqual([2, 3]);
  calls[1]?.answer([2, 3]);
  expect(await Promise.all(later)).toEqual([2, 3]);
  calls[0]?.answer([1]);
  expect(await slow).toBe(1);
});
