import { Worker } from 'node:worker_threads';
import type { SimulationResult } from '@krapao/contract/api/operator/simulation';
import { machineClock, type Timer } from '../../clock.ts';
import type { Task } from './simulate.ts';

/** What a thread tells. */
export type ThreadNews = { percent: number } | { result: SimulationResult };

const MEMORY_MB = 384;
const LONGEST_MS = 120_000;

/**
 * Simulates in a thread with bounded memory and time. @param goesOn is asked at each news; false ends the thread
 * @returns undefined if it was told to end
 * @throws if the thread fails, or takes too long
 */
export async function simulateInThread(
  task: Task,
  goesOn: (percent: number) => Promise<boolean>,
): Promise<SimulationResult | undefined> {
  const worker = new Worker(new URL('./simulateThread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let timer: Timer | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = machineClock.after(LONGEST_MS, () => reject(new Error('the simulation took too long')));
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('the thread of the simulation ended')));
      worker.on('message', (news: ThreadNews) => {
        if ('result' in news) resolve(news.result);
        else
          goesOn(news.percent).then((isWanted) => {
            if (!isWanted) resolve(undefined);
          }, reject);
      });
    });
  } finally {
    timer?.cancel();
    await worker.terminate();
  }
}
