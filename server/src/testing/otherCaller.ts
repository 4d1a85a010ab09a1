import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Somebody else who asks /healthz all the time, from another thread than the test and its server. */
export interface OtherCaller {
  /** Forgets what was, which is over when this ends. */
  begin(): Promise<void>;
  /** Milliseconds of the longest answer since then. */
  worst(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts to ask; resolves after the first answer. */
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
