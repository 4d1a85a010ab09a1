/**
 * The duration of an operation on an idle machine: the shortest of several attempts, in milliseconds. A single attempt
 * depends on the machine's load as much as on our code.
 */
export async function shortest(attempts: number, attempt: (nth: number) => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < attempts; nth += 1) {
    const start = performance.now();
    await attempt(nth);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
