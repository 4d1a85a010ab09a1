import { parentPort, workerData } from 'node:worker_threads';
import { simulate, type Task } from './simulate.ts';
import type { ThreadNews } from './simulateInThread.ts';

// A thread of its own: a simulation computes for seconds, and calls must not wait for it.
let told = 0;
const result = simulate(workerData as Task, (percent) => {
  if (percent < told + 5) return;
  told = percent;
  parentPort?.postMessage({ percent } satisfies ThreadNews);
});
parentPort?.postMessage({ result } satisfies ThreadNews);
