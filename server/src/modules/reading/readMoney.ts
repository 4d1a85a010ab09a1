import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

/** A page of a member's rows: newest first, after the row with the id. */
export interface OfMember {
  memberId: string;
  after?: string;
  limit?: number;
}

type State = 'SUCCESS' | 'FAILED' | 'PENDING';

async function page<Row extends { created_at: Date }, Item>(
  db: Db,
  table: 'statement_entry' | 'withdrawal' | 'transfer' | 'member_bonus',
  { memberId, after, limit = 100 }: OfMember,
  {
    idOf,
    present,
    where = sql<boolean>`true`,
  }: {
    idOf: (row: Row) => string;
    present: (row: Row, memberId: string) => Item;
    where?: RawBuilder<boolean>;
  },
): Promise<{ items: Item[]; next: string | null }> {
  const from = sql.table(table);
  const { rows } = await sql<Row>`
    select * from ${from} where member_id = ${BigInt(memberId)} and ${where}
      ${
        after === undefined
          ? sql``
          : sql`and (created_at, id) < (select created_at, id from ${from}
              where id::text = ${after} and member_id = ${BigInt(memberId)})`
      }
    order by created_at desc, id desc limit ${limit}`.execute(db);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { items: rows.map((row) => present(row, memberId)), next: last ? idOf(last) : null };
}

export const readDeposits = (db: Db, asked: OfMember) =>
  page(db, 'statement_entry', asked, {
    where: sql<boolean>`statement_type = 'deposit' and from_label <> 'ADJUSTMENT'`,
    idOf: (row: { id: bigint; status: State; amount: bigint; from_label: string; created_at: Date }) =>
      String(row.id),
    present: (row, memberId) => ({
      statementId: String(row.id),
      memberId,
      state: row.status,
      amount: bahtFromSatang(row.amount),
      source: row.from_label,
      createdAt: row.created_at.toISOString(),
    }),
  });

interface Withdrawal {
  id: string;
  state: string;
  amount: bigint;
  bank_code: string;
  bank_account_no: string;
  created_at: Date;
  settled_at: Date | null;
}
const ENDS: Readonly<Record<string, State>> = { PAID: 'SUCCESS', REJECTED: 'FAILED' };

export const readWithdrawals = (db: Db, asked: OfMember) =>
  page(db, 'withdrawal', asked, {
    idOf: ({ id }: Withdrawal) => id,
    present: (row, memberId) => ({
      withdrawalId: row.id,
      memberId,
      state: ENDS[row.state] ?? 'PENDING',
      amount: bahtFromSatang(row.amount),
      bank: row.bank_code,
      accountEnd: row.bank_account_no.slice(-4),
      createdAt: row.created_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
    }),
  });

interface Transfer {
  id: string;
  status: State;
  from_code: string;
  to_code: string;
  amount: bigint;
  moved: bigint;
  failure: string | null;
  created_at: Date;
  settled_at: Date | null;
}

export const readTransfers = (db: Db, asked: OfMember) =>
  page(db, 'transfer', asked, {
    idOf: ({ id }: Transfer) => id,
    present: (row, memberId) => ({
      transferId: row.id,
      memberId,
      state: row.status,
      from: row.from_code,
      to: row.to_code,
      amount: bahtFromSatang(row.amount),
      moved: bahtFromSatang(row.moved),
      reason: row.failure,
      createdAt: row.created_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
    }),
  });

interface Bonus {
  id: bigint;
  state: 'ACTIVE' | 'REACHED' | 'FAILED' | 'CANCELLED';
  code: string | null;
  source: string;
  deposit: bigint;
  bonus: bigint;
  removed: bigint;
  created_at: Date;
  ended_at: Date | null;
}

export const readBonuses = (db: Db, asked: OfMember) =>
  page(db, 'member_bonus', asked, {
    idOf: ({ id }: Bonus) => String(id),
    present: (row, memberId) => ({
      bonusId: String(row.id),
      memberId,
      state: row.state,
      code: row.code,
      source: row.source,
      deposit: bahtFromSatang(row.deposit),
      bonus: bahtFromSatang(row.bonus),
      removed: bahtFromSatang(row.removed),
      startedAt: row.created_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
    }),
  });
