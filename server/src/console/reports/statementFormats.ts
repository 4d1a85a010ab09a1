import { StatementFormat, statementFormatProblem } from '@krapao/contract/api/operator/statementFormat';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';
import { act } from '../act.ts';
import type { Asker } from '../approvals/ask.ts';
import { readMapping } from './csvFile.ts';

/** One of our deposit accounts. @throws AppError NO_DATA */
export async function depositAccount(db: Db | Trx, id: bigint): Promise<DepositAccount> {
  const account = await db
    .selectFrom('deposit_account')
    .selectAll()
    .where('id', '=', id)
    .where('bank_type', 'in', ['BANK', 'WALLET'])
    .executeTakeFirst();
  if (account === undefined) throw new AppError('NO_DATA');
  return account;
}

/**
 * The format in the form's `mapping`, or the account's stored one. @throws AppError INVALID_REQUEST if there is neither,
 * or it contradicts itself
 */
export async function requireFormat(db: Db, accountId: bigint, mapping: string): Promise<StatementFormat> {
  if (mapping !== '') return requireSound(readMapping(StatementFormat, mapping));
  const stored = await formatOf(db, accountId);
  if (stored === null) throw new AppError('INVALID_REQUEST', 'the account has no format of statements yet');
  return stored;
}

/** Stores or forgets how the bank of an account writes its files. @throws AppError NO_DATA, INVALID_REQUEST */
export async function saveFormat(
  context: AppContext,
  asker: Asker,
  accountId: bigint,
  { format, reason }: { format: StatementFormat | null; reason: string },
): Promise<void> {
  if (format !== null) requireSound(format);
  await act(context, asker, async (trx, recorder) => {
    const { id } = await depositAccount(trx, accountId);
    const before = await formatOf(trx, id);
    if (format === null)
      await trx.deleteFrom('statement_format').where('deposit_account_id', '=', id).execute();
    else {
      const row = { format: JSON.stringify(format), changed_by: asker.operator.id };
      await trx
        .insertInto('statement_format')
        .values({ deposit_account_id: id, ...row })
        .onConflict((conflict) =>
          conflict
            .column('deposit_account_id')
            .doUpdateSet({ ...row, changed_at: sql`site.clock_timestamp()` }),
        )
        .execute();
    }
    const subject = `depositAccount:${id}`;
    await recorder({ action: 'statement.format', subject, before, after: format, reason });
  });
}

function requireSound(format: StatementFormat): StatementFormat {
  const problem = statementFormatProblem(format);
  if (problem !== undefined) throw new AppError('INVALID_REQUEST', problem);
  return format;
}

async function formatOf(db: Db | Trx, accountId: bigint): Promise<StatementFormat | null> {
  const row = await db
    .selectFrom('statement_format')
    .select('format')
    .where('deposit_account_id', '=', accountId)
    .executeTakeFirst();
  return asFormat(row?.format);
}

const asFormat = (stored: unknown): StatementFormat | null =>
  Check(StatementFormat, stored) ? stored : null;

/** Our deposit accounts, active ones first, with their formats and the time of the last import by an operator. */
export async function statementAccounts(db: Db) {
  const rows = await db
    .selectFrom('deposit_account as a')
    .leftJoin('statement_format as f', 'f.deposit_account_id', 'a.id')
    .leftJoin('operator as o', 'o.id', 'f.changed_by')
    .select(['a.id', 'a.bank_code', 'a.account_no', 'a.account_name', 'a.currency', 'a.is_active'])
    .select(['f.format', 'f.changed_at', 'o.name as changed_by'])
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
    format: asFormat(row.format),
    formatChangedAt: row.changed_at?.toISOString() ?? null,
    formatChangedBy: row.changed_by,
  }));
}
