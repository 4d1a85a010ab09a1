import { machineClock } from '../clock.ts';
import { follow } from './follow.ts';

const AGAIN_MS = 500;

/** A value from the database that is cached in memory and reloaded when any node changes it. */
export interface FollowedValue<Value> {
  get(): Value;
  /** Reloads it; tests and writers call it to see a change at once. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the value, and again after each notification on the channel and after each break of the connection.
 * @param url of the database itself: notifications do not pass a transaction pooler
 */
export async function followValue<Value>(
  url: string,
  channel: string,
  read: () => Promise<Value>,
): Promise<FollowedValue<Value>> {
  let started = 0;
  let applied = 0;
  let isClosed = false;
  let isStale = false;
  let renewal: Promise<void> | undefined;
  let value: Value;

  async function reload(): Promise<void> {
    started += 1;
    const nth = started;
    const found = await read();
    // Of two parallel reads, the one that started later wins.
    if (nth < applied) return;
    applied = nth;
    value = found;
  }

  /** Retries until a read after the last notification succeeds: a missed change would not be announced again. */
  function renew(): Promise<void> {
    isStale = true;
    renewal ??= readUntilFresh().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function readUntilFresh(): Promise<void> {
    while (isStale && !isClosed) {
      isStale = false;
      await reload().catch(async () => {
        isStale = true;
        await machineClock.sleep(AGAIN_MS, { ref: false });
      });
    }
  }

  // Listens first, so that a change during the first read is announced.
  const stopFollowing = await follow(url, channel, renew);
  try {
    await reload();
  } catch (error) {
    await stopFollowing();
    throw error;
  }
  return {
    get: () => value,
    reload,
    close: async () => {
      isClosed = true;
      await stopFollowing();
    },
  };
}
