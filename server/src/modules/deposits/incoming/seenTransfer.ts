import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../../database/connect.ts';
import { seenCause } from '../../statement/seenEntry.ts';
import { writeEntry } from '../../statement/writeEntry.ts';
import type { DepositAccount } from '../depositAccounts.ts';
import type { DepositRules } from '../depositRules.ts';
import { satangFor } from '../kipRate.ts';
import type { IncomingTransfer } from './incomingTransfer.ts';

/**
 * Shows money that no rule credits to the only member whose registered account sent it, as a deposit in progress. Kip
 * at the current rate.
 */
export async function showSeen(
  trx: Trx,
  { id, amount, currency }: Pick<IncomingTransfer, 'id' | 'amount' | 'currency'>,
  memberId: bigint,
  { bank_code }: DepositAccount,
  { attForBaht }: Pick<DepositRules, 'attForBaht'>,
): Promise<void> {
  await writeEntry(trx, {
    memberId,
    cause: seenCause(id),
    type: 'deposit',
    status: 'PENDING',
    from: bank_code,
    to: 'WALLET',
    amount: currency === 'LAK' ? satangFor(amount, attForBaht) : amount,
  });
}

/**
 * Reported money is credited: to the member who saw it, whose row becomes that of `cause`, or to another member. Runs
 * before the deposit's own row is written.
 */
export async function endSeen(
  trx: Trx,
  transferId: bigint,
  credit: { memberId: bigint; cause: string; amount: Satang },
): Promise<void> {
  const seen = await trx
    .selectFrom('statement_entry')
    .select(['id', 'member_id'])
    .where('cause', '=', seenCause(transferId))
    .executeTakeFirst();
  if (!seen) return;
  if (seen.member_id !== credit.memberId) return dismissSeen(trx, transferId);
  // A member's claim has its own row for the same money.
  const { rows } = await sql`
    update statement_entry set cause = ${credit.cause}, amount = ${credit.amount}
    where id = ${seen.id} and not exists (select from statement_entry where cause = ${credit.cause})
    returning id`.execute(trx);
  if (rows.length === 0) await trx.deleteFrom('statement_entry').where('id', '=', seen.id).execute();
}

/** The reported money is not a deposit of the member who saw it. */
export async function dismissSeen(trx: Trx, transferId: bigint): Promise<void> {
  await trx
    .updateTable('statement_entry')
    .set({ status: 'FAILED' })
    .where('cause', '=', seenCause(transferId))
    .execute();
}
