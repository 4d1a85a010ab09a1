import { toast } from '../../components/toast.ts';
import { client } from '../../lib/api.ts';
import { isRowSaid } from '../../lib/saidMoney.ts';
import type { Notification } from './queries.ts';

/** A form, or an event of its own, tells of the same money at the same moment. */
export const TOLD_WITHIN_MS = 500;

/** Says new notifications of money to those who do not see the badge. */
export interface News {
  /**
   * A notification was written or read, or may have been: the stream of events is open. What stood there at the first call is
   * not new.
   */
  look(): Promise<void>;
}

export function createNews(
  ask: () => Promise<readonly Notification[]> = newestNotifications,
  say: (text: string) => void = (text) => toast.voice(() => text),
): News {
  let last: bigint | null = null;
  let earlier: Promise<unknown> = Promise.resolve();

  async function lookNow(): Promise<void> {
    const notifications = await ask();
    const seen = last;
    last = BigInt(notifications[0]?._id ?? 0);
    if (seen === null) return;
    const fresh = notifications.filter(({ _id }) => BigInt(_id) > seen);
    for (const { category, isRead, row = '', title, body } of fresh.reverse())
      if (category === 'money' && !isRead && !isRowSaid(row)) say(`${title} ${body}`);
  }

  return {
    look() {
      const pause = last === null ? undefined : new Promise((resolve) => setTimeout(resolve, TOLD_WITHIN_MS));
      const mine = Promise.all([earlier, pause]).then(lookNow);
      // Without a network nothing is seen: the next look finds it.
      earlier = mine.catch(() => undefined);
      return mine;
    },
  };
}

async function newestNotifications(): Promise<readonly Notification[]> {
  const { notifications } = await client('GET /api/notifications', { query: {} });
  return notifications;
}
