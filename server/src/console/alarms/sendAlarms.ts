import { type AlarmKind, type AlarmPhase, alarmText, alarmTold } from '@krapao/contract/alarms';
import type { Language } from '@krapao/contract/limits';
import { isAllowed } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { claimDue, type LeasedRow, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import type { DeliveryEnd } from '../../modules/notifications/deliver.ts';
import { pushPost } from '../../modules/notifications/push/pushPost.ts';
import { roleOf } from '../../operatorRole.ts';

const SENDING: LeasedWork<'alarm_delivery'> = { job: 'alarms', table: 'alarm_delivery', key: ['id'] };
const BATCH = 50;
const LADDER: Ladder = { waits: [5, 30, 120, 600, 1_800], isEndless: false };

/** Sends what alarms tell to operators' devices by web push; lost answers are tried again under the same topic. */
export function alarmDeliveryJob(context: AppContext): Job {
  const post = pushPost(context);
  return {
    name: SENDING.job,
    due: rowIsDue(SENDING),
    run: async () => {
      const rows = await claimDue(context, SENDING, {
        limit: BATCH,
        set: { attempts: sql`leased.attempts + 1` },
      });
      return workOnEach(context, SENDING, rows, (row) => deliver(context, post, row));
    },
  };
}

async function deliver(
  context: AppContext,
  post: ReturnType<typeof pushPost>,
  row: LeasedRow<'alarm_delivery'>,
): Promise<void> {
  const { hasLeft, ...sent } = await send(context, post, row);
  context.metrics.countNotification('push', sent.end);
  await underFence(context, SENDING, row, async (trx, lock) => {
    await lock();
    const settle = () => trx.deleteFrom('alarm_delivery').where('id', '=', row.id).execute();
    if (sent.end === 'again')
      return retryOrGiveUp(trx, SENDING, row, { wait: waitAfter(LADDER, row.attempts), giveUp: settle });
    await settle();
    // Its deliveries go with it.
    if (hasLeft) await trx.deleteFrom('alarm_device').where('id', '=', row.device_id).execute();
    return 'done';
  });
}

async function send(
  { db }: AppContext,
  post: ReturnType<typeof pushPost>,
  row: LeasedRow<'alarm_delivery'>,
): Promise<DeliveryEnd & { hasLeft?: true }> {
  const found = await db
    .selectFrom('alarm_device as d')
    .innerJoin('operator as o', 'o.id', 'd.operator_id')
    .innerJoin('alarm as a', (join) => join.on('a.id', '=', row.alarm_id))
    .select(['d.endpoint', 'd.p256dh', 'd.auth', 'd.language', 'a.kind', 'a.subject'])
    .select(roleOf('o').as('role'))
    .where('d.id', '=', row.device_id)
    .where('o.is_active', '=', true)
    .executeTakeFirst();
  if (found === undefined) return { end: 'gone', reason: 'ENDED' };
  const kind = found.kind as AlarmKind;
  const { permission, page } = alarmTold(kind, found.subject);
  // The role may have changed since it was written.
  if (!isAllowed(found.role, permission)) return { end: 'gone', reason: 'FORBIDDEN' };
  const topic = `a${row.alarm_id}`;
  const alarm = { kind, subject: found.subject, phase: row.phase as AlarmPhase };
  const language = found.language as Language;
  const text = JSON.stringify({ ...alarmText(alarm, language), tag: topic, language, page });
  return post(found, { text, topic, urgency: 'high' });
}
