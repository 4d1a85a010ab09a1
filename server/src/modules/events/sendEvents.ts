import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { claimDue, workOnEach } from '../../jobs/leasedWork.ts';
import type { Job } from '../../jobs/runJobs.ts';
import { outgoingHttp } from '../../providers/connections/outgoingHttp.ts';
import { allowedHosts } from '../../providers/connections/ownNetwork.ts';
import { presentEvent } from './eventRow.ts';
import { postEvent, type Sent } from './postEvent.ts';
import { settleIdle, settleSent } from './settleSent.ts';
import { SENDER, STREAMS, type StreamRow, wanted } from './streams.ts';
import { TROUBLED_FROM, type WebhookRow } from './webhookRow.ts';

const INTERVAL_MS = 1_000;
/** How soon free places look for work while others are taken. */
const LOOK_MS = 250;
/** Members whose events one node sends to one receiver at the same time. */
const SLOTS = 8;

/**
 * Sends each member's events to each receiver, one after the other. Each receiver has its own places, so a slow one holds
 * up no other; one in trouble has a single place until it answers.
 */
export function sendJob(context: AppContext): Job {
  const http = outgoingHttp(allowedHosts(context.config), context.config.providerTimeoutMs);
  const busy = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();

  function begin(webhook: WebhookRow, claimed: StreamRow[], stopped: Promise<undefined>): void {
    const { id } = webhook;
    for (const row of claimed) {
      busy.set(id, (busy.get(id) ?? 0) + 1);
      const sending = workOnEach(context, STREAMS, [row], () => send(webhook, row, stopped)).finally(() => {
        busy.set(id, (busy.get(id) ?? 1) - 1);
        underWay.delete(sending);
      });
      underWay.add(sending);
    }
  }

  async function claim(webhook: WebhookRow): Promise<StreamRow[]> {
    const free = (webhook.failures < TROUBLED_FROM ? SLOTS : 1) - (busy.get(webhook.id) ?? 0);
    if (free <= 0) return [];
    return claimDue(context, STREAMS, {
      limit: free,
      where: sql<boolean>`webhook_id = ${webhook.id}`,
      set: { claimed_at: sql`site.clock_timestamp()` },
    });
  }

  async function send(webhook: WebhookRow, row: StreamRow, stopped: Promise<undefined>): Promise<void> {
    const event = await nextEvent(context, webhook, row);
    if (event === undefined) return settleIdle(context, webhook, row);
    // A node that stops waits for no receiver: the lease ends, and the event is sent again.
    const sent: Sent | undefined = await Promise.race([
      stopped,
      postEvent(context, http, webhook, presentEvent(event)),
    ]);
    if (sent !== undefined) await settleSent(context, webhook, row, event.position, sent);
  }

  return {
    name: SENDER,
    intervalMs: INTERVAL_MS,
    run: async (signal) => {
      const stopped = new Promise<undefined>((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
      });
      let worked = 0;
      do {
        const webhooks = await context.db
          .selectFrom('webhook')
          .selectAll()
          .where('state', '=', 'ACTIVE')
          .execute();
        for (const webhook of webhooks) {
          const claimed = await claim(webhook);
          worked += claimed.length;
          begin(webhook, claimed, stopped);
        }
        const pause = new AbortController();
        await Promise.race([...underWay, stopped, clock.sleep(LOOK_MS, { signal: pause.signal })]);
        pause.abort();
      } while (underWay.size > 0 && !signal.aborted);
      await Promise.all(underWay);
      return worked;
    },
  };
}

/** What is sent now: what an operator sends once more, else the member's next event that the webhook wants. */
async function nextEvent(
  { db }: AppContext,
  webhook: WebhookRow,
  { member_id, position, resends }: StreamRow,
) {
  const [again] = resends;
  const event = await db
    .selectFrom('event')
    .select(['position', 'type', 'at', 'data'])
    .where('member_id', '=', member_id)
    .$if(again !== undefined, (query) => query.where('position', '=', again ?? null))
    .$if(again === undefined, (query) => query.where('position', '>', position).where(wanted(webhook)))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return event?.position ? { ...event, position: event.position } : undefined;
}
