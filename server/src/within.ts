import { machineClock, type Timer } from './clock.ts';
/** The result of `work`, or undefined if it takes longer. The work itself goes on. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: Timer | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = machineClock.after(milliseconds, () => resolve(undefined));
  });
  return Promise.race([work, late]).finally(() => timer?.cancel());
}
