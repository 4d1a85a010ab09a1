import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import { loosenFiles } from '../../../files/looseFiles.ts';
import { claimDue, type LeasedWork, workOnEach } from '../../../jobs/leasedWork.ts';
import type { Job } from '../../../jobs/runJobs.ts';
import { underFence } from '../../../jobs/underFence.ts';
import { seal } from '../../../sealed.ts';
import { discardUnprovedDocumentsOf } from '../../identity/documents/deleteDocuments.ts';
import { notify } from '../../notifications/notify.ts';
import { loosenParts } from '../copy/copyParts.ts';
import { listErased, replayErasures } from './erasedList.ts';
import { eraseRows } from './eraseRows.ts';
import { type ErasureRow, mergedInto, ownerOfRecord, requireErasable } from './erasureRow.ts';
import { rememberExclusion } from './excludedIdentity.ts';
import { rememberFormer } from './formerAccounts.ts';
import { markersOf, numberPattern } from './markers.ts';
import { linesAbout, linesNaming, readRetained } from './retainedRecord.ts';

const WORK: LeasedWork<'erasure'> = { job: 'erasures', table: 'erasure', key: ['id'] };

/** Erases members a day after it was asked for. Design: docs/decisions/208-personal-data.md. */
export function erasureJob(context: AppContext): Job {
  let isReplayed = false;
  return {
    name: WORK.job,
    intervalMs: 60_000,
    run: async () => {
      if (!isReplayed) await replayErasures(context);
      isReplayed = true;
      const claimed = await claimDue(context, WORK, { limit: 1 });
      return workOnEach(context, WORK, claimed, (row) => erase(context, row));
    },
  };
}

async function erase(context: AppContext, row: ErasureRow): Promise<void> {
  await underFence({ ...context, db: context.patientDb }, WORK, row, async (trx, lock) => {
    await lock();
    const member = await trx
      .selectFrom('member')
      .select('phone_number')
      .where('id', '=', row.member_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await isErasable(trx, row.member_id))) {
      await trx
        .updateTable('erasure')
        .set({ state: 'STOPPED', finished_at: sql`site.now()`, due_at: null })
        .where('id', '=', row.id)
        .execute();
      await notify(trx, { memberId: row.member_id, kind: 'erasureStopped', key: `erasure:${row.id}` });
      return 'done';
    }
    await listErased(context, {
      memberId: row.member_id,
      phone: member.phone_number,
      askedAt: row.asked_at,
    });
    await eraseMember(trx, context, row);
    return 'done';
  });
}

/** Erases a locked member in one transaction: whatever fails, nothing is half erased. */
async function eraseMember(trx: Trx, context: AppContext, row: ErasureRow): Promise<void> {
  const { secrets, settings } = context;
  const memberId = row.member_id;
  const memberIds = [...(await mergedInto(trx, memberId)), memberId];
  const markers = await markersOf(trx, memberIds, settings.get('registration').otp);
  const others = await linesNaming(trx, memberIds, markers);
  await rememberExclusion(trx, secrets, {
    memberIds,
    returnHours: settings.get('protection').returning.hours,
  });
  await rememberFormer(trx, secrets, {
    memberId,
    memberIds,
    years: settings.get('protection').records.years,
  });
  const record = [];
  for (const id of memberIds) {
    const own = await linesAbout(trx, id);
    record.push(await readRetained(trx, id, [...own, ...(id === memberId ? others : [])]));
    await sql`select redact_audit_entries(${row.id}, ${idsOf(own)}::bigint[])`.execute(trx);
  }
  await sql`select take_numbers_from_audit_entries(${row.id}, ${idsOf(others)}::bigint[], ${numberPattern(markers.proved)})`.execute(
    trx,
  );
  for (const id of memberIds) {
    await loosenFilesOf(trx, id);
    await discardUnprovedDocumentsOf(trx, id);
    await eraseRows(trx, id, markers);
  }
  const plain = JSON.stringify({ ...record.pop(), mergedAccounts: record }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  await trx
    .updateTable('erasure')
    .set({
      state: 'ERASED',
      finished_at: sql`site.now()`,
      due_at: null,
      sealed: seal(secrets.personalData, ownerOfRecord(row.id), Buffer.from(plain)),
      kept_until: sql`site.now() + make_interval(years => ${settings.get('protection').records.years}::int)`,
    })
    .where('id', '=', row.id)
    .execute();
}

const idsOf = (lines: readonly { id: bigint }[]): bigint[] => lines.map(({ id }) => id);

async function isErasable(trx: Trx, memberId: bigint): Promise<boolean> {
  try {
    await requireErasable(trx, memberId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Their files go when the erasure is made, and not before: one that breaks off, or is stopped, takes none. */
async function loosenFilesOf(trx: Trx, memberId: bigint): Promise<void> {
  await loosenFiles(
    trx,
    sql`
      select path from chat_file where room_id in
        (select id from chat_room where member_id = ${memberId} or adopted_by = ${memberId})
      union select file_key from slip where member_id = ${memberId} and file_key not like 'erased/%'`,
  );
  const copies = await trx
    .selectFrom('data_copy')
    .select(['id', 'json_parts', 'html_parts'])
    .where('member_id', '=', memberId)
    .execute();
  await loosenParts(trx, copies);
}
