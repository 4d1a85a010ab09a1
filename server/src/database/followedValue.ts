import { setTimeout as delay } from 'node:timers/promises';
import { follow } from './follow.ts';

const AGAIN_MS = 500;

/** Something of the database that is kept in memory and renewed when any node changes it. */
export interface FollowedValue<Value> {
  get(): Value;
  /** Reads it again; tests and writers call it to see a change at once. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the value, and again after each announcement on the channel and after each break of the line.
 * @param url of the database itself: announcements do not pass a pooler of transactions
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
  let isRenewing = false;
  let value: Value;

  async function reload(): Promise<void> {
    started += 1;
    const nth = started;
    const found = await read();
    // Of two readings at once, the one that began later wins.
    if (nth < applied) return;
    applied = nth;
    value = found;
  }

  /** Reads until it has worked after the last announcement: one that is missed would never come again. */
  async function renew(): Promise<void> {
    isStale = true;
    if (isRenewing) return;
    isRenewing = true;
    while (isStale && !isClosed) {
      isStale = false;
      await reload().catch(async () => {
        isStale = true;
        await delay(AGAIN_MS, undefined, { ref: false });
      });
    }
    isRenewing = false;
  }

  // Listening first: what changes while it is read for the first time is announced.
  const stopFollowing = await follow(url, channel, () => void renew());
  try {
    value = await read();
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
