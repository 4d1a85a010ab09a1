import { follow } from '../../../database/follow.ts';

/** Tells listeners of this node that something that waits for people may have changed. */
export interface QueueNews {
  /** @returns ends it */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

// A burst of changes is one piece of news.
const GATHER_MS = 250;

/** Follows the database's announcements of changed queues. */
export async function followQueues(url: string): Promise<QueueNews> {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  const stopFollowing = await follow(url, 'krapao_queue', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const listener of listeners) listener();
    }, GATHER_MS);
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      clearTimeout(timer);
      await stopFollowing();
    },
  };
}
