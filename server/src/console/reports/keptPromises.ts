import { PROMISED, type Promised } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { QUEUES } from '../../queues.ts';
import type { Span } from './period.ts';

/**
 * How many waits of each day kept what was promised, for the queues with a promise. A wait is judged by the promise that held
 * when it began, and belongs to that day in Bangkok. One that goes on is broken once its time is over.
 */
export async function keptPromises(trx: Trx, span: Span) {
  const { rows: known } = await sql<{ queue: Promised }>`
    select distinct p.key as queue from setting s, jsonb_each(s.value) p
    where s.key = 'promises' and jsonb_typeof(p.value) = 'number'`.execute(trx);
  const promised = new Set(known.map(({ queue }) => queue));
  const kept: { queue: Promised; days: { day: string; kept: number; broken: number }[] }[] = [];
  for (const queue of PROMISED)
    if (promised.has(queue)) kept.push({ queue, days: await daysOf(trx, queue, span) });
  return kept;
}

async function daysOf(trx: Trx, queue: Promised, { start, end }: Span) {
  const { rows } = await sql<{ day: string; kept: bigint; broken: bigint }>`
    with promise as (
      select at, coalesce(lead(at) over (order by version), 'infinity') as until,
        case when jsonb_typeof(value -> ${queue}) = 'number' then make_interval(mins => (value ->> ${queue})::int) end as lasts
      from setting where key = 'promises'
    ), judged as (
      select began, ended is not null and ended <= began + lasts as is_kept,
        coalesce(ended, site.now()) > began + lasts as is_broken
      from (${waitsOf(queue)}) w join promise p on began >= p.at and began < p.until
      where began >= ${start} and began < ${end} and lasts is not null
    )
    select to_char(began at time zone 'Asia/Bangkok', 'YYYY-MM-DD') as day,
      count(*) filter (where is_kept) as kept, count(*) filter (where is_broken and not is_kept) as broken
    from judged where is_kept or is_broken group by 1 order by 1`.execute(trx);
  return rows.map(({ day, kept, broken }) => ({ day, kept: Number(kept), broken: Number(broken) }));
}

/** The waits of a queue: when each began, and when it ended; null while it goes on. */
function waitsOf(queue: Promised): RawBuilder<unknown> {
  if (queue === 'chats')
    // Closed without an answer, nothing was kept, however early.
    return sql`
      select asked_at as began, case when answered_by is null then 'infinity' else ended_at end as ended from chat_wait
      union all select asked_at, null from chat_room where status = 'open' and asked_at is not null`;
  const { table, since, endedAt, waits } = QUEUES[queue];
  return sql`
    select ${sql.ref(since)} as began, coalesce(decided_at, ${endedAt}) as ended from ${sql.table(table)}
    where coalesce(decided_at, ${endedAt}) is not null or ${waits}`;
}
