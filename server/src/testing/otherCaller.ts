import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A caller that polls /healthz continuously, from a different thread than the test and its server. */
export interface OtherCaller {
  /** Resets the measurement when the current call has ended. */
  begin(): Promise<void>;
  /** The longest response time since then, in milliseconds. */
  worst(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts polling; resolves after the first answer. */
export async function startOtherCaller(url: string): Promise<OtherCaller> {
  const worker = new Worker(new URL('./otherCallerThread.ts', import.meta.url), { workerData: url });
  await once(worker, 'message');
  const told = async (question: 'begin' | 'worst') => {
    worker.postMessage(question);
    const [worst] = await once(worker, 'message');
    return worst as number;
  };
  return {
    begin: async () => void (await told('begin')),
    worst: () => told('worst'),
    stop: async () => void (await worker.terminate()),
  };
}
