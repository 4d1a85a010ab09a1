import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { currencyOf } from '../../modules/cash/cashBook.ts';
import { ownAccounts } from '../../modules/deposits/depositAccounts.ts';

/** A cancelled file counts too: only an operator says that the bank never received it. */
export const wasInFile = (withdrawalId: string) =>
  sql<boolean>`exists (select from payout_batch_row where withdrawal_id = ${withdrawalId})`;

/**
 * The highest payout, in satang, that this operator alone books as paid by hand: managers and administrators have one limit,
 * cashiers and the roles that operators make have their own. What stood in a file for the bank has the limit of one decision, too.
 */
export async function paidAlone(
  db: Db | Trx,
  operatorId: bigint,
  { settings }: Pick<AppContext, 'settings'>,
  isOfFile: boolean,
): Promise<Satang> {
  const { role } = await db
    .selectFrom('operator')
    .select('role')
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow();
  const { cashierSatang, managerSatang } = settings.get('paidByHand');
  const byRole = role === 'manager' || role === 'administrator' ? managerSatang : cashierSatang;
  return BigInt(isOfFile ? Math.min(byRole, settings.get('ownMoney').decisionSatang) : byRole);
}

/** Our accounts that may have paid a withdrawal, with the one of each currency that this operator paid from last. */
export async function payingAccounts(db: Db, operatorId: bigint) {
  const last = await Promise.all(
    (['THB', 'LAK'] as const).map((currency) =>
      db
        .selectFrom('withdrawal')
        .select('cash_account_id')
        .where('decided_by', '=', operatorId)
        .where('pay_currency', '=', currency)
        .where('cash_account_id', 'is not', null)
        .orderBy('decided_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  const accounts = await ownAccounts(db);
  return accounts.map((account) => ({
    id: String(account.id),
    bankCode: account.bank_code,
    accountNo: account.account_no,
    currency: currencyOf(account),
    isLast: last.some((one) => one?.cash_account_id === account.id),
  }));
}
