import { machineClock } from '../clock.ts';

const GOODBYE_MS = 3_000;

/** Waits for connections to close, with a limit: a dead connection never confirms the close. */
export async function leave(closing: Promise<unknown>): Promise<void> {
  await Promise.race([closing.catch(() => undefined), machineClock.sleep(GOODBYE_MS, { ref: false })]);
}
