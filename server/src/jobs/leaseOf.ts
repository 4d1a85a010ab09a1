import { sql } from 'kysely';

/**
 * Columns of a row that a node takes into its hands: nobody else takes it for so many seconds, and what the node books
 * after that is known by its `claim`.
 */
export const leaseOf = (seconds: number) => ({
  claim: sql<number>`claim + 1`,
  due_at: leaseEnd(seconds),
});

/** When a lease that begins now ends; `seconds` is the configuration's `leaseSeconds`. */
export const leaseEnd = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
