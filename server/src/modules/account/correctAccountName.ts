import { randomUUID } from 'node:crypto';
import { isEnglishName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { notePausedLinks } from '../links/noteLinked.ts';
import { notify } from '../notifications/notify.ts';
import { readAccountName } from './bankAccount.ts';

/**
 * Corrects the name of a KTB, TMB or BBL account that is not in English letters yet (DEP-13); an English name stays. The member
 * is told, because a session alone does it.
 * @throws AppError NO_BANK if the member has no account at this bank, INVALID_BANK if the name must not be corrected,
 * BANK_ACCOUNT_NAME_ENG if the new name is not English, ACCOUNT_FROZEN
 */
export async function correctAccountName(
  trx: Trx,
  memberId: bigint,
  typed: { bankCode: string; bankAccountName: string },
): Promise<void> {
  const member = await trx
    .selectFrom('member')
    .select(['bank_code', 'bank_account_name'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await requireNotFrozen(trx, memberId);
  if (member?.bank_code !== typed.bankCode) throw new AppError('NO_BANK');
  if (!requiresEnglishName(member.bank_code) || isEnglishName(member.bank_account_name)) {
    throw new AppError('INVALID_BANK', 'This account name is not to be corrected.');
  }
  await trx
    .updateTable('member')
    .set({ bank_account_name: readAccountName(typed.bankCode, typed.bankAccountName) })
    .where('id', '=', memberId)
    .execute();
  await notePausedLinks(trx, memberId);
  await notify(trx, { memberId, kind: 'accountNameCorrected', key: `account:${randomUUID()}` });
}
