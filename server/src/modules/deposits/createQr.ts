import { randomInt } from 'node:crypto';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { lockRequestKey, type RequestKey, requestKeyColumns, sameRequest } from '../../http/requestKey.ts';
import type { DepositAccount } from './depositAccounts.ts';
import { kipFor, satangFor } from './kipRate.ts';
import { laoQrPayload } from './laoQr.ts';
import { promptPayPayload } from './promptPayQr.ts';
import { type DepositQr, requireQrAccount } from './showQr.ts';

/** At most so many steps (a satang, a kip) are added to what the member asked for. */
const STEPS_MAX = 99;
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
 * Makes a QR for one deposit; the member's open QR of this bank code is cancelled (DEP-06,
 * docs/decisions/050-one-credit-a-transfer.md, 096-qrs-in-kip.md).
 * @throws AppError NO_BANK, QR_FAIL when all amounts nearby are taken, IDEMPOTENCY_MISMATCH
 */
export async function createQr(trx: Trx, request: QrRequest): Promise<DepositQr> {
  const { memberId, bankCode, amount: requested, minutes, requestKey } = request;
  await lockRequestKey(trx, memberId, requestKey);
  const made = requestKey && (await qrOfKey(trx, memberId, requestKey));
  if (made) return made;

  const account = await requireQrAccount(trx, bankCode);
  // One at a time for each account, so that two members are never given the same amount.
  await sql`select from deposit_account where id = ${account.id} for no key update`.execute(trx);
  await trx
    .updateTable('deposit_qr')
    .set({ status: 'CANCELLED', closed_at: sql`clock_timestamp()` })
    .where('member_id', '=', memberId)
    .where('bank_code', '=', bankCode)
    .where('status', '=', 'OPEN')
    .execute();
  const isKip = account.currency === 'LAK';
  const least = isKip ? kipFor(requested, request.attForBaht) : requested;
  const payAmount = await freeAmount(trx, account.id, memberId, least, isKip ? 100n : 1n);
  const reference = account.laoqr_iin === null ? null : qrReference();
  return trx
    .insertInto('deposit_qr')
    .values({
      member_id: memberId,
      deposit_account_id: account.id,
      bank_code: bankCode,
      requested,
      amount: isKip ? satangFor(payAmount, request.attForBaht) : payAmount,
      pay_currency: isKip ? 'LAK' : 'THB',
      pay_amount: payAmount,
      att_for_baht: isKip ? request.attForBaht : null,
      reference,
      payload: payloadOf(account, payAmount, reference),
      created_at: sql`clock_timestamp()`,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${minutes})`,
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

/** What comes back with a LAO QR's transfer: `KQ` and fourteen characters, drawn. */
function qrReference(): string {
  const drawn = Array.from({ length: 14 }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]);
  return `KQ${drawn.join('')}`;
}

async function qrOfKey(trx: Trx, memberId: bigint, requestKey: RequestKey): Promise<DepositQr | undefined> {
  const made = await trx
    .selectFrom('deposit_qr')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', requestKey.key)
    .executeTakeFirst();
  return sameRequest(made, requestKey);
}

/** The least amount from `least` on that no open QR waits for, best one that no other member's had lately. */
async function freeAmount(
  trx: Trx,
  accountId: bigint,
  memberId: bigint,
  least: bigint,
  step: bigint,
): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select a.amount
    from generate_series(${least}::bigint, ${least + step * BigInt(STEPS_MAX)}::bigint, ${step}::bigint) a (amount)
    where not exists (
      select from deposit_qr q
      where q.deposit_account_id = ${accountId} and q.pay_amount = a.amount and q.status = 'OPEN')
    order by exists (
      select from deposit_qr q
      where q.deposit_account_id = ${accountId} and q.pay_amount = a.amount
        and q.member_id <> ${memberId} and q.closed_at > now() - interval '1 hour'), a.amount
    limit 1`.execute(trx);
  const free = rows[0];
  if (!free) throw new AppError('QR_FAIL', 'every amount nearby is waited for');
  return free.amount;
}
