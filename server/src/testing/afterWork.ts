import type { TestServer } from './testServer.ts';

const STEP_MS = 10_000;
const MOST_STEPS = 300;

/**
 * What `look` sees as soon as it sees anything: all due work is done first and every announcement heard, and once more after
 * each step of the site's clock. Nothing is waited for in real time.
 * @param stepMs how far the clock moves each time
 * @throws Error after three hundred steps
 */
export async function afterWork<T>(
  { work, heard, clock }: Pick<TestServer, 'work' | 'heard' | 'clock'>,
  look: () => Promise<T | undefined | false>,
  stepMs = STEP_MS,
): Promise<NonNullable<T>> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await work();
    await heard();
    const seen = await look();
    if (seen) return seen as NonNullable<T>;
    await clock.move(stepMs);
  }
  throw new Error('All due work was done again and again, and it did not come about.');
}
