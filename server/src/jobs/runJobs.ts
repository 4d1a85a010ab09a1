import type { FastifyBaseLogger } from 'fastify';
import type { RawBuilder } from 'kysely';
import { clock } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { startDueLook } from './dueLook.ts';
import { inParallel } from './inParallel.ts';

/** So many jobs run first at a time: all at once, each would open a connection and read the catalogue on it. */
const FIRST_AT_A_TIME = 3;
/** A first run that takes longer gives its place to the next. */
const PLACE_MS = 1_000;

/**
 * Background work on due rows in the database. `run` claims due rows by moving their due time one lease ahead, so that
 * another node takes over when the lease of a dead node ends (docs/decisions/002-jobs-as-leased-rows.md). It returns
 * the number of rows that it worked on.
 */
export type Job = {
  name: string;
  run: (signal: AbortSignal) => Promise<number>;
} & (Repeated | Due);

/** It runs at each interval. */
interface Repeated {
  intervalMs: number;
  due?: never;
}

/** It runs within a second after this condition of SQL holds; one statement asks for all jobs. */
interface Due {
  due: RawBuilder<boolean>;
  intervalMs?: never;
}

export interface RunningJobs {
  /** Runs a job now instead of at its next turn; called after the commit that made rows due. */
  wake(name: string): void;
  /**
   * Runs a job, or each job whose condition holds, until nothing is left to do for it; rows under a lease are not due.
   * For tests, which wait for work instead of for a time.
   * @throws Error for a name that no job has
   */
  work(name?: string): Promise<void>;
  /** Waits for running jobs and starts no others. */
  stop(): Promise<void>;
}

/** Runs each job repeatedly; on this node at most one run of a job at a time. */
export function runJobs(db: Db, jobs: readonly Job[], log: FastifyBaseLogger): RunningJobs {
  const stopping = new AbortController();
  const wakers = new Map<string, () => void>();
  const turns = new Map<string, () => void>();
  const runs = new Map<string, () => Promise<number>>();
  /** Each job's latest run. */
  const latest = new Map<string, Promise<number>>();
  /** Rows of all runs that have ended. */
  let worked = 0;
  /** The places of the first runs of jobs that begin at once. */
  const places = new Map(
    jobs.flatMap(({ name, due }) => (due === undefined ? [[name, Promise.withResolvers<void>()]] : [])),
  );
  const conditions = new Map(jobs.flatMap(({ name, due }) => (due === undefined ? [] : [[name, due]])));
  const loops = jobs.map((job) => loop(job));
  void inParallel([...places], FIRST_AT_A_TIME, async ([name, place]) => {
    place.resolve();
    await Promise.race([latest.get(name), clock.sleep(PLACE_MS, { signal: stopping.signal, ref: false })]);
  });
  const look = startDueLook(db, conditions, (name) => turns.get(name)?.());

  async function loop(job: Job): Promise<void> {
    let isAwake = false;
    let endPause: (() => void) | undefined;
    wakers.set(job.name, () => {
      isAwake = true;
      endPause?.();
    });
    turns.set(job.name, () => endPause?.());
    let last: Promise<number> = places.get(job.name)?.promise.then(() => 0) ?? Promise.resolve(0);
    const run = () => {
      last = last.then(async () => {
        if (stopping.signal.aborted) return 0;
        const rows = await job.run(stopping.signal).catch((error: unknown) => {
          log.error({ err: error, job: job.name }, 'job failed');
          return 0;
        });
        worked += rows;
        return rows;
      });
      latest.set(job.name, last);
      return last;
    };
    runs.set(job.name, run);
    const pause = () =>
      new Promise<void>((resolve) => {
        const timer = job.intervalMs === undefined ? undefined : clock.after(job.intervalMs, resolve);
        endPause = () => {
          timer?.cancel();
          resolve();
        };
      });
    if (job.due !== undefined) await pause();
    while (!stopping.signal.aborted) {
      isAwake = false;
      const rows = await run();
      if (rows > 0 || isAwake || stopping.signal.aborted) continue;
      await pause();
      endPause = undefined;
    }
  }

  async function workOn(name: string): Promise<void> {
    const run = runs.get(name);
    if (run === undefined) throw new Error(`There is no job "${name}".`);
    while ((await run()) > 0 && !stopping.signal.aborted);
  }

  /** A job that fails ends it, though its condition still holds. What a loop's own run does may make others due. */
  async function workOnAll(): Promise<void> {
    for (let before = -1; before !== worked; ) {
      before = worked;
      await Promise.all(latest.values());
      await Promise.all((await look.due()).map(workOn));
    }
  }

  return {
    wake: (name) => wakers.get(name)?.(),
    work: (name) => (name === undefined ? workOnAll() : workOn(name)),
    stop: async () => {
      stopping.abort();
      for (const wake of wakers.values()) wake();
      await Promise.all([look.stop(), ...loops]);
    },
  };
}
