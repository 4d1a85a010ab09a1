import type { QueueName } from '@krapao/contract/queues';
import { type RawBuilder, sql } from 'kysely';

/** A queue of items that wait for an operator: which rows of which table it holds. */
interface Queue {
  /** The item's name in the audit log: `slip:7`. */
  subject: string;
  table: string;
  /** The type of the table's `id`, which identifies an item. */
  id: 'bigint' | 'uuid';
  /** Whether a row, by its bare columns, waits for an operator. */
  waits: RawBuilder<boolean>;
  /** The column that says since when a row has been waiting. */
  since: string;
  /** When a row ended without a person; null if it did not, or never does. Decisions by operators have `decided_at`. */
  endedAt: RawBuilder<Date | null>;
}

const finished = sql<Date | null>`finished_at`;
const never = sql<Date | null>`null::timestamptz`;

/**
 * All operators' queues except the chat inbox, whose conversations are assigned. Each table has `decided_by` and
 * `decided_at`.
 */
export const QUEUES = {
  slips: {
    subject: 'slip',
    table: 'slip',
    id: 'bigint',
    waits: sql<boolean>`status = 'PENDING' and step = 'OPERATOR'`,
    since: 'uploaded_at',
    endedAt: finished,
  },
  incoming: {
    subject: 'incoming',
    table: 'incoming_transfer',
    id: 'bigint',
    waits: sql<boolean>`status = 'QUEUED'`,
    since: 'transferred_at',
    endedAt: sql<Date | null>`credited_at`,
  },
  latePayments: {
    subject: 'gateway',
    table: 'gateway_payment',
    id: 'uuid',
    waits: sql<boolean>`queued_at is not null and status <> 'PAID' and decided_by is null`,
    since: 'queued_at',
    endedAt: sql<Date | null>`case when status = 'PAID' then paid_at end`,
  },
  gifts: {
    subject: 'gift',
    table: 'gift_link',
    id: 'bigint',
    waits: sql<boolean>`status = 'PENDING' and due_at is null`,
    since: 'created_at',
    endedAt: finished,
  },
  transferClaims: {
    subject: 'notice',
    table: 'manual_deposit',
    id: 'bigint',
    waits: sql<boolean>`status = 'PENDING'`,
    since: 'created_at',
    endedAt: finished,
  },
  withdrawals: {
    subject: 'withdrawal',
    table: 'withdrawal',
    id: 'uuid',
    // One that has ended waits while the bank says the opposite.
    waits: sql<boolean>`(state in ('MANUAL', 'STUCK') or contradicted_at is not null)`,
    since: 'created_at',
    endedAt: sql<Date | null>`settled_at`,
  },
  transfers: {
    subject: 'transferLeg',
    table: 'transfer_leg',
    id: 'uuid',
    waits: sql<boolean>`state = 'STUCK'`,
    since: 'created_at',
    endedAt: never,
  },
  changeRequests: {
    subject: 'changeRequest',
    table: 'change_request',
    id: 'bigint',
    waits: sql<boolean>`state = 'WAITING'`,
    since: 'created_at',
    endedAt: finished,
  },
  cases: {
    subject: 'case',
    table: 'member_case',
    id: 'bigint',
    waits: sql<boolean>`state = 'OPEN'`,
    since: 'news_at',
    endedAt: never,
  },
  identityRequests: {
    subject: 'identityRequest',
    table: 'identity_request',
    id: 'bigint',
    waits: sql<boolean>`state = 'WAITING'`,
    since: 'sent_at',
    endedAt: finished,
  },
  findings: {
    subject: 'finding',
    table: 'identity_finding',
    id: 'bigint',
    waits: sql<boolean>`state = 'WAITING'`,
    since: 'created_at',
    endedAt: never,
  },
  clientMoney: {
    subject: 'clientMoney',
    table: 'client_money_evening',
    id: 'bigint',
    waits: sql<boolean>`state in ('SHORT', 'OVERDUE')`,
    since: 'made_at',
    endedAt: never,
  },
  approvals: {
    subject: 'approval',
    table: 'approval',
    id: 'uuid',
    waits: sql<boolean>`state = 'PENDING'`,
    since: 'created_at',
    endedAt: never,
  },
} as const satisfies Record<QueueName, Queue>;
