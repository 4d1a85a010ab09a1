import { setTimeout as delay } from 'node:timers/promises';

const GOODBYE_MS = 3_000;

/** Waits for connections to be closed, but not for ever: a line that went dead without a word never says goodbye. */
export async function leave(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing.catch(() => undefined), delay(GOODBYE_MS, undefined, { ref: false })]);
}
