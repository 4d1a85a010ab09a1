import type { FastifyBaseLogger } from 'fastify';

/**
 * Background work on due rows in the database. `run` claims due rows by moving their due time one lease ahead, so that
 * another node takes over when the lease of a dead node ends (docs/decisions/002-jobs-as-leased-rows.md). It returns
 * the number of rows that it worked on.
 */
export interface Job {
  name: string;
  intervalMs: number;
  run: (signal: AbortSignal) => Promise<number>;
}

export interface RunningJobs {
  /** Runs a job now instead of at its next interval; called after the commit that made rows due. */
  wake(name: string): void;
  /** Waits for running jobs and starts no others. */
  stop(): Promise<void>;
}

/** Runs each job repeatedly; on this node at most one run of a job at a time. */
export function runJobs(jobs: readonly Job[], log: FastifyBaseLogger): RunningJobs {
  const stopping = new AbortController();
  const wakers = new Map<string, () => void>();
  const loops = jobs.map((job) => loop(job));

  async function loop(job: Job): Promise<void> {
    let isAwake = false;
    let endPause: (() => void) | undefined;
    wakers.set(job.name, () => {
      isAwake = true;
      endPause?.();
    });
    while (!stopping.signal.aborted) {
      isAwake = false;
      const worked = await job.run(stopping.signal).catch((error: unknown) => {
        log.error({ err: error, job: job.name }, 'job failed');
        return 0;
      });
      if (worked > 0 || isAwake || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, job.intervalMs);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endPause = undefined;
    }
  }

  return {
    wake: (name) => wakers.get(name)?.(),
    stop: async () => {
      stopping.abort();
      for (const wake of wakers.values()) wake();
      await Promise.all(loops);
    },
  };
}
