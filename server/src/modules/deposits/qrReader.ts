import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Pixels } from './qrReaderWorker.ts';

const ANSWER_WITHIN_MS = 15_000;

let worker: Worker | undefined;

/**
 * The texts of all QR codes in a picture. Runs beside the event loop; callers ask one after another.
 * @throws Error when the reader breaks or takes too long; the next call gets a new one
 */
export async function readQrCodes(pixels: Pixels): Promise<string[]> {
  worker ??= startWorker();
  const reader = worker;
  try {
    const answer = once(reader, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    reader.postMessage(pixels, [pixels.data.buffer]);
    const [texts] = await answer;
    return texts as string[];
  } catch (error) {
    worker = undefined;
    void reader.terminate();
    throw error;
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./qrReaderWorker.ts', import.meta.url));
  // It must not keep a node alive that is stopping.
  started.unref();
  return started;
}
