import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import type { Currency } from '@krapao/contract/limits';
import type { Variant } from '@krapao/contract/variant';
import { AppError } from '../../appError.ts';
import type { Caller } from '../../calls/caller.ts';
import type { Trx } from '../../database/connect.ts';
import type { Secrets } from '../../secrets.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { type BankAccount, readBankAccount, type TypedBankAccount } from '../account/bankAccount.ts';
import { readMemberName } from '../account/memberName.ts';
import { requireGoodPassword } from '../auth/chosenPassword.ts';
import { readPhoneNumber } from '../auth/readPhoneNumber.ts';
import { proofOf } from '../otp/verifiedNumber.ts';
import { requireNotExcluded } from '../personalData/erasure/excludedIdentity.ts';

/** The payload of step 3; with a bank, that of step 4. */
export type RegistrationFields = BodyOf<Contract['POST /api/account/validate']> & {
  currency?: Currency | undefined;
};

/** The site's settings for a registration. */
export interface RegistrationTerms {
  variant: Variant;
  needsOtp: boolean;
  sources: SettingValue<'sources'>;
  /** In years, of the jurisdiction pack. */
  minimumAge: number;
  /** Open the key of the hashes of erased members who are excluded. */
  secrets: Pick<Secrets, 'identity'>;
}

/** The checked registration, normalised for storage. */
export interface Registration {
  phoneNumber: string;
  name: string;
  sourceCode: string | null;
  /** Null while the wizard has not asked for it yet. */
  bankAccount: BankAccount | null;
}

/**
 * Checks a registration without storing it (REG-07, REG-15). The proof of the number is checked before the look-up of
 * members, so that with OTP on only the holder of a number learns whether it is registered; another person's proof does
 * not count.
 * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, INVALID_USER_INFO, WEAK_PASSWORD, UNVERIFIED_OTP, EXISTING_USER,
 * INVALID_BANK, BANK_ACCOUNT_NAME_ENG, EXISTING_BANK, INVALID_USER_3
 */
export async function checkRegistration(
  trx: Trx,
  fields: RegistrationFields,
  terms: RegistrationTerms,
  caller: Caller,
): Promise<Registration> {
  const { phoneNumber } = readPhoneNumber(fields.username, terms.variant);
  const name = readMemberName(fields.name);
  requireGoodPassword(fields.password, phoneNumber);
  const sourceCode = readSource(fields.sourceCode, terms.sources);
  const proof = terms.needsOtp ? await proofOf(trx, phoneNumber, 'registration', caller) : 'open';
  if (proof === 'none') throw new AppError('UNVERIFIED_OTP');
  await requireNewNumber(trx, phoneNumber);
  if (proof === 'used') throw new AppError('UNVERIFIED_OTP');
  await requireNotExcluded(trx, terms.secrets, [{ phone: phoneNumber }]);
  const typed = typedBankAccount(fields);
  const bankAccount = typed === null ? null : await readBankAccount(trx, typed, terms.variant);
  if (bankAccount !== null) {
    requireWholeName(bankAccount);
    await requireNewBankAccount(trx, bankAccount);
    const { bankCode: bank, bankAccountNo: account } = bankAccount;
    await requireNotExcluded(trx, terms.secrets, [{ bank, account }]);
  }
  return { phoneNumber, name, sourceCode, bankAccount };
}

function readSource(code: string | undefined, sources: RegistrationTerms['sources']): string | null {
  if (code === undefined || code === '') return null;
  if (!sources.some((source) => source.code === code))
    throw new AppError('INVALID_USER_INFO', 'Unknown source.');
  return code;
}

/** The bank of the payload: null if none of its fields is filled in. */
function typedBankAccount(fields: RegistrationFields): TypedBankAccount | null {
  const { bankCode = '', bankAccountName = '', bankAccountNo = '', currency } = fields;
  const isAbsent = [bankCode, bankAccountName, bankAccountNo].every((text) => text.trim() === '');
  return isAbsent ? null : { bankCode, bankAccountName, bankAccountNo, currency };
}

/** A first name alone is shared by many: it links nobody, and contradicts few senders and payouts. */
function requireWholeName({ bankAccountName }: BankAccount): void {
  if (!bankAccountName.includes(' '))
    throw new AppError('INVALID_USER_INFO', 'Account name without a surname.');
}

/** @throws AppError EXISTING_USER */
export async function requireNewNumber(trx: Trx, phoneNumber: string): Promise<void> {
  const member = await trx
    .selectFrom('member')
    .select('id')
    .where('phone_number', '=', phoneNumber)
    .executeTakeFirst();
  if (member !== undefined) throw new AppError('EXISTING_USER');
}

/** @throws AppError EXISTING_BANK */
export async function requireNewBankAccount(trx: Trx, account: BankAccount): Promise<void> {
  const member = await trx
    .selectFrom('member')
    .select('id')
    .where('bank_code', '=', account.bankCode)
    .where('bank_account_no', '=', account.bankAccountNo)
    .where('currency', '=', account.currency)
    .executeTakeFirst();
  if (member !== undefined) throw new AppError('EXISTING_BANK');
}
