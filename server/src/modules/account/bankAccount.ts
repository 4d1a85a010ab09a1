import { isEnglishName, normalizeAccountName, requiresEnglishName } from '@krapao/contract/bankAccountName';
import { isBankAccountNumber } from '@krapao/contract/banks';
import { plainDigits } from '@krapao/contract/digits';
import type { Currency } from '@krapao/contract/limits';
import type { Variant } from '@krapao/contract/variant';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';

/** A bank account as a form submits it. */
export interface TypedBankAccount {
  bankCode: string;
  bankAccountName: string;
  bankAccountNo: string;
  currency?: Currency | undefined;
}

/** A checked bank account, normalised for storage and comparison. */
export interface BankAccount extends TypedBankAccount {
  currency: Currency;
}

/**
 * Names of Thai and Lao banks are Thai, Lao or Latin. A name in another script could not be compared with any sender.
 */
const LETTERS = String.raw`[[\p{Script=Latin}\p{Script=Thai}\p{Script=Lao}]&&[\p{L}\p{M}]]+`;
const ACCOUNT_NAME = new RegExp(String.raw`^${LETTERS}(?:[ .'\-]+${LETTERS})*\.?$`, 'v');

/**
 * Checks a bank account (REG-12, REG-15, payments.md): the bank is one that members may register, the number has the
 * bank's length, KTB, TMB and BBL have English names, kip is a currency of Lao banks in the Laos variant alone.
 * @throws AppError INVALID_BANK, BANK_ACCOUNT_NAME_ENG, INVALID_USER_INFO
 */
export async function readBankAccount(
  trx: Trx,
  typed: TypedBankAccount,
  variant: Variant,
): Promise<BankAccount> {
  const bankAccountNo = compactAccountNumber(typed.bankAccountNo);
  const bank = await trx
    .selectFrom('bank')
    .select(['code', 'country'])
    .where('code', '=', typed.bankCode)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (bank === undefined) throw new AppError('INVALID_BANK', 'Unknown bank.');
  if (!isBankAccountNumber(bank.code, bankAccountNo)) throw new AppError('INVALID_BANK', 'Account number.');
  const bankAccountName = readAccountName(bank.code, typed.bankAccountName);
  const takesKip = variant === 'laos' && bank.country === 'LA';
  const currency = typed.currency ?? (takesKip ? 'LAK' : 'BAHT');
  if (currency === 'LAK' && !takesKip)
    throw new AppError('INVALID_USER_INFO', 'This bank has no kip account here.');
  return { bankCode: bank.code, bankAccountName, bankAccountNo, currency };
}

/** @throws AppError BANK_ACCOUNT_NAME_ENG for KTB, TMB and BBL, INVALID_USER_INFO if it is not a name */
export function readAccountName(bankCode: string, typed: string): string {
  const name = normalizeAccountName(typed);
  if (requiresEnglishName(bankCode) && !isEnglishName(name)) throw new AppError('BANK_ACCOUNT_NAME_ENG');
  if (!ACCOUNT_NAME.test(name)) throw new AppError('INVALID_USER_INFO', 'Account name.');
  return name;
}

/** An account number in plain digits, without the spaces and dashes that people type. */
export function compactAccountNumber(typed: string): string {
  return plainDigits(typed).replace(/[\s\p{Pd}\p{Cf}]/gu, '');
}
