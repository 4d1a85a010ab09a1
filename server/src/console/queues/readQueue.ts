import type { QueueQuery } from '@krapao/contract/api/operator/common';
import type { QueueName } from '@krapao/contract/queues';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Operator } from '../../calls/authenticateOperator.ts';
import { QUEUES } from '../../queues.ts';
import { waitingRows } from './waitingRows.ts';

/** Number of items per page. */
export const QUEUE_PAGE = 200;

/** What a queue can be sorted by besides its time: columns, or SQL over them. */
interface SortedBy {
  /** satang */
  amount?: string | RawBuilder<unknown>;
  why?: string;
}

/** The operator who has claimed the item, as the API presents it. */
interface Claimed {
  claim: { operatorName: string; isMine: boolean } | null;
}

/**
 * One page of a queue: the items that wait for this operator, in the chosen order, with their claims.
 * @param rows the rows of the queue's table with their joins
 * @returns the page's rows, and the cursor of the next page; null after the last
 */
export async function readQueue<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  queue: QueueName,
  operator: Operator,
  query: QueueQuery,
  by: SortedBy,
): Promise<{ rows: (Row & Claimed)[]; next: string | null }> {
  const id = sql.ref(`${QUEUES[queue].table}.id`);
  const { isAfter, order, place } = placeOf(queue, query, by);
  const found = await rows
    .where(sql<SqlBool>`${id} in (${waitingRows(operator.role, queue)})`)
    .where(isAfter)
    .orderBy(order)
    .limit(QUEUE_PAGE + 1)
    .select([
      sql<Claimed['claim']>`(
        select json_build_object('operatorName', o.name, 'isMine', o.id = ${operator.id})
        from queue_claim c join operator o on o.id = c.operator_id
        where c.queue = ${queue} and c.item = ${id}::text and c.expires_at > site.now())`.as('claim'),
      place.as('place'),
    ])
    .execute();
  const page = found.slice(0, QUEUE_PAGE) as (Row & Claimed & { place: string })[];
  return { rows: page, next: found.length > page.length ? (page.at(-1)?.place ?? null) : null };
}

/**
 * The position of each item in the chosen order. A page begins after the last item of the previous page, even if that
 * item was decided since. Equal items come oldest first. A position is `rank|age|id|reason`.
 */
function placeOf(queue: QueueName, { order = 'oldest', after }: QueueQuery, by: SortedBy) {
  const { table, since } = QUEUES[queue];
  const age = sql`(extract(epoch from ${sql.ref(`${table}.${since}`)}) * 1000000)::bigint`;
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
  const key = sql`(lpad(${sql.ref(`${table}.id`)}::text, 36, '0') collate "C")`;
  return {
    isAfter: after === undefined ? sql<SqlBool>`true` : isBehind(after),
    order: sql`${rank}, ${reason}, ${age}, ${key}`,
    place: sql<string>`concat_ws('|', ${rank}, ${age}, ${key}, ${reason})`,
  };

  function isBehind(place: string) {
    const [lastRank, lastAge, lastKey, ...lastReason] = place.split('|');
    return sql<SqlBool>`(${rank}, ${reason}, ${age}, ${key})
      > (${lastRank}::bigint, ${lastReason.join('|')}::text, ${lastAge}::bigint, ${lastKey}::text)`;
  }
}
