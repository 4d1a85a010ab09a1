import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

const PAGE = 50;

interface PostingRow {
  id: bigint;
  at: Date;
  code: string;
  phase: string;
  amount: bigint;
  is_in: boolean;
  kind: string;
  provider: string | null;
  actor: string;
  cause: string;
  after: bigint | null;
}

interface Asked {
  /** The id of the last one shown. */
  before: string | undefined;
  /** The titles of payment gateways, by code. */
  gateways: ReadonlyMap<string, string>;
}

/**
 * The ledger of the member's wallet, newest first. Each posting of a wallet has its version there; the indexes are of
 * those alone.
 */
export async function listPostings(db: Db, memberId: bigint, { before, gateways }: Asked) {
  const { rows } = await sql<PostingRow>`
    with wallet as (select id from ledger.account where member_id = ${memberId} and kind = 'wallet'),
    mine as (
      (select p.*, true as is_in from ledger.posting p join wallet on p.credit = wallet.id
        where p.credit_version is not null and (${before === undefined} or p.id < ${before ?? '0'}::bigint) order by p.id desc limit ${PAGE + 1})
      union all
      (select p.*, false from ledger.posting p join wallet on p.debit = wallet.id
        where p.debit_version is not null and (${before === undefined} or p.id < ${before ?? '0'}::bigint) order by p.id desc limit ${PAGE + 1})
    )
    select mine.id, mine.at, mine.code, mine.phase, mine.amount, mine.is_in, mine.actor, mine.cause,
      other.kind, other.provider,
      case when mine.is_in then mine.credit_after else mine.debit_after end as after
    from mine
    join ledger.account other on other.id = case when mine.is_in then mine.debit else mine.credit end
    order by mine.id desc
    limit ${PAGE + 1}`.execute(db);
  return {
    hasMore: rows.length > PAGE,
    postings: rows.slice(0, PAGE).map((row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      code: row.code,
      phase: row.phase,
      amount: bahtFromSatang(row.amount),
      direction: row.is_in ? ('in' as const) : ('out' as const),
      account: [row.kind, titleOf(row.kind === 'gateway', row.provider, gateways)].filter(Boolean).join(' '),
      actor: row.actor,
      cause: row.cause,
      balanceAfter: row.after === null ? null : bahtFromSatang(row.after),
    })),
  };
}

/** The title of a gateway; any other place keeps its code. */
const titleOf = (isGateway: boolean, code: string | null, gateways: Asked['gateways']) =>
  (isGateway && gateways.get(code ?? '')) || code || '';

/** The statement as the member sees it, newest first. */
export async function listEntries(db: Db, memberId: bigint, { before, gateways }: Asked) {
  let query = db
    .selectFrom('statement_entry')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .selectAll();
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from statement_entry where id = ${before}::bigint)`,
    );
  }
  const rows = await query.execute();
  return {
    hasMore: rows.length > PAGE,
    entries: rows.slice(0, PAGE).map((row) => ({
      id: String(row.id),
      at: row.created_at.toISOString(),
      type: row.statement_type,
      status: row.status,
      from: titleOf(row.cause.startsWith('gateway:'), row.from_label, gateways),
      to: row.to_label,
      amount: bahtFromSatang(row.amount),
      cause: row.cause,
    })),
  };
}
