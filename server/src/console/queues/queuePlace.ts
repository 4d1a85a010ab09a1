import type { QueueQuery } from '@krapao/contract/api/operator/common';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Number of items per page. */
export const QUEUE_PAGE = 200;

/** The sort key of a queue: columns, or SQL over them. */
interface SortedBy {
  id: string;
  since: string;
  /** satang */
  amount?: string | RawBuilder<unknown>;
  why?: string;
}

/**
 * The position of each queue item in the chosen order. A page begins after the last item of the previous page, even if
 * that item was decided since. Equal items come oldest first. A position is `rank|age|id|reason`.
 */
export function queuePlace({ order = 'oldest', after }: QueueQuery, by: SortedBy) {
  const age = sql`(extract(epoch from ${sql.ref(by.since)}) * 1000000)::bigint`;
  const rank =
    order === 'newest'
      ? sql`-${age}`
      : order === 'largest' && by.amount !== undefined
        ? sql`-abs(coalesce(${typeof by.amount === 'string' ? sql.ref(by.amount) : by.amount}, 0))::bigint`
        : sql`0::bigint`;
  const reason =
    order === 'why' && by.why !== undefined
      ? sql`(coalesce('0' || left(${sql.ref(by.why)}, 60), '1') collate "C")`
      : sql`''::text collate "C"`;
  // Padded, so that numbers and UUIDs compare correctly as texts.
  const key = sql`(lpad(${sql.ref(by.id)}::text, 36, '0') collate "C")`;
  return {
    isAfter: after === undefined ? sql<SqlBool>`true` : isBehind(after),
    order: sql`${rank}, ${reason}, ${age}, ${key}`,
    limit: QUEUE_PAGE + 1,
    place: sql<string>`concat_ws('|', ${rank}, ${age}, ${key}, ${reason})`.as('place'),
  } as const;

  function isBehind(place: string) {
    const [lastRank, lastAge, lastKey, ...lastReason] = place.split('|');
    return sql<SqlBool>`(${rank}, ${reason}, ${age}, ${key})
      > (${lastRank}::bigint, ${lastReason.join('|')}::text, ${lastAge}::bigint, ${lastKey}::text)`;
  }
}

/** The rows of a page in the API's form, and the cursor of the next page; null after the last. */
export function queuePage<Row extends { place: string }, Item>(
  rows: readonly Row[],
  present: (row: Row) => Item,
): { items: Item[]; next: string | null } {
  const page = rows.slice(0, QUEUE_PAGE);
  return {
    items: page.map(present),
    next: rows.length > page.length ? (page.at(-1)?.place ?? null) : null,
  };
}
