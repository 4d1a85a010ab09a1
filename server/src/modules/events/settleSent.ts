import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { inSeconds } from '../../jobs/leasedWork.ts';
import { type Columns, listed } from '../../jobs/leaseSql.ts';
import { type Ladder, waitAfter } from '../../jobs/retry.ts';
import { underFence } from '../../jobs/underFence.ts';
import type { Sent } from './postEvent.ts';
import { hurryStreams, lockHead, SITE, STREAMS, type StreamRow, stopStreams, wanted } from './streams.ts';
import { TROUBLED_FROM, type WebhookRow } from './webhookRow.ts';

/** Four days, at first seconds: then an operator decides, and the member's later events wait. */
const LADDER: Ladder = {
  waits: [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400],
  isEndless: false,
};

/** An alarm is tried for a day, soon enough to be worth it. Then it is left out: no later alarm waits for it. */
const SITE_LADDER: Ladder = {
  waits: [5, 15, 60, ...Array.from({ length: 288 }, () => 300)],
  isEndless: false,
};

/** A stream without an event to send rests until one is published. */
export async function settleIdle(context: AppContext, webhook: WebhookRow, row: StreamRow): Promise<void> {
  await underFence(context, STREAMS, row, async (trx, lock) => {
    const { position, resends } = await lock();
    // What an operator sends again may be gone by its age.
    const rest = resends[0] === row.resends[0] ? resends.slice(1) : resends;
    await release(trx, webhook, row, { position, resends: rest });
    return 'done';
  });
}

/** Books what a receiver made of an event: the next one is due, or this one again later, or an operator decides. */
export async function settleSent(
  context: AppContext,
  webhook: WebhookRow,
  row: StreamRow,
  eventPosition: bigint,
  sent: Sent,
): Promise<void> {
  const isAgain = row.resends.length > 0;
  const end = await underFence(context, STREAMS, row, async (trx, lock) => {
    const now = await lock();
    const resends = isAgain ? now.resends.slice(1) : now.resends;
    const attempts = now.attempts + 1;
    const isOfSite = row.member_id === SITE;
    const wait =
      isAgain || sent.isDelivered ? undefined : waitAfter(isOfSite ? SITE_LADDER : LADDER, attempts);
    const isGivenUp = !isAgain && !sent.isDelivered && !sent.isGone && wait === undefined;
    const isLeftOut = isGivenUp && isOfSite;
    const failed = isLeftOut ? 'LEFT_OUT' : isGivenUp ? 'GIVEN_UP' : 'FAILED';
    await writeDelivery(trx, row, eventPosition, sent.isDelivered ? 'DELIVERED' : failed, sent);
    if (sent.isDelivered || isAgain || isLeftOut) {
      // Another position: an operator replays, and it goes on from there.
      const position = isAgain || now.position !== row.position ? now.position : eventPosition;
      await release(trx, webhook, row, { position, resends, ...(!isAgain && { attempts: 0 }) });
    } else {
      await update(trx, row, {
        attempts: isGivenUp ? now.attempts : attempts,
        claimed_at: null,
        blocked_at: isGivenUp ? sql<Date>`site.clock_timestamp()` : null,
        due_at: isGivenUp ? null : sent.isGone ? sql<Date>`site.clock_timestamp()` : inSeconds(wait ?? 0),
      });
    }
    if (isGivenUp) return 'gave_up';
    return sent.isDelivered || isAgain ? 'done' : 'retried';
  });
  // Apart: whoever changes the receiver holds it while waiting for its streams.
  const isBack = end !== 'overtaken' && (await countOutcome(context.db, webhook, sent));
  const { id, name } = webhook;
  if (end === 'gave_up')
    context.log.error({ webhook: id, name }, 'a receiver did not take an event at any try');
  if (isBack) await context.db.transaction().execute((trx) => hurryStreams(trx, id));
  if (sent.isGone) {
    context.log.warn({ webhook: id, name }, 'a receiver wants no more events (410)');
    await context.db.transaction().execute((trx) => retire(trx, webhook));
  }
}

/** The receiver answered 410: it is switched off until an operator switches it on. One that was changed since is another. */
async function retire(trx: Trx, { id, version }: WebhookRow): Promise<void> {
  const head = await lockHead(trx);
  const { numUpdatedRows } = await trx
    .updateTable('webhook')
    .set({ state: 'GONE', stopped_at: head, version: version + 1 })
    .where('id', '=', id)
    .where('state', '=', 'ACTIVE')
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await stopStreams(trx, id);
}

/** The next event is due at once if there is one. */
async function release(
  trx: Trx,
  webhook: WebhookRow,
  row: StreamRow,
  { position, ...others }: Pick<StreamRow, 'position' | 'resends'> & { attempts?: number },
): Promise<void> {
  const more = sql<Date | null>`case when ${others.resends.length > 0} or exists (
      select from event where member_id = ${row.member_id} and position > ${position} and ${wanted(webhook)})
    then site.clock_timestamp() end`;
  await update(trx, row, { ...others, position, claimed_at: null, due_at: more });
}

async function update(
  trx: Trx,
  { webhook_id, member_id }: StreamRow,
  set: Columns<'webhook_stream'>,
): Promise<void> {
  await sql`
    update webhook_stream set changed_at = site.clock_timestamp()${listed(set)}
    where webhook_id = ${webhook_id} and member_id = ${member_id}`.execute(trx);
}

/** What became of an event at the last try. */
async function writeDelivery(
  trx: Trx,
  { webhook_id, member_id }: Pick<StreamRow, 'webhook_id' | 'member_id'>,
  position: bigint,
  state: 'DELIVERED' | 'FAILED' | 'GIVEN_UP' | 'LEFT_OUT',
  { httpStatus, trouble, answer, tookMs }: Sent,
): Promise<void> {
  const outcome = { state, http_status: httpStatus, trouble, answer, took_ms: tookMs };
  await trx
    .insertInto('webhook_delivery')
    .values({ webhook_id, member_id, position, ...outcome })
    .onConflict((conflict) =>
      conflict.columns(['webhook_id', 'position']).doUpdateSet({
        ...outcome,
        tries: sql<number>`webhook_delivery.tries + 1`,
        last_at: sql<Date>`site.clock_timestamp()`,
      }),
    )
    .execute();
}

/** Counts failures in a row, which are trouble from the fifth on. @returns whether trouble is over */
async function countOutcome(db: Db, { id, failures }: WebhookRow, { isDelivered }: Sent): Promise<boolean> {
  if (isDelivered && failures === 0) return false;
  if (isDelivered) {
    const { rows } = await sql<{ was: boolean }>`
      update webhook w set failures = 0, troubled_at = null from webhook old
      where w.id = ${id} and old.id = w.id and w.failures > 0
      returning old.troubled_at is not null as was`.execute(db);
    return rows[0]?.was ?? false;
  }
  await sql`
    update webhook set failures = failures + 1,
      troubled_at = case when failures + 1 >= ${TROUBLED_FROM} then coalesce(troubled_at, site.clock_timestamp()) end
    where id = ${id}`.execute(db);
  return false;
}
