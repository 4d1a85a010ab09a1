import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { LeasedRow, LeasedWork } from '../../jobs/leasedWork.ts';
import type { WebhookRow } from './webhookRow.ts';

/** Name of the job that sends events. */
export const SENDER = 'webhooks';

/** Stands for a member's number where an event tells of the site itself: its events are a stream of their own. */
export const SITE = 0n;

/** How far a receiver has the events of a member. */
export type StreamRow = LeasedRow<'webhook_stream'>;

export const STREAMS: LeasedWork<'webhook_stream'> = {
  job: SENDER,
  table: 'webhook_stream',
  key: ['webhook_id', 'member_id'],
};

/** Whether the webhook wants an event, by its bare columns. */
export const wanted = ({ types }: Pick<WebhookRow, 'types'>): RawBuilder<boolean> =>
  sql<boolean>`webhook_wants(${types}::text[], member_id, type)`;

/**
 * The newest position, locked until the transaction ends: nothing is published meanwhile. Whoever writes several streams
 * takes it first, so that nobody waits for one another.
 */
export async function lockHead(trx: Trx): Promise<bigint> {
  const { position } = await trx
    .selectFrom('event_head')
    .select('position')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return position;
}

/** Waits for the deliveries that are being booked, and lets none begin. The caller holds the head. */
export async function lockStreams(trx: Trx, webhookId: string): Promise<void> {
  await sql`
    select from webhook_stream where webhook_id = ${webhookId} order by member_id for update`.execute(trx);
}

/** Nothing more is sent; what is being sent ends as it does. @returns where it goes on */
export async function stopStreams(trx: Trx, webhookId: string): Promise<bigint> {
  const head = await lockHead(trx);
  await sql`
    update webhook_stream set due_at = null
    where webhook_id = ${webhookId} and due_at is not null and claimed_at is null`.execute(trx);
  return head;
}

/** Goes on after the position at which it stopped; what waited before goes on too. The webhook is active by now. */
export async function startStreams(trx: Trx, webhookId: string, stoppedAt: bigint): Promise<void> {
  await lockHead(trx);
  await sql`
    update webhook_stream set due_at = site.clock_timestamp()
    where webhook_id = ${webhookId} and due_at is null and blocked_at is null`.execute(trx);
  await sql`select make_streams_due(${webhookId}, ${stoppedAt + 1n})`.execute(trx);
}

/** What is tried again is given up no longer. */
export async function reviveDeliveries(trx: Trx, webhookId: string): Promise<void> {
  await sql`
    update webhook_delivery d set state = 'FAILED' from webhook_stream s
    where d.webhook_id = ${webhookId} and d.state = 'GIVEN_UP' and s.blocked_at is null
      and (s.webhook_id, s.member_id) = (d.webhook_id, d.member_id)`.execute(trx);
}

/** What waits for a later try is due now; what a node is sending stays its own. */
export async function hurryStreams(trx: Trx, webhookId: string): Promise<void> {
  await lockHead(trx);
  await sql`
    update webhook_stream set due_at = site.clock_timestamp()
    where webhook_id = ${webhookId} and due_at > site.clock_timestamp() and claimed_at is null`.execute(trx);
}

/**
 * Sends all events from a position on again, in their order for each member, also those that were given up or left out.
 * @returns of how many members
 */
export async function replayStreams(trx: Trx, webhook: WebhookRow, from: bigint): Promise<number> {
  await lockHead(trx);
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_stream as s (webhook_id, member_id, position, due_at)
    select ${webhook.id}::uuid, member_id, min(position) - 1, site.clock_timestamp() from event
    where position >= ${from} and ${wanted(webhook)}
    group by member_id order by member_id
    on conflict (webhook_id, member_id) do update set
      position = least(s.position, excluded.position), attempts = 0, blocked_at = null,
      -- What a node is sending stays its own until it has ended.
      due_at = case when s.claimed_at is null then site.clock_timestamp() else s.due_at end`.execute(trx);
  await reviveDeliveries(trx, webhook.id);
  return Number(numAffectedRows);
}
