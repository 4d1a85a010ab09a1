import { setTimeout as delay } from 'node:timers/promises';

const GOODBYE_MS = 3_000;

/** Waits for connections to close, with a limit: a dead connection never confirms the close. */
export async function leave(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing.catch(() => undefined), delay(GOODBYE_MS, undefined, { ref: false })]);
}
