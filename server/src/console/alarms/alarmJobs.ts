import { type AlarmKind, type AlarmPhase, alarmTold } from '@krapao/contract/alarms';
import { isAllowed } from '@krapao/contract/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import {
  claimDue,
  inSeconds,
  type LeasedRow,
  type LeasedWork,
  rowIsDue,
  workOnEach,
} from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { roleOf } from '../../operatorRole.ts';
import { alarmDeliveryJob } from './sendAlarms.ts';
import { type Trouble, whatIsOn } from './whatIsOn.ts';

const LOOKS: LeasedWork<'alarm_look'> = { job: 'alarm_looks', table: 'alarm_look', key: ['is_only'] };
const LOOK_EVERY_SECONDS = 30;
/** An alarm that lasts is told again after this time. */
const AGAIN_HOURS = 4;
/** So long nothing is wrong before an alarm ends: a queue that goes over and under its limit is one alarm. */
const FINE_MINUTES = 5;
const KEPT_DAYS = 90;

/** Looks for alarms on one node, and sends what they tell. */
export function alarmJobs(context: AppContext): Job[] {
  return [
    {
      name: LOOKS.job,
      due: rowIsDue(LOOKS),
      run: async () =>
        workOnEach(context, LOOKS, await claimDue(context, LOOKS, { limit: 1 }), (row) => look(context, row)),
    },
    alarmDeliveryJob(context),
  ];
}

async function look(context: AppContext, row: LeasedRow<'alarm_look'>): Promise<void> {
  const troubles = await whatIsOn(context);
  await underFence(context, LOOKS, row, async (trx, lock) => {
    await lock();
    await note(trx, troubles);
    await trx
      .updateTable('alarm_look')
      .set({ due_at: inSeconds(LOOK_EVERY_SECONDS), looked_at: sql<Date>`site.clock_timestamp()` })
      .execute();
    return 'done';
  });
}

/** Begins, repeats and ends alarms; what is told is written in the same transaction. */
async function note(trx: Trx, troubles: readonly Trouble[]): Promise<void> {
  const on = await trx
    .selectFrom('alarm')
    .select(['id', 'kind', 'subject', 'fine_since'])
    .select(sql<boolean>`told_at < site.now() - make_interval(hours => ${AGAIN_HOURS})`.as('isAgain'))
    .select(
      sql<boolean>`coalesce(fine_since < site.now() - make_interval(mins => ${FINE_MINUTES}), false)`.as(
        'isOver',
      ),
    )
    .where('ended_at', 'is', null)
    .execute();
  const isSame = (a: { kind: string; subject: string }, b: { kind: string; subject: string }) =>
    a.kind === b.kind && a.subject === b.subject;
  for (const { kind, subject, isFaint } of troubles) {
    if (isFaint || on.some((one) => isSame(one, { kind, subject }))) continue;
    const { id } = await trx
      .insertInto('alarm')
      .values({ kind, subject })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tell(trx, { id, kind, subject }, 'began');
  }
  for (const alarm of on) {
    const change = (set: RawBuilder<unknown>) =>
      sql`update alarm set ${set} where id = ${alarm.id}`.execute(trx);
    if (troubles.some((one) => isSame(one, alarm))) {
      if (alarm.fine_since !== null) await change(sql`fine_since = null`);
      if (!alarm.isAgain) continue;
      await change(sql`told_at = site.clock_timestamp()`);
      await tell(trx, alarm, 'lasts');
    } else if (alarm.fine_since === null) {
      await change(sql`fine_since = site.clock_timestamp()`);
    } else if (alarm.isOver) {
      await change(sql`told_at = site.clock_timestamp(), ended_at = fine_since`);
      await tell(trx, alarm, 'ended');
    }
  }
  await sql`delete from alarm where ended_at < site.now() - make_interval(days => ${KEPT_DAYS})`.execute(trx);
}

/** Writes one delivery for each device whose operator chose the kind and may know of the subject now. */
async function tell(
  trx: Trx,
  { id, kind, subject }: { id: bigint; kind: string; subject: string },
  phase: AlarmPhase,
): Promise<void> {
  const { permission } = alarmTold(kind as AlarmKind, subject);
  // What has not gone out yet is outdated by what is told now.
  await trx.deleteFrom('alarm_delivery').where('alarm_id', '=', id).execute();
  const devices = await trx
    .selectFrom('alarm_device as d')
    .innerJoin('operator as o', 'o.id', 'd.operator_id')
    .select(['d.id', roleOf('o').as('role')])
    .where('o.is_active', '=', true)
    .where(sql<boolean>`${kind} = any(d.kinds)`)
    // One that leaves at this moment must not undo the whole look.
    .forKeyShare('d')
    .execute();
  const told = devices.filter(({ role }) => isAllowed(role, permission));
  if (told.length > 0)
    await trx
      .insertInto('alarm_delivery')
      .values(told.map((device) => ({ alarm_id: id, device_id: device.id, phase })))
      .execute();
}
