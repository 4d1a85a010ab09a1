import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { promptPayPayload } from './promptPayQr.ts';
import { lockRequestKey, type RequestKey, requestKeyColumns, requireSameRequest } from './requestKey.ts';
import { type DepositQr, requireQrAccount } from './showQr.ts';

/** At most this is added to what the member asked for. */
const SATANG_ADDED_MAX = 99;

export interface QrRequest extends RequestKey {
  memberId: bigint;
  bankCode: string;
  amount: Satang;
  minutes: number;
}

/**
 * Makes a QR for one deposit; the member's open QR of this bank code is cancelled (DEP-06,
 * docs/decisions/050-one-credit-a-transfer.md).
 * @throws AppError NO_BANK, QR_FAIL when all amounts nearby are taken, IDEMPOTENCY_MISMATCH
 */
export async function createQr(trx: Trx, request: QrRequest): Promise<DepositQr> {
  const { memberId, bankCode, amount: requested, minutes } = request;
  await lockRequestKey(trx, memberId, request);
  const made = await qrOfKey(trx, memberId, request);
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
  const amount = await freeAmount(trx, account.id, memberId, requested);
  return trx
    .insertInto('deposit_qr')
    .values({
      member_id: memberId,
      deposit_account_id: account.id,
      bank_code: bankCode,
      requested,
      amount,
      payload: promptPayPayload(account.promptpay_id, amount),
      created_at: sql`clock_timestamp()`,
      expires_at: sql`clock_timestamp() + make_interval(mins => ${minutes})`,
      ...requestKeyColumns(request),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function qrOfKey(trx: Trx, memberId: bigint, request: RequestKey): Promise<DepositQr | undefined> {
  if (request.key === undefined) return undefined;
  const made = await trx
    .selectFrom('deposit_qr')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', request.key)
    .executeTakeFirst();
  if (made) requireSameRequest(made.fingerprint, request);
  return made;
}

/** The least satang from the requested amount on that no open QR waits for, best one that no other member's had lately. */
async function freeAmount(trx: Trx, accountId: bigint, memberId: bigint, requested: Satang): Promise<Satang> {
  const { rows } = await sql<{ amount: bigint }>`
    select a.amount from generate_series(${requested}::bigint, ${requested + BigInt(SATANG_ADDED_MAX)}::bigint) a (amount)
    where not exists (
      select from deposit_qr q
      where q.deposit_account_id = ${accountId} and q.amount = a.amount and q.status = 'OPEN')
    order by exists (
      select from deposit_qr q
      where q.deposit_account_id = ${accountId} and q.amount = a.amount
        and q.member_id <> ${memberId} and q.closed_at > now() - interval '1 hour'), a.amount
    limit 1`.execute(trx);
  const free = rows[0];
  if (!free) throw new AppError('QR_FAIL', 'every amount nearby is waited for');
  return free.amount;
}
