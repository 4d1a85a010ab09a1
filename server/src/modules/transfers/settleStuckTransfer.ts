import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { type Decision, decisionColumns } from '../../decision.ts';
import type { GameTransfer, LegRow } from './gameTransfer.ts';
import { bookLeg } from './settleLeg.ts';

export interface StuckDecision extends Decision {
  legId: string;
  /** The result at the provider: the full amount moved, or nothing. */
  outcome: 'CONFIRMED' | 'REJECTED';
}

/**
 * Locks a stuck operation and its transfer. @throws AppError NO_DATA, ALREADY_DECIDED, REQUEST_IN_PROGRESS (not stuck)
 */
export async function lockStuck(trx: Trx, legId: string): Promise<{ transfer: GameTransfer; leg: LegRow }> {
  const transfer = await trx
    .selectFrom('transfer')
    .selectAll()
    .where('id', 'in', (query) =>
      query.selectFrom('transfer_leg').select('transfer_id').where('id', '=', legId),
    )
    .forUpdate()
    .executeTakeFirst();
  if (transfer === undefined) throw new AppError('NO_DATA', 'no such operation');
  const leg = await trx
    .selectFrom('transfer_leg')
    .selectAll()
    .where('id', '=', legId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (leg.state === 'CONFIRMED' || leg.state === 'REJECTED') throw new AppError('ALREADY_DECIDED', leg.state);
  if (leg.state !== 'STUCK') throw new AppError('REQUEST_IN_PROGRESS', leg.state);
  return { transfer, leg };
}

/**
 * Ends a stuck operation at a provider and continues its transfer: booked if it happened, money returned if it did not.
 * A next leg to another game is then due; wake the job `transfers` after the commit.
 * @throws AppError NO_DATA, ALREADY_DECIDED, REQUEST_IN_PROGRESS (not stuck), INVALID_REQUEST
 */
export async function settleStuckTransfer(
  trx: Trx,
  { legId, outcome, ...decision }: StuckDecision,
): Promise<GameTransfer> {
  const { transfer, leg } = await lockStuck(trx, legId);
  await trx.updateTable('transfer_leg').set(decisionColumns(decision)).where('id', '=', legId).execute();
  await bookLeg(trx, transfer, leg, {
    state: outcome,
    reason: leg.reason,
    actor: decision.operator,
  });
  return trx.selectFrom('transfer').selectAll().where('id', '=', transfer.id).executeTakeFirstOrThrow();
}
