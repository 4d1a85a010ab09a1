import { follow } from '../../database/follow.ts';

/** Tells listeners of this node in which queues something changed that waits for people; an empty name is any of them. */
export interface QueueNews {
  /** @returns ends it */
  subscribe(listener: (queues: readonly string[]) => void): () => void;
  close(): Promise<void>;
}

// A burst of changes is one piece of news.
const GATHER_MS = 250;

/** Follows the database's announcements of changed queues. */
export async function followQueues(url: string): Promise<QueueNews> {
  const listeners = new Set<(queues: readonly string[]) => void>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const stopFollowing = await follow(url, 'krapao_queue', (queue) => {
    // After a break of the line nobody knows which.
    changed.add(queue ?? '');
    timer ??= setTimeout(() => {
      timer = undefined;
      const queues = [...changed];
      changed.clear();
      for (const listener of listeners) listener(queues);
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
