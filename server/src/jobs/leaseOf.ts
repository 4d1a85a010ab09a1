import { sql } from 'kysely';

/**
 * Columns of a row that a node takes into its hands: nobody else takes it for so many seconds, and what the node books
 * after that is known by its `claim`.
 */
export const leaseOf = (seconds: number) => ({
  claim: sql<number>`claim + 1`,
  due_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
});
