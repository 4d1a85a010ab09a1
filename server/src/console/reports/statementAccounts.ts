import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

/** Our deposit accounts, those in use first, with when an operator last imported a statement of each. */
export async function statementAccounts(db: Db) {
  const rows = await db
    .selectFrom('deposit_account as a')
    .select(['a.id', 'a.bank_code', 'a.account_no', 'a.account_name', 'a.currency', 'a.is_active'])
    .select(({ selectFrom }) =>
      selectFrom('audit_entry as e')
        .where('e.action', '=', 'statement.imported')
        .where('e.subject', '=', sql<string>`'depositAccount:' || a.id`)
        .select(({ fn }) => fn.max('e.at').as('at'))
        .as('last_read_at'),
    )
    .where('a.bank_type', 'in', ['BANK', 'WALLET'])
    .orderBy('a.is_active', 'desc')
    .orderBy('a.position')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    bankCode: row.bank_code,
    accountNo: row.account_no,
    accountName: row.account_name,
    currency: row.currency === 'LAK' ? 'LAK' : 'THB',
    isActive: row.is_active,
    lastReadAt: row.last_read_at?.toISOString() ?? null,
  }));
}
