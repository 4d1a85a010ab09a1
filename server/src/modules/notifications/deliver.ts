import {
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationParams,
} from '@krapao/contract/notifications';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { claimDue, type LeasedRow, type LeasedWork, rowIsDue, workOnEach } from '../../jobs/leasedWork.ts';
import { type Ladder, retryOrGiveUp, waitAfter } from '../../jobs/retry.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { underFence } from '../../jobs/underFence.ts';
import { messageSender } from './messenger/messageSender.ts';
import { readParams } from './notificationParams.ts';
import { pushSender } from './push/pushSender.ts';

/** A notification on its way to one target. */
export interface DueDelivery {
  target: string;
  notification: { id: bigint; memberId: bigint; kind: NotificationKind; params: NotificationParams };
  /** The member's choice: others read a locked screen. */
  hidesAmounts: boolean;
}

/** `again`: try later. `gone`: no other try would help. */
export type DeliveryEnd = { end: 'sent' } | { end: 'again' | 'gone'; reason: string };

/**
 * Sends deliveries of one channel. It may be asked twice for one delivery, after a kill between sending and the commit.
 * The view `notification_target` names its targets.
 */
export interface NotificationSender {
  channel: NotificationChannel;
  send(delivery: DueDelivery): Promise<DeliveryEnd>;
}

const SENDERS: readonly ((context: AppContext) => NotificationSender)[] = [pushSender, messageSender];

type DeliveryRow = LeasedRow<'notification_delivery'>;

const BATCH = 50;
/** What is hours old, the list in the app tells. */
const LADDER: Ladder = { waits: [5, 30, 120, 600, 1_800, 7_200], isEndless: false };

/** One job for each channel: a channel that is slow holds up no other. */
export function notificationJobs(context: AppContext): Job[] {
  return SENDERS.map((open) => {
    const sender = open(context);
    const work: LeasedWork<'notification_delivery'> = {
      job: sender.channel,
      table: 'notification_delivery',
      key: ['id'],
    };
    const onChannel = sql<boolean>`channel = ${sender.channel}`;
    return {
      name: sender.channel,
      due: rowIsDue(work, onChannel),
      run: async () => {
        const claimed = await claimDue(context, work, {
          limit: BATCH,
          where: onChannel,
          set: { attempts: sql`leased.attempts + 1` },
        });
        return workOnEach(context, work, claimed, (row) => deliver(context, sender, work, row));
      },
    };
  });
}

async function deliver(
  context: AppContext,
  sender: NotificationSender,
  work: LeasedWork<'notification_delivery'>,
  row: DeliveryRow,
): Promise<void> {
  const delivery = await dueDelivery(context, row);
  const sent: DeliveryEnd = delivery === null ? { end: 'gone', reason: 'READ' } : await sender.send(delivery);
  context.metrics.countNotification(sender.channel, sent.end);
  await underFence(context, work, row, async (trx, lock) => {
    await lock();
    const settle = (state: 'SENT' | 'FAILED', reason: string | null) =>
      trx
        .updateTable('notification_delivery')
        .set({ state, reason, due_at: null, settled_at: sql<Date>`site.clock_timestamp()` })
        .where('id', '=', row.id)
        .execute();
    if (sent.end === 'sent') {
      await settle('SENT', null);
      return 'done';
    }
    if (sent.end === 'gone') {
      await settle('FAILED', sent.reason);
      return 'done';
    }
    return retryOrGiveUp(trx, work, row, {
      wait: waitAfter(LADDER, row.attempts),
      set: { reason: sent.reason },
      giveUp: () => settle('FAILED', sent.reason),
    });
  });
}

/** Null if the member has read it meanwhile. */
async function dueDelivery({ db }: AppContext, row: DeliveryRow): Promise<DueDelivery | null> {
  const found = await db
    .selectFrom('notification as n')
    .leftJoin('notification_choice as c', 'c.member_id', 'n.member_id')
    .select(['n.id', 'n.member_id', 'n.kind', 'n.params', 'c.hides_amounts'])
    .where('n.id', '=', row.notification_id)
    .where('n.read_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined || !(found.kind in NOTIFICATION_KINDS)) return null;
  return {
    target: row.target,
    notification: {
      id: found.id,
      memberId: found.member_id,
      kind: found.kind as NotificationKind,
      params: readParams(found.params),
    },
    hidesAmounts: found.hides_amounts ?? false,
  };
}
