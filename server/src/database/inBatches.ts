import { machineClock } from '../clock.ts';
import type { Db } from './connect.ts';

/** How single items are combined into calls. */
export interface Batching {
  /** Maximum items in one call. */
  most: number;
  /** Maximum parallel calls; items that arrive meanwhile wait for the next call. */
  atOnce: number;
  /** How long an item waits for others while no call is running; 0 waits until all arrived input has been read. */
  waitMs: number;
  /**
   * How long an item waits while calls are running. The end of a call sends the waiting items earlier; the limit
   * matters only beside slow calls.
   */
  besideMs: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines many calls with one item into one call with many items. An item never joins a running call, so it reads data
 * that is current at or after its request.
 * @param run answers the items in their order; an Error is the failure of that item, a throw fails all
 */
export function inBatches<Item, Result>(
  run: (items: Item[]) => Promise<readonly (Result | Error)[]>,
  { most, atOnce, waitMs, besideMs }: Batching,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let cancel: (() => void) | undefined;

  function schedule(): void {
    if (cancel !== undefined || running >= atOnce || waiting.length === 0) return;
    const ms = running === 0 ? waitMs : besideMs;
    if (ms === 0) {
      const handle = setImmediate(flush);
      cancel = () => clearImmediate(handle);
    } else {
      const handle = machineClock.after(ms, flush);
      cancel = () => handle.cancel();
    }
  }

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running += 1;
    void settle(batch).finally(() => {
      running -= 1;
      if (waiting.length > 0) flush();
    });
    schedule();
  }

  async function settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [nth, { resolve, reject }] of batch.entries()) {
        const result = results[nth];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= most && running < atOnce) flush();
      else schedule();
    });
}

/**
 * As inBatches, one for each owner: a node's database, or its context.
 * @param run answers the items in their order; an Error is the failure of that item, a throw fails all
 */
export function batcherOf<Owner extends object, Item, Result>(
  run: (owner: Owner, items: Item[]) => Promise<readonly (Result | Error)[]>,
  batching: Batching,
): (owner: Owner, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Owner, (item: Item) => Promise<Result>>();
  return (owner, item) => {
    const batcher = batchers.get(owner) ?? inBatches((items: Item[]) => run(owner, items), batching);
    batchers.set(owner, batcher);
    return batcher(item);
  };
}

// Takes only part of the waiting items: callers answered together ask again together, and node and database would wait
// in turns.
const READING = { most: 32, atOnce: 2, waitMs: 0, besideMs: 1 };

/**
 * Reads of single items that arrive at the same time share one query; a single one goes at once.
 * @param read answers the items in their order
 */
export function readerOf<Item, Result>(
  read: (db: Db, items: Item[]) => Promise<Result[]>,
): (db: Db, item: Item) => Promise<Result> {
  return batcherOf(read, READING);
}
