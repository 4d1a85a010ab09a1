import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import type { Currency } from '@krapao/contract/limits';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { readBankAccount } from '../../modules/account/bankAccount.ts';
import { readMemberName } from '../../modules/account/memberName.ts';
import { endAllSessions } from '../../modules/auth/logOut.ts';
import { readPhoneNumber } from '../../modules/auth/readPhoneNumber.ts';
import { notePausedLinks } from '../../modules/links/noteLinked.ts';
import { notify } from '../../modules/notifications/notify.ts';
import { requireNotExcluded } from '../../modules/personalData/erasure/excludedIdentity.ts';
import { takeUpFormer } from '../../modules/personalData/erasure/formerAccounts.ts';
import { requireNewBankAccount, requireNewNumber } from '../../modules/registration/checkRegistration.ts';
import type { Applying, ApprovalKind, Fact } from '../approvals/approvalKind.ts';

/** A member's identity and payout account, as stored. */
export interface MemberDetails {
  name: string;
  phoneNumber: string;
  bankCode: string;
  bankAccountNo: string;
  bankAccountName: string;
  currency: Currency;
}

/** Old and new values, as the approver has seen them. */
export interface MemberChange {
  memberId: string;
  before: MemberDetails;
  after: MemberDetails;
}

type Typed = Omit<BodyOf<Contract['POST /api/console/members/:id/change']>, 'reason'> & {
  currency?: Currency;
};

/**
 * Checks an operator's input by the rules of a registration. An unchanged bank account may be at a bank that is no
 * longer offered.
 * @throws AppError NO_USER, PHONE_NUMBER_REQUIRE_10_DIGIT, INVALID_USER_INFO, INVALID_BANK, BANK_ACCOUNT_NAME_ENG,
 * EXISTING_USER, EXISTING_BANK, NO_DATA if nothing changes
 */
export async function readMemberChange(
  trx: Trx,
  memberId: bigint,
  typed: Typed,
  { config: { variant }, secrets }: Pick<AppContext, 'config' | 'secrets'>,
): Promise<MemberChange> {
  const before = await detailsOf(trx, memberId);
  const hasOtherBank =
    typed.bankCode !== before.bankCode ||
    typed.bankAccountNo !== before.bankAccountNo ||
    typed.bankAccountName !== before.bankAccountName;
  const bank = hasOtherBank
    ? await readBankAccount(
        trx,
        { ...(typed.bankCode === before.bankCode && { currency: before.currency }), ...typed },
        variant,
      )
    : before;
  const after = {
    name: readMemberName(typed.name),
    phoneNumber: readPhoneNumber(typed.phoneNumber, variant).phoneNumber,
    bankCode: bank.bankCode,
    bankAccountNo: bank.bankAccountNo,
    bankAccountName: bank.bankAccountName,
    currency: bank.currency,
  };
  const names = changed(before, after);
  if (names.length === 0) throw new AppError('NO_DATA', 'nothing changes');
  if (names.includes('phoneNumber')) await requireNewNumber(trx, after.phoneNumber);
  if (names.includes('bankCode') || names.includes('bankAccountNo') || names.includes('currency'))
    await requireNewBankAccount(trx, after);
  const change = { memberId: String(memberId), before, after };
  await requireFree(trx, secrets, change);
  return change;
}

/** @throws AppError EXISTING_USER, EXISTING_BANK for a phone or an account of an excluded person */
async function requireFree(
  trx: Trx,
  secrets: AppContext['secrets'],
  { memberId, before, after }: MemberChange,
): Promise<void> {
  const { phoneNumber: phone, bankCode: bank, bankAccountNo: account } = after;
  const identities = [
    ...(phone === before.phoneNumber ? [] : [{ phone }]),
    ...(bank === before.bankCode && account === before.bankAccountNo ? [] : [{ bank, account }]),
  ];
  await requireNotExcluded(trx, secrets, identities, BigInt(memberId));
}

/**
 * Changes a member's name, telephone number or bank account, with two operators: payouts go to that account, and a code
 * to that number sets a new password. A new number ends the sessions; pending payouts go to their original account.
 */
export const memberChangeApproval: ApprovalKind<MemberChange> = {
  name: 'member.change',
  permission: () => 'member.change',
  present: (_db, change) => changeFacts(change),
  apply: makeChange,
};

/** What a change changes. */
export const changeFacts = ({ before, after }: MemberChange): Fact[] =>
  changed(before, after).map((name) => ({ name, change: { before: before[name], after: after[name] } }));

/** Makes an approved change. @throws AppError NO_USER, CHANGED_MEANWHILE, EXISTING_USER, EXISTING_BANK */
export async function makeChange(
  trx: Trx,
  { recorder, decision }: Applying,
  change: MemberChange,
  { secrets }: Pick<AppContext, 'secrets'>,
): Promise<void> {
  const { memberId, before, after } = change;
  const id = BigInt(memberId);
  const now = await detailsOf(trx, id);
  if (changed(before, now).length > 0) throw new AppError('CHANGED_MEANWHILE');
  await requireFree(trx, secrets, change);
  await trx
    .updateTable('member')
    .set({
      name: after.name,
      phone_number: after.phoneNumber,
      bank_code: after.bankCode,
      bank_account_no: after.bankAccountNo,
      bank_account_name: after.bankAccountName,
      currency: after.currency,
    })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  const { phoneNumber: phone, bankCode: bank, bankAccountNo: account } = after;
  await takeUpFormer(trx, secrets, id, [{ phone }, { bank, account }]);
  await notePausedLinks(trx, id);
  if (before.phoneNumber !== after.phoneNumber) await endAllSessions(trx, id);
  await notifyOfChange(trx, id, before, after);
  await recorder({
    action: 'member.change',
    subject: `member:${memberId}`,
    memberId: id,
    before,
    after,
    reason: decision.reason,
  });
}

async function notifyOfChange(
  trx: Trx,
  memberId: bigint,
  before: MemberDetails,
  after: MemberDetails,
): Promise<void> {
  if (before.phoneNumber !== after.phoneNumber)
    await notify(trx, { memberId, kind: 'phoneChanged', key: `phone:${randomUUID()}` });
  if (changed(before, after).some((name) => name.startsWith('bank')))
    await notify(trx, { memberId, kind: 'payoutAccountChanged', key: `account:${randomUUID()}` });
}

function changed(before: MemberDetails, after: MemberDetails): (keyof MemberDetails)[] {
  return (Object.keys(before) as (keyof MemberDetails)[]).filter((name) => before[name] !== after[name]);
}

/** @throws AppError NO_USER */
async function detailsOf(db: Db | Trx, id: bigint): Promise<MemberDetails> {
  const row = await db
    .selectFrom('member')
    .where('id', '=', id)
    .where('status', '<>', 'closed')
    .forUpdate()
    .select(['name', 'phone_number', 'bank_code', 'bank_account_no', 'bank_account_name', 'currency'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_USER');
  return {
    name: row.name,
    phoneNumber: row.phone_number,
    bankCode: row.bank_code,
    bankAccountNo: row.bank_account_no,
    bankAccountName: row.bank_account_name,
    currency: row.currency as Currency,
  };
}

function refusalOf(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505') return error;
  return new AppError(constraint === 'member_phone_number_key' ? 'EXISTING_USER' : 'EXISTING_BANK');
}
