import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { moveClock } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { type Job, runJobs } from './runJobs.ts';

const { log } = Fastify({ logger: false });
/** Jobs without a condition ask the database nothing. */
const NO_DATABASE = undefined as unknown as Db;

/** Five jobs whose runs last until they are ended, and those that have begun. */
function heldJobs() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const jobs = ['a', 'b', 'c', 'd', 'e'].map(
    (name): Job => ({
      name,
      intervalMs: 3_600_000,
      run: () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve(0)));
      },
    }),
  );
  return { begun, ends, running: runJobs(NO_DATABASE, jobs, log) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('at a start three jobs run at a time; one that is slow gives its place to the next', async () => {
  const { begun, ends, running } = heldJobs();
  try {
    await turn();
    expect(begun).toEqual(['a', 'b', 'c']);
    ends.get('b')?.();
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
    await turn();
    expect(begun).toHaveLength(4);
    moveClock(1_000);
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  } finally {
    moveClock(-1_000);
    for (const end of ends.values()) end();
    await running.stop();
  }
});

test('a job whose first run has not begun when the node stops does not run', async () => {
  const { begun, ends, running } = heldJobs();
  await turn();
  const stopped = running.stop();
  for (const end of ends.values()) end();
  await stopped;
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('work waits for a first run that has not begun', async () => {
  const { begun, ends, running } = heldJobs();
  await turn();
  const worked = running.work('e').then(() => begun.push('worked'));
  for (const name of ['a', 'b']) ends.get(name)?.();
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  ends.get('e')?.();
  // Its own run follows the first one.
  await expect.poll(() => begun.filter((name) => name === 'e')).toHaveLength(2);
  for (const end of ends.values()) end();
  await worked;
  expect(begun.at(-1)).toBe('worked');
  await running.stop();
});
