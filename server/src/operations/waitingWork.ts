import { QUEUE_NAMES } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { LeasedTable } from '../jobs/leasedWork.ts';
import { QUEUES } from '../queues.ts';

/** The number of waiting items, and for how many seconds the oldest has waited. */
export interface Waiting {
  name: string;
  count: number;
  oldestSeconds: number;
}

/** Due rows that no job has claimed: in a healthy site the oldest is seconds old. */
const DUE: Readonly<Record<LeasedTable, string>> = {
  transfer_leg: 'transfers',
  withdrawal: 'withdrawals',
  slip: 'slips',
  gift_link: 'gift_links',
  gateway_payment: 'gateway_payments',
  statement_reading: 'statements',
  member_bonus: 'bonuses',
  play_close: 'play_days',
  notification_delivery: 'notifications',
  round_question: 'round_questions',
  game_closing: 'game_closings',
  pause: 'breaks',
  case_scan: 'case_scan',
  register_check: 'register_checks',
  reality_check: 'reality_checks',
  data_copy: 'copies',
  erasure: 'erasures',
  retention_run: 'retention',
  loose_file: 'loose_files',
  identity_verification: 'identity_verifications',
  webhook_stream: 'webhooks',
  offer_simulation: 'simulations',
  alarm_look: 'alarm_looks',
  alarm_delivery: 'alarms',
};

/** The jobs' rows that are due. */
export function dueWork(db: Db): Promise<Waiting[]> {
  const sources = Object.entries(DUE).map(
    ([table, name]) =>
      [name, sql`select due_at as since from ${sql.table(table)} where due_at <= site.now()`] as const,
  );
  return count(db, sources);
}

/** The operators' queues, rows of files for the bank without an answer, and events that receivers do not take. */
export function operatorWork(db: Db): Promise<Waiting[]> {
  const sources = QUEUE_NAMES.map((name) => {
    const { table, since, waits } = QUEUES[name];
    return [name, sql`select ${sql.ref(since)} as since from ${sql.table(table)} where ${waits}`] as const;
  });
  return count(db, [...sources, ['bankFiles', UNANSWERED], ['webhooks', UNTAKEN]]);
}

const UNANSWERED = sql`
  select b.created_at as since from payout_batch_row r join payout_batch b on b.id = r.payout_batch_id
  where r.state = 'EXPORTED'`;

/** Receivers in trouble, and members' events that were given up. */
const UNTAKEN = sql`
  select blocked_at as since from webhook_stream where blocked_at is not null
  union all select troubled_at from webhook where troubled_at is not null and state = 'ACTIVE'`;

async function count(
  db: Db,
  sources: readonly (readonly [string, RawBuilder<unknown>])[],
): Promise<Waiting[]> {
  const parts = sources.map(
    ([name, source]) => sql`
      select ${sql.lit(name)} as name, count(*)::int as count,
        coalesce(greatest(extract(epoch from site.now() - min(since)), 0), 0)::float8 as "oldestSeconds"
      from (${source}) w`,
  );
  const { rows } = await sql<Waiting>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}
