import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** How much waits somewhere, and for how many seconds the oldest of it has waited. */
export interface Waiting {
  name: string;
  count: number;
  oldestSeconds: number;
}

/** Rows whose time has come and which no job has claimed: in a healthy site the oldest is seconds old. */
const DUE: Readonly<Record<string, string>> = {
  transfers: 'transfer_leg',
  withdrawals: 'withdrawal',
  slips: 'slip',
  gift_links: 'gift_link',
  gateway_payments: 'gateway_payment',
  bonuses: 'member_bonus',
  play_days: 'play_close',
};

/** What waits for an operator: the same rows as in the console's queues. */
const OPERATOR: Readonly<Record<string, RawBuilder<unknown>>> = {
  slips: sql`select uploaded_at as since from slip where step = 'OPERATOR'`,
  incoming: sql`select transferred_at as since from incoming_transfer where status = 'QUEUED'`,
  gateways: sql`select paid_at as since from gateway_payment where paid_at is not null and status <> 'PAID' and decided_by is null`,
  withdrawals: sql`select created_at as since from withdrawal where state in ('MANUAL', 'STUCK')`,
  transfers: sql`select created_at as since from transfer_leg where state = 'STUCK'`,
  adjustments: sql`select created_at as since from balance_adjustment where state = 'PENDING'`,
};

/** The jobs' rows that are due. */
export function dueWork(db: Db): Promise<Waiting[]> {
  const sources = Object.entries(DUE).map(
    ([name, table]) =>
      [name, sql`select due_at as since from ${sql.table(table)} where due_at <= now()`] as const,
  );
  return count(db, sources);
}

/** The operators' queues. */
export function operatorWork(db: Db): Promise<Waiting[]> {
  return count(db, Object.entries(OPERATOR));
}

async function count(
  db: Db,
  sources: readonly (readonly [string, RawBuilder<unknown>])[],
): Promise<Waiting[]> {
  const parts = sources.map(
    ([name, source]) => sql`
      select ${sql.lit(name)} as name, count(*)::int as count,
        coalesce(greatest(extract(epoch from now() - min(since)), 0), 0)::float8 as "oldestSeconds"
      from (${source}) w`,
  );
  const { rows } = await sql<Waiting>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

/** How many postings the ledger numbered (refused ones leave gaps), and how long the oldest has waited for its seal. */
export async function ledgerState(db: Db): Promise<{ postings: number; unsealedSeconds: number }> {
  const { rows } = await sql<{ postings: number; unsealedSeconds: number }>`
    select coalesce((select max(id) from ledger.posting), 0)::float8 as postings,
      coalesce((
        select greatest(extract(epoch from now() - at), 0) from ledger.posting
        where xid >= coalesce((select xid_to from ledger.seal order by seq desc limit 1), '0'::xid8)
        order by xid, id limit 1
      ), 0)::float8 as "unsealedSeconds"`.execute(db);
  return rows[0] ?? { postings: 0, unsealedSeconds: 0 };
}
