import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import type { Span } from './period.ts';

const QUEUES = {
  slips: sql`select finished_at as decided_at, uploaded_at as began_at, decided_by from slip`,
  incoming: sql`select credited_at as decided_at, created_at as began_at, decided_by from incoming_transfer`,
  withdrawals: sql`select settled_at as decided_at, created_at as began_at, decided_by from withdrawal`,
} satisfies Record<string, RawBuilder<unknown>>;

type QueueName = keyof typeof QUEUES;

interface Row {
  count: bigint;
  median: number | null;
  p90: number | null;
  people_count: bigint;
  people_median: number | null;
  people_p90: number | null;
}

/**
 * How long what was decided in a span had waited, from its upload, notice or request: all of it, and what people
 * decided. Transfers that were dismissed carry no time and are not in it.
 */
export async function queueTimes(trx: Trx, span: Span) {
  const times: Awaited<ReturnType<typeof waitsOf>>[] = [];
  for (const queue of Object.keys(QUEUES) as QueueName[]) times.push(await waitsOf(trx, queue, span));
  return times;
}

async function waitsOf(trx: Trx, queue: QueueName, { start, end }: Span) {
  const { rows } = await sql<Row>`
    with waited as (
      select extract(epoch from decided_at - began_at)::float8 as seconds, decided_by is not null as by_people
      from (${QUEUES[queue]}) q where decided_at >= ${start} and decided_at < ${end}
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
