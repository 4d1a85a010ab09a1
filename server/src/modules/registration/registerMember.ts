import { plainDigits } from '@krapao/contract/digits';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { CallerWithDevice } from '../../calls/caller.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { ensureMemberAccount } from '../../ledger/account.ts';
import { rememberDevice } from '../auth/memberDevice.ts';
import { hashPassword } from '../auth/password.ts';
import { noteExcluded } from '../identity/findings/noteExcluded.ts';
import { consumeProof } from '../otp/verifiedNumber.ts';
import { takeUpFormer } from '../personalData/erasure/formerAccounts.ts';
import { checkRegistration, type RegistrationFields, type RegistrationTerms } from './checkRegistration.ts';

/**
 * Registers a member with ledger accounts and first device, and uses up the proof of the number (REG-10). It takes the
 * pool, because the slow hashing happens between a first check and the transaction that checks again and stores.
 * @returns the member's id
 * @throws AppError of checkRegistration, REGISTER_FAIL if the database refuses the member for another reason
 */
export async function registerMember(
  db: Db,
  fields: RegistrationFields,
  terms: RegistrationTerms,
  caller: CallerWithDevice,
  userAgent: string | undefined,
): Promise<bigint> {
  await db.transaction().execute((trx) => checkRegistration(trx, fields, terms, caller));
  const passwordHash = await hashPassword(fields.password);
  try {
    return await db
      .transaction()
      .execute((trx) => storeMember(trx, fields, terms, { ...caller, userAgent }, passwordHash));
  } catch (error) {
    throw refusalOf(error);
  }
}

/**
 * Checks and stores a registration whose password is hashed.
 * @returns the member's id
 * @throws AppError of checkRegistration, and what the database refuses
 */
export async function storeMember(
  trx: Trx,
  fields: RegistrationFields,
  terms: RegistrationTerms,
  caller: CallerWithDevice & { userAgent: string | undefined },
  passwordHash: string,
): Promise<bigint> {
  const { phoneNumber, name, sourceCode, bankAccount } = await checkRegistration(trx, fields, terms, caller);
  const confirmedAge = confirmedAgeOf(fields, terms);
  if (bankAccount === null) throw new AppError('INVALID_BANK', 'The bank account is missing.');
  const { id } = await trx
    .insertInto('member')
    .values({
      phone_number: phoneNumber,
      name,
      password_hash: passwordHash,
      source_code: sourceCode,
      invited_by: await inviterOf(trx, fields.inviteCode),
      bank_code: bankAccount.bankCode,
      bank_account_name: bankAccount.bankAccountName,
      bank_account_no: bankAccount.bankAccountNo,
      currency: bankAccount.currency,
      age_confirmed: confirmedAge,
      age_confirmed_at: confirmedAge === null ? null : sql<Date>`site.now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // After the insert: of two registrations of one number the second waits there and gets EXISTING_USER.
  if (terms.needsOtp && !(await consumeProof(trx, phoneNumber, 'registration', caller)))
    throw new AppError('UNVERIFIED_OTP');
  await rememberDevice(trx, id, caller, caller.userAgent);
  const { bankCode: bank, bankAccountNo: account } = bankAccount;
  await noteExcluded(trx, id);
  await takeUpFormer(trx, terms.secrets, id, [{ phone: phoneNumber }, { bank, account }]);
  await ensureMemberAccount(trx, id, 'wallet');
  await ensureMemberAccount(trx, id, 'in_transfer');
  return id;
}

/**
 * The age that the visitor confirmed. A client of the specification sends none, and one that was confirmed below the
 * site's age is none: who registers stays unasked, and the check of identity settles it.
 */
function confirmedAgeOf(
  { confirmedAge = 0 }: RegistrationFields,
  { minimumAge }: RegistrationTerms,
): number | null {
  return confirmedAge >= minimumAge ? confirmedAge : null;
}

/** The meaning of a refusal by the database: a race lost to another registration, or data that may not be stored. */
function refusalOf(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'member_phone_number_key') return new AppError('EXISTING_USER');
  if (code === '23505' && constraint === 'member_bank_code_bank_account_no_currency_key')
    return new AppError('EXISTING_BANK');
  return code?.startsWith('23') ? new AppError('REGISTER_FAIL', constraint) : error;
}

/**
 * The member with the invite code PR{id}, in digits of any script. An unknown code means no inviter and is no error: a
 * mistyped link must not block a visitor (docs/decisions/001-beyond-the-specification.md).
 */
async function inviterOf(trx: Trx, inviteCode: string | undefined): Promise<bigint | null> {
  const id = /^\s*PR([1-9]\d{0,17})\s*$/i.exec(plainDigits(inviteCode ?? ''))?.[1];
  if (id === undefined) return null;
  const member = await trx.selectFrom('member').select('id').where('id', '=', BigInt(id)).executeTakeFirst();
  return member?.id ?? null;
}
