import type { Language } from '@krapao/contract/limits';
import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import { keepFiles, writeLoose } from '../../../files/looseFiles.ts';
import { identityKeys } from '../../../identityKeys.ts';
import { claimDue, type LeasedWork, renewedLease, rowIsDue, workOnEach } from '../../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../../jobs/retry.ts';
import type { Job } from '../../../jobs/runJobs.ts';
import { underFence } from '../../../jobs/underFence.ts';
import { notify } from '../../notifications/notify.ts';
import type { CopyRow } from './askForCopy.ts';
import { partNames, partWriter } from './copyParts.ts';
import { writeCopy } from './writeCopy.ts';

const WORK: LeasedWork<'data_copy'> = { job: 'copies', table: 'data_copy', key: ['id'] };
const LADDER: Ladder = { waits: [30, 300, 1_800], isEndless: false };

/** Makes the copies of members' data that were asked for, one at a time on a node. */
export function copyJob(context: AppContext): Job {
  return {
    name: WORK.job,
    due: rowIsDue(WORK),
    run: async () => {
      const claimed = await claimDue(context, WORK, { limit: 1, set: { tries: sql`leased.tries + 1` } });
      return workOnEach(context, WORK, claimed, (row) => make(context, row));
    },
  };
}

async function make(context: AppContext, row: CopyRow): Promise<void> {
  const held = { ...row };
  try {
    const parts = await write(context, held);
    if (parts === 'overtaken') return;
    await underFence(context, WORK, held, async (trx, lock) => {
      await lock();
      await keepFiles(trx, partNames(row.id, { json: parts.json_parts, html: parts.html_parts }));
      await trx
        .updateTable('data_copy')
        .set({
          ...parts,
          state: 'READY',
          finished_at: sql`site.now()`,
          expires_at: sql`site.now() + interval '7 days'`,
          due_at: null,
        })
        .where('id', '=', row.id)
        .execute();
      await notify(trx, { memberId: row.member_id, kind: 'copyReady', key: `copy:${row.id}` });
      return 'done';
    });
  } catch (error) {
    context.log.error({ err: error, copy: row.id }, 'the copy of a member failed');
    await underFence(context, WORK, held, async (trx, lock) => {
      await lock();
      return retryOrGiveUp(trx, WORK, held, {
        wait: waitAfter(LADDER, row.tries),
        giveUp: () =>
          trx
            .updateTable('data_copy')
            .set({ state: 'FAILED', finished_at: sql`site.now()`, due_at: null })
            .where('id', '=', row.id)
            .execute(),
      });
    });
  }
}

/** Writes the files. `row.claim` follows the lease, which each chapter renews. */
async function write(context: AppContext, row: CopyRow) {
  const { db, files, secrets, patientDb } = context;
  const { copies } = await identityKeys(patientDb, secrets);
  // A try that is interrupted, or whose member is erased meanwhile, leaves no part.
  const store = {
    remove: files.remove,
    write: (name: string, content: Buffer) => writeLoose(db, files, name, content),
  };
  const json = partWriter(store, copies, row.id, 'json');
  const html = partWriter(store, copies, row.id, 'html');
  let isOvertaken = false;
  await writeCopy(
    patientDb,
    { memberId: row.member_id, language: row.language as Language, at: row.asked_at },
    {
      json,
      html,
      onChapter: async (done) => {
        const renewed = await underFence(context, WORK, row, async (trx, lock) => {
          await lock();
          return trx
            .updateTable('data_copy')
            .set({ done, ...renewedLease(context) })
            .where('id', '=', row.id)
            .returning('claim')
            .executeTakeFirstOrThrow();
        });
        if (renewed === 'overtaken') isOvertaken = true;
        else row.claim = renewed.claim;
        if (isOvertaken) throw new Error('another node has the copy now');
      },
    },
  ).catch((error: unknown) => {
    if (!isOvertaken) throw error;
  });
  if (isOvertaken) return 'overtaken';
  return { json_parts: await json.end(), html_parts: await html.end() };
}
