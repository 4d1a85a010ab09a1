import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Replayers } from './replayAll.ts';
import type { PartResult, PartTask } from './replayPart.ts';

/** What a thread answers to a task. */
export type ThreadAnswer = { result: PartResult } | { error: string };

/** One thread for each processor, each with a connection that sees the snapshot. */
export class VerifyThreads implements Replayers {
  readonly #idle: Worker[];
  readonly #all: readonly Worker[];

  constructor(url: string, snapshot: string) {
    this.#all = Array.from(
      { length: availableParallelism() },
      () => new Worker(new URL('./verifyThread.ts', import.meta.url), { workerData: { url, snapshot } }),
    );
    this.#idle = [...this.#all];
  }

  get count(): number {
    return this.#all.length;
  }

  /** Needs an idle thread: at most `count` tasks at a time. */
  async replay(task: PartTask): Promise<PartResult> {
    const worker = this.#idle.pop();
    if (worker === undefined) throw new Error('more tasks than threads');
    // Rejects if the thread ends with an error.
    const answered = once(worker, 'message') as Promise<[ThreadAnswer]>;
    worker.postMessage(task);
    const [answer] = await answered;
    this.#idle.push(worker);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}
