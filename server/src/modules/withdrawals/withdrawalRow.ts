import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { OutcomeRow, OutcomeSource } from '../../calls/outcomeRow.ts';
import { type RequestKey, requestKeyColumns, sameRequest } from '../../calls/requestKey.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Withdrawal } from '../../database/schemaTypes.ts';

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

/** Whole kip that a withdrawal pays and the rate that it froze; undefined where it pays baht. */
export function kipOf(row: Pick<WithdrawalRow, 'pay_amount' | 'att_for_baht'>) {
  if (row.att_for_baht === null) return undefined;
  return { kip: Number(row.pay_amount / 100n), kipForBaht: row.att_for_baht / 100 };
}

/** Withdrawals by their key. One for which no money could be set aside frees it; one that was refused later does not. */
export const withdrawalOutcome: OutcomeSource = {
  made: (memberId, key) => sql<OutcomeRow>`
    select 'withdrawal', id::text, case state when 'PAID' then 'done' when 'REJECTED' then 'refused' else 'under_way' end,
      case when state = 'REJECTED' and hold_id is null then 'TRANSFER_FAIL' end, amount
    from withdrawal where member_id = ${memberId} and idempotency_key = ${key}`,
  free: (db, memberId, key) =>
    db
      .updateTable('withdrawal')
      .set(requestKeyColumns(undefined))
      .where('member_id', '=', memberId)
      .where('idempotency_key', '=', key)
      .where('state', '=', 'REJECTED')
      .where('hold_id', 'is', null)
      .execute(),
};

/** The answer of a withdrawal's call. @throws AppError TRANSFER_FAIL where the games' money could not be brought */
export function presentWithdrawal(row: WithdrawalRow): MoneyResult {
  const { id, state, amount, hold_id } = row;
  if (state === 'REJECTED' && hold_id === null) throw new AppError('TRANSFER_FAIL');
  const status = state === 'PAID' ? 'SUCCESS' : state === 'REJECTED' ? 'FAILED' : 'PENDING';
  return { status, id, amount: bahtFromSatang(amount), ...kipOf(row) };
}
