import { type Clock, clock } from './clock.ts';

/**
 * The result of `work`, or undefined if it takes longer. The work itself goes on.
 * @param by the site's time; the machine's where the work is PostgreSQL's
 */
export async function within<T>(
  milliseconds: number,
  work: Promise<T>,
  by: Clock = clock,
): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = by.after(milliseconds, () => late.resolve(undefined));
  return Promise.race([work, late.promise]).finally(() => timer.cancel());
}
