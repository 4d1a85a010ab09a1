import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';
import { type Job, runJobs } from './runJobs.ts';

const { log } = Fastify({ logger: false });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

const isCounted = (key: string) => sql<boolean>`exists (select from rate_counter where key = ${key})`;
const setCounted = (key: string) =>
  sql`insert into rate_counter (key, window_start, count) values (${key}, now(), 1)`.execute(database.owner);

/** A job whose work is the row of its name; it counts its runs. */
function counted(name: string, due = isCounted(name)) {
  const runs = { count: 0 };
  const job: Job = {
    name,
    due,
    run: async () => {
      runs.count += 1;
      const { numDeletedRows } = await database.owner
        .deleteFrom('rate_counter')
        .where('key', '=', name)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
  return { job, runs };
}

test('one look serves all jobs: those with nothing due do not run', async () => {
  const busy = counted('busy');
  const idle = counted('idle');
  const jobs = runJobs(database.db, [busy.job, idle.job], log);
  try {
    for (const runs of [2, 4]) {
      await setCounted('busy');
      // Once with the row, and once more until nothing is left.
      await expect.poll(() => busy.runs.count).toBe(runs);
    }
    expect(idle.runs.count).toBe(0);
    jobs.wake('idle');
    await expect.poll(() => idle.runs.count).toBe(1);
  } finally {
    await jobs.stop();
  }
});

test('work runs what is due until nothing is left, and waits for it', async () => {
  const [first, second, broken] = [counted('first'), counted('second'), counted('broken')];
  broken.job.run = () => Promise.reject(new Error('broken'));
  // What the first job does makes the second one due.
  const { run } = first.job;
  first.job.run = async (signal) => {
    const rows = await run(signal);
    if (rows > 0) await setCounted('second');
    return rows;
  };
  const jobs = runJobs(database.db, [first.job, second.job, broken.job], log);
  try {
    await setCounted('first');
    await setCounted('broken');
    await jobs.work();
    const left = await database.owner.selectFrom('rate_counter').select('key').execute();
    expect(left).toEqual([{ key: 'broken' }]);
    await setCounted('second');
    await jobs.work('first');
    expect((await database.owner.selectFrom('rate_counter').select('key').execute()).length).toBe(2);
    await expect(jobs.work('third')).rejects.toThrow('no job "third"');
  } finally {
    await jobs.stop();
    await database.owner.deleteFrom('rate_counter').execute();
  }
});

test('a question that fails lets every job look for itself', async () => {
  const missing = counted('missing', sql<boolean>`exists (select from no_such_table)`);
  const other = counted('other');
  const jobs = runJobs(database.db, [missing.job, other.job], log);
  try {
    await expect.poll(() => [missing.runs.count > 0, other.runs.count > 0]).toEqual([true, true]);
  } finally {
    await jobs.stop();
  }
});
