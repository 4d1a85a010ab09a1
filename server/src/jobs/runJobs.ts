import type { FastifyBaseLogger } from 'fastify';

/**
 * Work that waits in the database: rows whose time has come. `run` claims what is due by moving its due time a lease
 * ahead, so that a node that dies in the middle is followed by another when the lease ends
 * (docs/decisions/002-jobs-as-leased-rows.md). It answers how many rows it worked on.
 */
export interface Job {
  name: string;
  intervalMs: number;
  run: (signal: AbortSignal) => Promise<number>;
}

export interface RunningJobs {
  /** Runs a job now rather than at its next interval; called after the commit that made it due. */
  wake(name: string): void;
  /** Lets the running jobs end, starts no other. */
  stop(): Promise<void>;
}

/** Runs each job again and again, one run of a job at a time on this node. */
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
