import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { claimDue, inSeconds, type LeasedWork, rowIsDue } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { addFact } from './addFact.ts';
import { findFacts } from './findFacts.ts';

const SCAN: LeasedWork<'case_scan'> = { job: 'scan-members', table: 'case_scan', key: ['id'] };
const EVERY_SECONDS = 30;
/** Postings of one run, and members that the rules are asked about at a time. */
const POSTINGS_MAX = 5_000;
const MEMBERS_AT_ONCE = 200;
/** A device's time is that of the beginning of its transaction, which may commit so much later. */
const LATE_COMMIT = sql`interval '2 minutes'`;

type Context = Pick<AppContext, 'db' | 'patientDb' | 'settings' | 'config' | 'metrics'>;

/** Searches members with news for what the rules look for. */
export const caseJobs = (context: Context): Job[] => [
  { name: SCAN.job, due: rowIsDue(SCAN), run: () => scanMembers(context) },
];

/**
 * Asks the rules about the members with new postings or devices since the last run, and adds what they find to cases. It
 * reads what other transactions have committed and runs in none of them, so that no call of a member waits for it
 * (docs/decisions/206-cases.md). @returns the number of members, and 0 if nothing was due
 */
export async function scanMembers(context: Context): Promise<number> {
  const [due] = await claimDue(context, SCAN, { limit: 1 });
  if (due === undefined) return 0;
  const news = await readNews(context.patientDb, due);
  let members = 0;
  for (let from = 0; from < news.memberIds.length; from += MEMBERS_AT_ONCE) {
    const batch = news.memberIds.slice(from, from + MEMBERS_AT_ONCE);
    members += batch.length;
    const found = await findFacts(context.patientDb, batch, context.settings);
    for (const fact of found) await context.db.transaction().execute((trx) => addFact(trx, fact));
  }
  await underFence(context, SCAN, due, async (trx, lock) => {
    await lock();
    await bringBackWatched(trx);
    await trx
      .updateTable('case_scan')
      .set({
        xid_to: news.xidTo,
        seen_to: news.seenTo,
        due_at: inSeconds(news.isMore ? 0 : EVERY_SECONDS),
      })
      .execute();
    return 'done';
  });
  return members;
}

interface News {
  memberIds: bigint[];
  xidTo: string;
  seenTo: Date;
  isMore: boolean;
}

/** The members with news, and up to where. Transactions that may still commit are left to the next run. */
async function readNews(db: Db, { xid_to, seen_to }: { xid_to: string; seen_to: Date }): Promise<News> {
  const { rows } = await sql<{ ids: bigint[]; xid_to: string; seen_to: Date; is_more: boolean }>`
    with recent as materialized (
      select p.xid, p.debit, p.credit from ledger.posting p
      where p.xid >= ${xid_to}::xid8 and p.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by p.xid, p.id limit ${POSTINGS_MAX}
    ),
    -- The last transaction may have more postings; a single one is taken whole.
    edge as (
      select count(*) = ${POSTINGS_MAX} as is_more,
        case when count(*) < ${POSTINGS_MAX} then pg_snapshot_xmin(pg_current_snapshot())
          when min(xid) = max(xid) then (max(xid)::text::bigint + 1)::text::xid8
          else max(xid) end as xid_to
      from recent
    )
    select e.xid_to, e.is_more, site.now() as seen_to, array(
      select a.member_id from recent s join ledger.account a on a.id in (s.debit, s.credit)
      where a.member_id is not null
      union
      select d.member_id from member_device d
      where d.last_seen_at > ${seen_to}::timestamptz - ${LATE_COMMIT} and d.first_seen_at > ${seen_to}::timestamptz - ${LATE_COMMIT}
      order by 1) as ids
    from edge e`.execute(db);
  const [news] = rows;
  if (news === undefined) throw new Error('no news were read');
  return { memberIds: news.ids, xidTo: news.xid_to, seenTo: news.seen_to, isMore: news.is_more };
}

async function bringBackWatched(db: Db): Promise<void> {
  await db
    .updateTable('member_case')
    .set({ state: 'OPEN', watched_until: null })
    .where('state', '=', 'WATCHED')
    .where('watched_until', '<=', sql<Date>`site.now()`)
    .execute();
}
