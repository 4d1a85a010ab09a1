import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A POST: a form with a file, or any body. */
export interface SentForm {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | { fields: Record<string, string>; name: string; file: Uint8Array };
}

/** Sends from a thread of its own, so that the work of the sender is not counted with the server's. */
export function startFormSender() {
  const worker = new Worker(new URL('./formSenderThread.ts', import.meta.url));
  return {
    /** @returns status and code; `0` where the line was cut */
    send: async (form: SentForm): Promise<string> => {
      worker.postMessage(form);
      const [answer] = await once(worker, 'message');
      return answer as string;
    },
    stop: async () => void (await worker.terminate()),
  };
}
