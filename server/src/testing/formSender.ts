import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A POST request: a form with a file, or any body. */
export interface SentForm {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | { fields: Record<string, string>; name: string; file: Uint8Array };
}

/** Sends from a separate thread, so that the sender's work does not count as the server's. */
export function startFormSender() {
  const worker = new Worker(new URL('./formSenderThread.ts', import.meta.url));
  return {
    /** @returns status and code; `0` for a lost connection */
    send: async (form: SentForm): Promise<string> => {
      worker.postMessage(form);
      const [answer] = await once(worker, 'message');
      return answer as string;
    },
    stop: async () => void (await worker.terminate()),
  };
}
