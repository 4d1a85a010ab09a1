import { clock, type Timer } from '../../clock.ts';
import { follow } from '../../database/follow.ts';

/** Notifies listeners on this node which queues have changed; an empty name means any queue. */
export interface QueueNews {
  /** @returns a function that unsubscribes */
  subscribe(listener: (queues: readonly string[]) => void): () => void;
  close(): Promise<void>;
}

// Several changes in a short time are one notification.
const GATHER_MS = 250;

/** Follows the database's notifications of changed queues. */
export async function followQueues(url: string): Promise<QueueNews> {
  const listeners = new Set<(queues: readonly string[]) => void>();
  const changed = new Set<string>();
  let timer: Timer | undefined;
  const stopFollowing = await follow(url, 'krapao_queue', (queue) => {
    // After a reconnect all queues may have changed.
    changed.add(queue ?? '');
    timer ??= clock.after(GATHER_MS, () => {
      timer = undefined;
      const queues = [...changed];
      changed.clear();
      for (const listener of listeners) listener(queues);
    });
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      timer?.cancel();
      await stopFollowing();
    },
  };
}
