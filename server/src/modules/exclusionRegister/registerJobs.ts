import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/connect.ts';
import { claimDue, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import { giveBack, type Ladder, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { askRegister, isRegisterAsked } from './askRegister.ts';
import { personOf } from './personOf.ts';
import { excludeListed, keepAnswer } from './takeAnswer.ts';

const CHECKS: LeasedWork<'register_check'> = {
  job: 'exclusion-register',
  table: 'register_check',
  key: ['member_id'],
};
/** At once on one node: 25 a second ask about two million members a day. */
const AT_ONCE = 25;
/** Members from before the register was connected, once a minute. */
const NEW_INTERVAL_MS = 60_000;
const NEW_AT_ONCE = 20_000;
/** Unknown is not failed: the register is asked until it answers. */
const LADDER: Ladder = { waits: [10, 60, 300], isEndless: true };

/** Asks the central register about every member within the pack's hours (rule 13). */
export function registerJobs(context: AppContext): Job[] {
  return [
    {
      name: CHECKS.job,
      due: rowIsDue(CHECKS),
      run: async () => {
        if (!isRegisterAsked(context)) return 0;
        const claimed = await claimDue(context, CHECKS, {
          limit: AT_ONCE,
          set: { attempts: sql`due.attempts + 1` },
        });
        return workOnEach(context, CHECKS, claimed, (row) => check(context, row));
      },
    },
    {
      name: 'exclusion-register-members',
      intervalMs: NEW_INTERVAL_MS,
      run: async () => (isRegisterAsked(context) ? addMembers(context.db) : 0),
    },
  ];
}

type Row = Awaited<ReturnType<typeof claimDue<'register_check'>>>[number];

async function check(context: AppContext, row: Row): Promise<void> {
  const { member_id: memberId, attempts } = row;
  const person = await personOf(context.db, memberId);
  if (person === undefined) {
    await context.db.deleteFrom('register_check').where('member_id', '=', memberId).execute();
    return;
  }
  const { listed, isComplete } = await askRegister(context, person);
  if (!isComplete) {
    await context.db.transaction().execute((trx) => excludeListed(trx, memberId, listed));
    return giveBack(context, CHECKS, row, { end: 'retried', seconds: waitAfter(LADDER, attempts) ?? 0 });
  }
  const { hours } = context.settings.get('protection').register;
  await underFence(context, CHECKS, row, async (trx, lock) => {
    await lock();
    await excludeListed(trx, memberId, listed);
    await keepAnswer(trx, memberId, listed, hours);
    return 'done';
  });
}

/** Members about whom the register was never asked. @returns how many */
async function addMembers(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into register_check (member_id)
    select m.id from member m where m.phone_number like '+%' and not exists (select from register_check r where r.member_id = m.id)
    order by m.id limit ${NEW_AT_ONCE}
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
