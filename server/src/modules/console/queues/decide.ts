import type { AppContext } from '../../../context.ts';
import type { Trx } from '../../../database/connect.ts';
import { act, actorName, type Recorder } from '../act.ts';
import type { Operator } from '../authenticateOperator.ts';
import { type QueueName, useClaim } from './claim.ts';

interface Call {
  operator: Operator;
  ip: string;
  params: { id: string };
  body: { reason: string };
}

/** What a verb of a decision gets beside its transaction. */
export interface Deciding {
  recorder: Recorder;
  /** Who decides and why, as the rows of money remember it. */
  decision: { operator: string; reason: string };
}

/**
 * Decides an item of a queue: ends the operator's claim on it and does what was decided, with its line in the audit log,
 * all or nothing. @throws AppError QUEUE_NOT_TAKEN, and what the verb throws
 */
export async function decide(
  context: AppContext,
  { operator, ip, params, body }: Call,
  queue: QueueName,
  verb: (trx: Trx, deciding: Deciding) => Promise<void>,
): Promise<{ code: 'OK' }> {
  await act(context, { operator, ip }, async (trx, recorder) => {
    await useClaim(trx, queue, params.id, operator.id);
    await verb(trx, {
      recorder,
      decision: { operator: actorName({ operator }), reason: body.reason },
    });
  });
  return { code: 'OK' };
}
