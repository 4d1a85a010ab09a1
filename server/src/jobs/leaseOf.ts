import { sql } from 'kysely';

/**
 * Columns that lease a row to a node: no other node takes it for this many seconds. The fence is `claim`: the node's
 * later writes must still find it.
 */
export const leaseOf = (seconds: number) => ({
  claim: sql<number>`claim + 1`,
  due_at: leaseEnd(seconds),
});

/** When a lease that begins now ends; `seconds` is the configuration's `leaseSeconds`. */
export const leaseEnd = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
