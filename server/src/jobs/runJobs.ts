import type { FastifyBaseLogger } from 'fastify';
import type { RawBuilder } from 'kysely';
import { clock } from '../clock.ts';
import type { Db } from '../database/connect.ts';
import { startDueLook } from './dueLook.ts';

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
  /** Waits for running jobs and starts no others. */
  stop(): Promise<void>;
}

/** Runs each job repeatedly; on this node at most one run of a job at a time. */
export function runJobs(db: Db, jobs: readonly Job[], log: FastifyBaseLogger): RunningJobs {
  const stopping = new AbortController();
  const wakers = new Map<string, () => void>();
  const turns = new Map<string, () => void>();
  const conditions = new Map(jobs.flatMap(({ name, due }) => (due === undefined ? [] : [[name, due]])));
  const loops = jobs.map((job) => loop(job));
  const look = startDueLook(db, conditions, (name) => turns.get(name)?.());

  async function loop(job: Job): Promise<void> {
    let isAwake = false;
    let endPause: (() => void) | undefined;
    wakers.set(job.name, () => {
      isAwake = true;
      endPause?.();
    });
    turns.set(job.name, () => endPause?.());
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
      const worked = await job.run(stopping.signal).catch((error: unknown) => {
        log.error({ err: error, job: job.name }, 'job failed');
        return 0;
      });
      if (worked > 0 || isAwake || stopping.signal.aborted) continue;
      await pause();
      endPause = undefined;
    }
  }

  return {
    wake: (name) => wakers.get(name)?.(),
    stop: async () => {
      stopping.abort();
      for (const wake of wakers.values()) wake();
      await Promise.all([look.stop(), ...loops]);
    },
  };
}
