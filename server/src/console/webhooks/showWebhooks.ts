import type { EventTypeName } from '@krapao/contract/api/eventTypes';
import type { WebhookTrouble } from '@krapao/contract/connections';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import { presentEvent } from '../../modules/events/eventRow.ts';
import { SITE } from '../../modules/events/streams.ts';
import { presentWaits, type Waits } from '../approvals/ask.ts';
import { type NewWebhook, webhookAddApproval } from './webhookApprovals.ts';

const NEWEST = 50;

interface ListedRow {
  id: string;
  name: string;
  url: string;
  types: string[];
  state: 'ACTIVE' | 'OFF' | 'GONE';
  troubled_at: Date | null;
  secret_count: number;
  version: number;
  changed_at: Date;
  changer: string;
  blocked: number;
  waiting: number;
  delivered_at: Date | null;
}

/** All receivers by name, with what waits for them. */
export async function listWebhooks(db: Db) {
  const { rows } = await sql<ListedRow>`
    select w.*, o.name as changer, streams.*, (
      select last_at from webhook_delivery where webhook_id = w.id and state = 'DELIVERED'
      order by last_at desc limit 1) as delivered_at
    from webhook w
    join operator o on o.id = w.changed_by
    cross join lateral (
      select (count(*) filter (where blocked_at is not null))::int as blocked,
        (count(*) filter (where due_at is not null))::int as waiting
      from webhook_stream where webhook_id = w.id and (due_at is not null or blocked_at is not null)) streams
    order by w.name, w.id`.execute(db);
  const waits = await waitingChanges(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    types: row.types as EventTypeName[],
    state: row.state,
    failingSince: row.troubled_at?.toISOString() ?? null,
    blocked: row.blocked,
    waiting: row.waiting,
    secrets: row.secret_count,
    lastDeliveredAt: row.delivered_at?.toISOString() ?? null,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changer,
    waits: waits.get(`webhook:${row.id}`) ?? null,
  }));
}

/** Receivers that a second operator must approve before they are there, the oldest first. */
export async function listAddedWebhooks(db: Db) {
  const rows = await db
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('kind', '=', webhookAddApproval.name)
    .orderBy('created_at')
    .select(['id', 'payload', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .execute();
  return rows.map((row) => {
    const { id, terms } = row.payload as unknown as NewWebhook;
    return { id, name: terms.name, waits: presentWaits(row) };
  });
}

/** Receivers that need somebody: in trouble, with events that were given up, or gone. All pages of the console name them. */
export async function failingWebhooks(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from webhook w
    where state = 'GONE' or (state = 'ACTIVE' and (troubled_at is not null
      or exists (select from webhook_stream where webhook_id = w.id and blocked_at is not null)))
    order by name, id`.execute(db);
  return rows;
}

/** Waiting changes by their subject. */
async function waitingChanges(db: Db): Promise<Map<string, Waits>> {
  const rows = await db
    .selectFrom('approval')
    .where('state', '=', 'PENDING')
    .where('subject', 'like', 'webhook:%')
    .select(['subject', 'id', 'cause', 'cause_limit', 'cause_amount', 'takes_effect_at'])
    .execute();
  return new Map(rows.map((row) => [row.subject, presentWaits(row)]));
}

interface DeliveryRow {
  position: bigint;
  type: string | null;
  member_id: bigint;
  state: 'DELIVERED' | 'FAILED' | 'GIVEN_UP' | 'LEFT_OUT';
  tries: number;
  http_status: number | null;
  trouble: WebhookTrouble | null;
  answer: string;
  took_ms: number;
  last_at: Date;
  at: Date | null;
  data: unknown;
}

const DELIVERIES = sql`
  select d.*, e.type, e.at, e.data from webhook_delivery d left join event e on e.position = d.position`;

/** The events that were tried last; those that were given up before all others. */
export async function listSent(db: Db, webhookId: string) {
  const { rows } = await sql<DeliveryRow>`
    ${DELIVERIES} where d.webhook_id = ${webhookId}
    order by d.state = 'GIVEN_UP' desc, d.last_at desc limit ${NEWEST}`.execute(db);
  return rows.map(presentSent);
}

/** @throws AppError NO_DATA */
export async function showSent(db: Db, webhookId: string, event: string) {
  const { rows } = await sql<DeliveryRow>`
    ${DELIVERIES} where d.webhook_id = ${webhookId} and d.position = ${BigInt(event)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('NO_DATA');
  const { type, at, position, data } = row;
  const body = type === null || at === null ? null : presentEvent({ type, at, position, data });
  return { ...presentSent(row), body: body && JSON.stringify(body, null, 2) };
}

const presentSent = (row: DeliveryRow) => ({
  event: String(row.position),
  type: row.type,
  memberId: row.member_id === SITE ? null : String(row.member_id),
  state: row.state,
  tries: row.tries,
  httpStatus: row.http_status,
  trouble: row.trouble,
  answer: row.answer,
  tookMs: row.took_ms,
  lastAt: row.last_at.toISOString(),
});
