import { isAllowed } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Recorder } from '../act.ts';

interface Escalation {
  slipId: bigint;
  operatorId: bigint;
  reason: string;
}

/**
 * Sends a waiting slip to a supervisor. @throws AppError NO_DATA, ALREADY_DECIDED (no longer waiting, or already sent
 * to a supervisor)
 */
export async function escalateSlip(
  trx: Trx,
  recorder: Recorder,
  { slipId, operatorId, reason }: Escalation,
): Promise<void> {
  const slip = await trx
    .selectFrom('slip')
    .where('id', '=', slipId)
    .forUpdate()
    .select(['member_id', 'step', 'escalated_by'])
    .executeTakeFirst();
  if (slip === undefined) throw new AppError('NO_DATA');
  if (slip.step !== 'OPERATOR' || slip.escalated_by !== null) throw new AppError('ALREADY_DECIDED');
  await trx
    .updateTable('slip')
    .set({ escalated_by: operatorId, escalated_because: reason, escalated_at: sql<Date>`site.now()` })
    .where('id', '=', slipId)
    .execute();
  await recorder({ action: 'slip.escalate', subject: `slip:${slipId}`, memberId: slip.member_id, reason });
}

/** Whether the slip was sent to a supervisor. @throws AppError OPERATOR_FORBIDDEN if it was and the operator is none */
export async function requireSupervisor(
  db: Db | Trx,
  slipId: bigint,
  { role }: Pick<Operator, 'role'>,
): Promise<boolean> {
  const slip = await db.selectFrom('slip').where('id', '=', slipId).select('escalated_by').executeTakeFirst();
  const isEscalated = slip !== undefined && slip.escalated_by !== null;
  if (isEscalated && !isAllowed(role, 'slip.supervise'))
    throw new AppError('OPERATOR_FORBIDDEN', 'handed on');
  return isEscalated;
}
