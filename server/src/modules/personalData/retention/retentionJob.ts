import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Db } from '../../../database/connect.ts';
import { loosenFiles } from '../../../files/looseFiles.ts';
import { claimDue, type LeasedWork, workOnEach } from '../../../jobs/leasedWork.ts';
import { giveBack } from '../../../jobs/retry.ts';
import type { Job } from '../../../jobs/runJobs.ts';
import { discardEndedDocuments } from '../../identity/documents/deleteDocuments.ts';
import { loosenParts } from '../copy/copyParts.ts';
import { RETENTION_RULES, type RetentionRule, type RetentionTerms } from './retentionRules.ts';

const WORK: LeasedWork<'retention_run'> = { job: 'retention', table: 'retention_run', key: ['rule'] };
const AGAIN_SECONDS = 600;
const BATCH = 1_000;
/** A run need not remove everything; the rest can wait for the next one. */
const BATCHES = 20;
const COUNTED = 100_000;

export const retentionTerms = ({ settings }: Pick<AppContext, 'settings'>): RetentionTerms => ({
  setting: settings.get('retention'),
  recordYears: settings.get('protection').records.years,
});

/** Removes what is past its time, a rule at a time, in batches; each rule's row counts what it removed. */
export function retentionJob(context: AppContext): Job {
  return {
    name: WORK.job,
    intervalMs: 60_000,
    run: async () => {
      const { db, log } = context;
      await sql`insert into retention_run (rule) select unnest(${Object.keys(RETENTION_RULES)}::text[])
        on conflict do nothing`.execute(db);
      const claimed = await claimDue(context, WORK, { limit: 3 });
      return workOnEach(context, WORK, claimed, async (row) => {
        const removed = await removePast(context.patientDb, row.rule, retentionTerms(context));
        if (row.rule === 'sessions') await removeCopies(context);
        if (row.rule === 'erasures') await db.transaction().execute(discardEndedDocuments);
        if (removed > 0) log.info({ rule: row.rule, removed }, 'removed what is past its time');
        await giveBack(context, WORK, row, {
          end: 'done',
          seconds: AGAIN_SECONDS,
          set: { ran_at: sql`site.now()` },
        });
      });
    },
  };
}

/** Removes the rows of a rule that are past their time, and counts each batch with it. @returns how many */
async function removePast(db: Db, name: string, terms: RetentionTerms): Promise<number> {
  const rule = RETENTION_RULES[name];
  const isPast = rule?.isPast(terms);
  if (rule === undefined || isPast === undefined) return 0;
  const table = sql.table(rule.table);
  let removed = 0;
  for (let nth = 0; nth < BATCHES; nth += 1) {
    const inBatch = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ place: string }>`
        select ctid::text as place from ${table} where ${isPast} limit ${BATCH} for update`.execute(trx);
      const batch = sql`ctid = any(${rows.map(({ place }) => place)}::tid[])`;
      if (rule.file !== undefined)
        await loosenFiles(trx, sql`select ${sql.ref(rule.file)} from ${table} where ${batch}`);
      const { numAffectedRows = 0n } = await (rule.sets === undefined
        ? sql`delete from ${table} where ${batch}`
        : sql`update ${table} set ${rule.sets} where ${batch}`
      ).execute(trx);
      await trx
        .updateTable('retention_run')
        .set({ removed: sql`removed + ${numAffectedRows}` })
        .where('rule', '=', name)
        .execute();
      return Number(numAffectedRows);
    });
    removed += inBatch;
    if (inBatch < BATCH) break;
  }
  return removed;
}

/** How many rows a rule would remove now, at most 100,000. */
export async function countPast(db: Db, rule: RetentionRule, terms: RetentionTerms): Promise<number> {
  // Before it is switched on, what it would do is shown.
  const isPast = rule.isPast({ ...terms, setting: { ...terms.setting, isOn: true } });
  if (isPast === undefined) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from
      (select from ${sql.table(rule.table)} where ${isPast} limit ${COUNTED}) past`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Copies of members' data that nobody can download any more. */
async function removeCopies({ db }: AppContext): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const past = await trx
      .selectFrom('data_copy')
      .select(['id', 'json_parts', 'html_parts'])
      .where('state', '<>', 'WAITING')
      .where(sql<boolean>`coalesce(expires_at, finished_at + interval '1 day') < site.now()`)
      .limit(BATCH)
      .forUpdate()
      .execute();
    if (past.length === 0) return;
    await loosenParts(trx, past);
    await trx
      .deleteFrom('data_copy')
      .where(
        'id',
        'in',
        past.map(({ id }) => id),
      )
      .execute();
  });
}
