import { randomInt } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import { madeBefore } from '../../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../../calls/requestKey.ts';
import { clock } from '../../../clock.ts';
import type { Trx } from '../../../database/connect.ts';
import { lockDeposits, requireDeposit } from '../../protection/admit.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import { kipFor, satangFor } from '../kipRate.ts';
import { depositorOf, withUse } from '../turn/accountTurns.ts';
import { chooseAccounts, hasRules, inTurn, restOf } from '../turn/chooseAccounts.ts';
import { laoQrPayload } from './laoQr.ts';
import { promptPayPayload } from './promptPayQr.ts';
import { freeAmount, type QrPayer, senderDigits } from './qrAmount.ts';
import { type DepositQr, requireQrAccounts } from './showQr.ts';

const REFERENCE_LETTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export interface QrRequest {
  memberId: bigint;
  bankCode: string;
  amount: Satang;
  minutes: number;
  /** Hundredths of a kip for one baht, for accounts in kip. */
  attForBaht: number;
  requestKey: RequestKey | undefined;
}

/**
 * Creates a QR for one deposit; the member's open QR of this bank code is cancelled (DEP-06,
 * docs/decisions/140-whose-deposit-it-is.md, 096-qrs-in-kip.md).
 * @throws AppError NO_BANK, DEPOSIT_RESTING if every account has reached a limit, QR_FAIL if all nearby amounts are taken at every account, IDEMPOTENCY_MISMATCH, and what requireDeposit refuses
 */
export async function createQr(trx: Trx, request: QrRequest): Promise<DepositQr> {
  const { memberId, bankCode, amount: requested, minutes, requestKey } = request;
  const made = await madeBefore(trx, 'deposit_qr', memberId, requestKey);
  if (made) return made;

  await lockDeposits(trx, memberId);
  const suitable = await lockQrAccounts(trx, bankCode);
  await trx
    .updateTable('deposit_qr')
    .set({ status: 'CANCELLED', closed_at: sql`site.clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('bank_code', '=', bankCode)
    .where('status', '=', 'OPEN')
    .execute();
  const accounts = await byTurn(trx, suitable, memberId, bankCode);
  const isKip = accounts[0]?.currency === 'LAK';
  const least = isKip ? kipFor(requested, request.attForBaht) : requested;
  const payer = await payerOf(trx, memberId);
  const { account, payAmount } = await freePlace(trx, accounts, payer, {
    least,
    currency: isKip ? 'LAK' : 'THB',
  });
  const amount = isKip ? satangFor(payAmount, request.attForBaht) : payAmount;
  await requireDeposit(trx, memberId, amount);
  const reference = account.laoqr_iin === null ? null : qrReference();
  return trx
    .insertInto('deposit_qr')
    .values({
      member_id: memberId,
      deposit_account_id: account.id,
      bank_code: bankCode,
      requested,
      amount,
      pay_currency: isKip ? 'LAK' : 'THB',
      pay_amount: payAmount,
      att_for_baht: isKip ? request.attForBaht : null,
      reference,
      payload: payloadOf(account, payAmount, reference),
      sender_digits: payer.digits,
      created_at: sql`site.clock_timestamp()`,
      expires_at: sql`site.clock_timestamp() + make_interval(mins => ${minutes})`,
      ...requestKeyColumns(requestKey),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function payloadOf(account: DepositAccount, amount: bigint, reference: string | null): string {
  const { promptpay_id, laoqr_iin, laoqr_receiver_id, account_name, currency } = account;
  if (laoqr_iin !== null && laoqr_receiver_id !== null && reference !== null)
    return laoQrPayload({
      iin: laoqr_iin,
      receiverId: laoqr_receiver_id,
      receiverName: account_name,
      amount: currency === 'LAK' ? { currency, att: amount } : { currency: 'THB', satang: amount },
      reference,
    });
  return promptPayPayload(promptpay_id ?? '', amount);
}

/** The reference that a LAO QR's transfer returns: `KQ` and fourteen random characters. */
function qrReference(): string {
  const drawn = Array.from({ length: 14 }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]);
  return `KQ${drawn.join('')}`;
}

/** QRs of our own accounts, by their key. */
export const qrOutcome: OutcomeSource = {
  kind: 'qr',
  state: sql`'done'`,
  code: sql`null`,
  amount: sql`amount`,
};

/**
 * The suitable accounts, those of the bank code first. One QR at a time is created for all of them, so that two members
 * never get an amount that they cannot share, and at most one QR passes an account's limit of the day.
 */
async function lockQrAccounts(trx: Trx, bankCode: string): Promise<DepositAccount[]> {
  const accounts = await requireQrAccounts(trx, bankCode);
  const ids = accounts.map(({ id }) => id);
  await sql`select from deposit_account where id = any(${ids}) order by id for no key update`.execute(trx);
  return accounts;
}

/**
 * Of these locked accounts those that take deposits now, best first: those of the bank code, of these the ones that the
 * member is told, then by turn. @throws AppError DEPOSIT_RESTING
 */
async function byTurn(
  trx: Trx,
  accounts: DepositAccount[],
  memberId: bigint,
  bankCode: string,
): Promise<DepositAccount[]> {
  if (!accounts.some(hasRules)) return accounts;
  const now = clock.date();
  const member = await depositorOf(trx, memberId, now);
  const awake = (await withUse(trx, accounts, now)).filter((account) => restOf(account, now) === null);
  if (awake.length === 0) throw new AppError('DEPOSIT_RESTING');
  const { shown } = chooseAccounts(awake, { ...member, paying: new Set() }, now);
  const told = new Set(shown);
  return inTurn(awake, member).toSorted(
    (a, b) =>
      Number(b.bank_code === bankCode) - Number(a.bank_code === bankCode) ||
      Number(told.has(b)) - Number(told.has(a)),
  );
}

/** @throws AppError QR_FAIL if every nearby amount is taken at every account */
async function freePlace(
  trx: Trx,
  accounts: readonly DepositAccount[],
  payer: QrPayer,
  wanted: Parameters<typeof freeAmount>[3],
): Promise<{ account: DepositAccount; payAmount: bigint }> {
  for (const account of accounts) {
    const payAmount = await freeAmount(trx, account.id, payer, wanted);
    if (payAmount !== undefined) return { account, payAmount };
  }
  throw new AppError('QR_FAIL', 'every amount nearby is waited for');
}

async function payerOf(trx: Trx, memberId: bigint): Promise<QrPayer> {
  const { bank_code, bank_account_no } = await trx
    .selectFrom('member')
    .select(['bank_code', 'bank_account_no'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { memberId, bankCode: bank_code, digits: senderDigits(bank_account_no) };
}
