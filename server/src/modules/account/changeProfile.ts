import { normalizeAccountName } from '@krapao/contract/bankAccountName';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { compactAccountNumber, type TypedBankAccount } from './bankAccount.ts';
import { readMemberName } from './memberName.ts';

/**
 * Changes the profile name (PRO-03). The bank data must be the registered ones: a stolen session must not redirect
 * payouts (docs/decisions/142-payouts.md).
 * @throws AppError INVALID_USER_INFO, INVALID_BANK
 */
export async function changeProfile(
  trx: Trx,
  memberId: bigint,
  typed: TypedBankAccount & { name: string },
): Promise<void> {
  const name = readMemberName(typed.name);
  const changed = await trx
    .updateTable('member')
    .set({ name })
    .where('id', '=', memberId)
    .where('bank_code', '=', typed.bankCode)
    .where('bank_account_name', '=', normalizeAccountName(typed.bankAccountName))
    .where('bank_account_no', '=', compactAccountNumber(typed.bankAccountNo))
    .returning('id')
    .execute();
  if (changed.length === 0) throw new AppError('INVALID_BANK', 'The bank data are not the registered ones.');
}
