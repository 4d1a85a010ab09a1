import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import type { SeenPayout } from './decidePayout.ts';
import { leaveToOperator } from './settlePayout.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

/** What the machine still tries: to be sent, sent, or without a result. */
export const TRIED_STATES = ['HELD', 'SENT', 'UNKNOWN'] as const;

/**
 * Takes a payout that the machine still tries out of its hands, so that a person decides it; books nothing. What may have
 * reached the bank is STUCK, and goes into no file. A node that calls the bank meanwhile is overtaken: only that the bank
 * paid is still told.
 * @throws AppError NO_DATA, ALREADY_DECIDED (it is not tried any more), CHANGED_MEANWHILE (another state or reason than
 * the operator saw)
 */
export async function takeOverPayout(
  trx: Trx,
  { withdrawalId, seen }: { withdrawalId: string; seen: SeenPayout },
): Promise<WithdrawalRow> {
  const row = await trx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', withdrawalId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA', 'no such withdrawal');
  if (!TRIED_STATES.some((state) => state === row.state)) throw new AppError('ALREADY_DECIDED', row.state);
  if (row.state !== seen.state || row.reason !== seen.why) throw new AppError('CHANGED_MEANWHILE');
  await leaveToOperator(trx, row, row.sends > 0 ? 'STUCK' : 'MANUAL');
  return row;
}
