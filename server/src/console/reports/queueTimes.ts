import { QUEUE_NAMES, type QueueName } from '@krapao/contract/queues';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { QUEUES } from '../../queues.ts';
import type { Span } from './period.ts';

interface Row {
  count: bigint;
  median: number | null;
  p90: number | null;
  people_count: bigint;
  people_median: number | null;
  people_p90: number | null;
}

/**
 * Waiting times in each queue, from upload, notice or request, of the items that ended in a span: of all items, and of
 * those that operators decided.
 */
export async function queueTimes(trx: Trx, span: Span) {
  const times: Awaited<ReturnType<typeof waitsOf>>[] = [];
  for (const queue of QUEUE_NAMES) times.push(await waitsOf(trx, queue, span));
  return times;
}

async function waitsOf(trx: Trx, queue: QueueName, { start, end }: Span) {
  const { table, since, endedAt } = QUEUES[queue];
  const { rows } = await sql<Row>`
    with waited as (
      select extract(epoch from ended - began)::float8 as seconds, by_people
      from (select coalesce(decided_at, ${endedAt}) as ended, ${sql.ref(since)} as began, decided_by is not null as by_people
        from ${sql.table(table)}) q
      where ended >= ${start} and ended < ${end}
    )
    select count(*) as count,
      percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.9) within group (order by seconds) as p90,
      count(*) filter (where by_people) as people_count,
      percentile_cont(0.5) within group (order by seconds) filter (where by_people) as people_median,
      percentile_cont(0.9) within group (order by seconds) filter (where by_people) as people_p90
    from waited`.execute(trx);
  const row = rows[0];
  return {
    queue,
    all: waits(row?.count, row?.median, row?.p90),
    byPeople: waits(row?.people_count, row?.people_median, row?.people_p90),
  };
}

function waits(count = 0n, median: number | null = null, p90: number | null = null) {
  const whole = (seconds: number | null) => (seconds === null ? null : Math.max(0, Math.round(seconds)));
  return { count: Number(count), medianSeconds: whole(median), p90Seconds: whole(p90) };
}
