import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { OutcomeSource } from '../../calls/outcomeSource.ts';
import type { Withdrawal } from '../../database/schemaTypes.ts';
import type { SentVia } from '../../providers/payoutGateway.ts';

export type WithdrawalRow = Selectable<Withdrawal>;
export type MoneyResult = ResponseOf<Contract['POST /api/wallet/withdraw']>;

/** Name of the job that pays. */
export const WITHDRAWAL_JOB = 'withdrawals';

export const causeOf = (withdrawalId: string): string => `withdrawal:${withdrawalId}`;

/** The connection that a payout was sent through, with its settings and keys of that time. */
export const viaOf = (row: Pick<WithdrawalRow, 'payout_connection_id' | 'payout_settings_version'>) =>
  ({ via: row.payout_connection_id, sentUnder: row.payout_settings_version }) satisfies SentVia;

/** Why a payout is stuck whose connection got other settings or keys meanwhile. */
export const OTHER_SETTINGS = 'OTHER_SETTINGS';

/** The whole kip of a payout and its frozen rate; undefined if it pays baht. */
export function kipOf(row: Pick<WithdrawalRow, 'pay_amount' | 'att_for_baht'>) {
  if (row.att_for_baht === null) return undefined;
  return { kip: Number(row.pay_amount / 100n), kipForBaht: row.att_for_baht / 100 };
}

/** Withdrawals by their key. One without a hold releases the key; one that was refused later does not. */
export const withdrawalOutcome: OutcomeSource = {
  kind: 'withdrawal',
  state: sql`case state when 'PAID' then 'done' when 'REJECTED' then 'refused' else 'under_way' end`,
  code: sql`case when state = 'REJECTED' and hold_id is null then 'TRANSFER_FAIL' end`,
  amount: sql`amount`,
  isFree: sql`state = 'REJECTED' and hold_id is null`,
};

/** The answer of a withdrawal's call. @throws AppError TRANSFER_FAIL if the games' money could not be moved back */
export function presentWithdrawal(row: WithdrawalRow): MoneyResult {
  const { id, state, amount, hold_id } = row;
  if (state === 'REJECTED' && hold_id === null) throw new AppError('TRANSFER_FAIL');
  const status = state === 'PAID' ? 'SUCCESS' : state === 'REJECTED' ? 'FAILED' : 'PENDING';
  return { status, id, amount: bahtFromSatang(amount), ...kipOf(row) };
}
