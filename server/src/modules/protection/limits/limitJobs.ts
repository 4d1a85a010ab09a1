import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Job } from '../../../jobs/runJobs.ts';
import { notify } from '../../notifications/notify.ts';
import { endPlayWithoutSession } from '../playTime.ts';
import { tellPlayReached } from './tellReached.ts';

const INTERVAL_MS = 60_000;
const AT_ONCE = 100;
/** A looser limit that nobody confirms is no wish any more. */
const LAPSES_AFTER = sql`interval '7 days'`;

/** Tells of looser limits that await their second yes, lets old ones lapse, ends play that has no session any more. */
export function limitJobs({ db, settings }: AppContext): Job[] {
  const run = async () => {
    const told = await db.transaction().execute(tellReady);
    await lapse(db);
    await endPlayWithoutSession(db, settings.get('session').idleMinutes);
    await tellPlayers(db);
    return told;
  };
  return [{ name: 'limits', intervalMs: INTERVAL_MS, run }];
}

async function tellReady(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: bigint; member_id: bigint }>`
    update member_limit set told_at = site.clock_timestamp()
    where id in (
      select id from member_limit
      where from_at is null and ended_at is null and told_at is null and ready_at <= site.clock_timestamp()
      order by ready_at limit ${AT_ONCE} for update skip locked)
    returning id, member_id`.execute(trx);
  for (const { id, member_id: memberId } of rows)
    await notify(trx, { memberId, kind: 'limitReady', key: `limit:${id}:ready` });
  return rows.length;
}

async function lapse(db: Db): Promise<void> {
  await sql`
    update member_limit set ended_at = site.clock_timestamp()
    where from_at is null and ended_at is null and ready_at < site.clock_timestamp() - ${LAPSES_AFTER}`.execute(
    db,
  );
}

/** Tells who plays now and has reached a limit of losses, stakes or time. */
async function tellPlayers(db: Db): Promise<void> {
  const { rows } = await sql<{ member_id: bigint }>`
    select distinct p.member_id from play_session p
    join member_limit l on l.member_id = p.member_id and l.kind <> 'deposit'
      and l.from_at is not null and l.ended_at is null and l.most is not null
    where p.ended_at is null`.execute(db);
  for (const { member_id } of rows) await db.transaction().execute((trx) => tellPlayReached(trx, member_id));
}
