import type { Contract } from '@krapao/contract/api/index';
import type { ChangeKind } from '@krapao/contract/changeRequests';
import type { BodyOf } from '@krapao/contract/endpoint';
import type { Insertable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import type { ChangeRequest } from '../../database/schemaTypes.ts';
import { countWithin, type RateLimit } from '../../http/rateCounter.ts';
import { type BankAccount, readBankAccount } from '../account/bankAccount.ts';
import { requireNotFrozen } from '../auth/frozen.ts';
import { requireOwnPassword } from '../auth/ownPassword.ts';
import { readPhoneNumber } from '../auth/readPhoneNumber.ts';
import { compareName } from '../deposits/incoming/maskedName.ts';
import { notify } from '../notifications/notify.ts';
import { checkCode, type OtpCheck, useCode } from '../otp/verifyOtp.ts';
import { requireNotExcluded } from '../personalData/erasure/excludedIdentity.ts';
import { requireNewBankAccount, requireNewNumber } from '../registration/checkRegistration.ts';

/** Each asks the bank for the name of an account. */
const ASKS_OF_MEMBER: RateLimit = { name: 'changeRequest:member', limit: 10, seconds: 86_400 };

const TOLD = { phone: 'phoneAsked', bankAccount: 'payoutAccountAsked' } as const satisfies Record<
  ChangeKind,
  string
>;

/**
 * Asks for another phone number: with the password, a code to the new number, and one to the old number where the member
 * still has it. Operators decide (docs/decisions/195-coming-back-safely.md).
 * @throws AppError WRONG_PASSWORD, PHONE_NUMBER_REQUIRE_10_DIGIT, the codes of checkCode, OTP_CODE_INVALID (a code to
 * another number), OTP_VERIFY_FAIL, EXISTING_USER, ACCOUNT_FROZEN, CHANGE_REQUESTED
 */
export async function askForPhone(
  { config, db, secrets }: Pick<AppContext, 'config' | 'db' | 'secrets'>,
  memberId: bigint,
  asked: BodyOf<Contract['POST /api/account/requests/phone']>,
): Promise<void> {
  const { phoneNumber } = readPhoneNumber(asked.phoneNumber, config.variant);
  const own = await requireOwnPassword(db, memberId, asked.password);
  const checked = async (code: typeof asked.newCode, purpose: 'newPhone' | 'oldPhone', number: string) => {
    const check = await checkCode(db, secrets.otp, code, purpose);
    if (check === 'verified') throw new AppError('OTP_EXPIRED');
    if (check.phoneNumber !== number) throw new AppError('OTP_CODE_INVALID');
    return check;
  };
  const codes: OtpCheck[] = [await checked(asked.newCode, 'newPhone', phoneNumber)];
  if (asked.oldCode) codes.push(await checked(asked.oldCode, 'oldPhone', own.phoneNumber));
  await db.transaction().execute(async (trx) => {
    await requireNotFrozen(trx, memberId);
    await requireNewNumber(trx, phoneNumber);
    await requireNotExcluded(trx, secrets, [{ phone: phoneNumber }], memberId);
    for (const code of codes) await useCode(trx, code);
    await store(trx, {
      member_id: memberId,
      kind: 'phone',
      phone_number: phoneNumber,
      has_old_number: asked.oldCode !== undefined,
      note: asked.note?.trim() ?? '',
    });
  });
}

/**
 * Asks for another payout account. Its name must be that of the registered one as far as the two can be compared, and what
 * the bank tells must not contradict it; the name that the bank told is kept for who decides.
 * @throws AppError WRONG_PASSWORD, INVALID_BANK, BANK_ACCOUNT_NAME_ENG, INVALID_USER_INFO, EXISTING_BANK,
 * ACCOUNT_NAME_DIFFERS, ACCOUNT_FROZEN, CHANGE_REQUESTED, REQUEST_LIMIT
 */
export async function askForBankAccount(
  { config, db, providers, secrets }: Pick<AppContext, 'config' | 'db' | 'providers' | 'secrets'>,
  memberId: bigint,
  asked: BodyOf<Contract['POST /api/account/requests/bankAccount']>,
): Promise<void> {
  await requireOwnPassword(db, memberId, asked.password);
  const account = await db.transaction().execute(async (trx) => {
    await countWithin(trx, ASKS_OF_MEMBER, memberId.toString());
    await requireNotFrozen(trx, memberId);
    const read = await readBankAccount(trx, asked, config.variant);
    await requireOwnAccount(trx, secrets, memberId, read);
    return read;
  });
  const { bankCode, bankAccountNo: accountNo } = account;
  const answer = await providers.payouts.accountName({ bankCode, accountNo });
  const toldName = answer.status === 'told' ? answer.name : null;
  if (toldName !== null && compareName(toldName, account.bankAccountName) === 'no_match')
    throw new AppError('ACCOUNT_NAME_DIFFERS', 'the bank tells another name');
  await db.transaction().execute(async (trx) => {
    await requireNotFrozen(trx, memberId);
    await requireOwnAccount(trx, secrets, memberId, account);
    await store(trx, {
      member_id: memberId,
      kind: 'bankAccount',
      bank_code: bankCode,
      bank_account_no: accountNo,
      bank_account_name: account.bankAccountName,
      currency: account.currency,
      told_name: toldName,
      note: asked.note?.trim() ?? '',
    });
  });
}

/** @throws AppError ACCOUNT_NAME_DIFFERS, EXISTING_BANK */
async function requireOwnAccount(
  trx: Trx,
  secrets: AppContext['secrets'],
  memberId: bigint,
  account: BankAccount,
): Promise<void> {
  const { name } = await trx
    .selectFrom('member')
    .select('bank_account_name as name')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (compareName(account.bankAccountName, name) === 'no_match') throw new AppError('ACCOUNT_NAME_DIFFERS');
  await requireNewBankAccount(trx, account);
  const { bankCode: bank, bankAccountNo } = account;
  await requireNotExcluded(trx, secrets, [{ bank, account: bankAccountNo }], memberId);
}

async function store(trx: Trx, request: Insertable<ChangeRequest> & { kind: ChangeKind; member_id: bigint }) {
  const stored = await trx
    .insertInto('change_request')
    .values(request)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind']).where('state', '=', 'WAITING').doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (stored === undefined) throw new AppError('CHANGE_REQUESTED');
  await notify(trx, {
    memberId: request.member_id,
    kind: TOLD[request.kind],
    key: `changeRequest:${stored.id}`,
  });
}
