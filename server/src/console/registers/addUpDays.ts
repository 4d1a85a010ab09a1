import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import type { Job } from '../../jobs/runJobs.ts';

const EVERY_MS = 60_000;

/**
 * Adds what changed of deposits to their days (docs/decisions/276-sums-of-deposits-by-day.md). Sums are the same before and
 * after, so that any node may do it at any time, also two at once.
 */
export async function addUpDays(db: Db): Promise<void> {
  await sql`
    with gone as (
      delete from deposit_change
      where id in (select id from deposit_change order by id for update skip locked)
      returning day, state, way, place, count, amount
    )
    insert into deposit_day as d (day, state, way, place, count, amount)
    select day, state, way, place, sum(count), sum(amount) from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, state, way, place) do update
    set count = d.count + excluded.count, amount = d.amount + excluded.amount`.execute(db);
}

/** Keeps the changes few that a register's sums have to read. */
export function registerDayJobs({ db }: Pick<AppContext, 'db'>): Job[] {
  return [
    {
      name: 'deposit-days',
      intervalMs: EVERY_MS,
      run: async () => {
        await addUpDays(db);
        return 0;
      },
    },
  ];
}
