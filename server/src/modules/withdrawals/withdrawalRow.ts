import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Withdrawal } from '../../database/schemaTypes.ts';
import { type RequestKey, sameRequest } from '../../http/requestKey.ts';

export type WithdrawalRow = Selectable<Withdrawal>;
export type MoneyResult = ResponseOf<Contract['POST /api/wallet/withdraw']>;

/** Name of the job that pays. */
export const WITHDRAWAL_JOB = 'withdrawals';

export const causeOf = (withdrawalId: string): string => `withdrawal:${withdrawalId}`;

/** The withdrawal that this key of the member made before. @throws AppError IDEMPOTENCY_MISMATCH */
export async function findByKey(
  db: Db | Trx,
  memberId: bigint,
  requestKey: RequestKey | undefined,
): Promise<WithdrawalRow | undefined> {
  if (requestKey === undefined) return undefined;
  const known = await db
    .selectFrom('withdrawal')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', requestKey.key)
    .executeTakeFirst();
  return sameRequest(known, requestKey);
}

/** The answer of a withdrawal's call. @throws AppError TRANSFER_FAIL where the games' money could not be brought */
export function presentWithdrawal({ id, state, amount, hold_id }: WithdrawalRow): MoneyResult {
  if (state === 'REJECTED' && hold_id === null) throw new AppError('TRANSFER_FAIL');
  const status = state === 'PAID' ? 'SUCCESS' : state === 'REJECTED' ? 'FAILED' : 'PENDING';
  return { status, id, amount: bahtFromSatang(amount) };
}
