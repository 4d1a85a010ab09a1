import type { QueueName } from '@krapao/contract/queues';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import type { Decision } from '../../decision.ts';
import { QUEUES } from '../../queues.ts';
import { act, actorName, type Recorder } from '../act.ts';
import type { ApprovalKind } from '../approvals/approvalKind.ts';
import { askSecondPerson, requireNotAsked, type Waits } from '../approvals/ask.ts';
import { SecondPersonNeeded } from '../approvals/ownMoney.ts';
import { useClaim } from './claim.ts';

interface Call {
  operator: Operator;
  ip: string;
  params: { id: string };
  body: { reason: string };
}

/** What the verb of a decision receives besides its transaction. */
export interface Deciding {
  recorder: Recorder;
  /** The operator and the reason, as the money tables store them. */
  decision: Decision;
}

/**
 * Decides a queue item: uses up the operator's claim and runs the decision with its audit log line, in one transaction.
 * @throws AppError QUEUE_NOT_TAKEN, APPROVAL_WAITING, and the errors of the verb
 */
export async function decide(
  context: AppContext,
  call: Call,
  queue: QueueName,
  verb: (trx: Trx, deciding: Deciding) => Promise<void>,
): Promise<{ code: 'OK' }> {
  const { operator, ip, params, body } = call;
  await act(context, { operator, ip }, async (trx, recorder) => {
    const openedAt = await useClaim(trx, queue, params.id, operator.id);
    await requireNotAsked(trx, subjectOf(queue, params.id));
    await verb(trx, { recorder, decision: { operator: actorName({ operator }), reason: body.reason } });
    // After the verb: of an item that is not decided nothing is kept.
    if (queue === 'slips')
      await trx
        .updateTable('slip')
        .set({ opened_at: openedAt })
        .where('id', '=', BigInt(params.id))
        .where('decided_by', 'is not', null)
        .execute();
  });
  return { code: 'OK' };
}

/**
 * Decides a queue item as `decide` does. If one operator is not enough, the item stays unchanged and a request waits
 * for a second operator. @returns the waiting request, null if it is done
 */
export async function decideOrAsk<Payload>(
  context: AppContext,
  call: Call,
  queue: QueueName,
  kind: ApprovalKind<Payload>,
  payload: Payload,
): Promise<{ code: 'OK'; waits: Waits | null }> {
  const { operator, ip, params, body } = call;
  try {
    await decide(context, call, queue, (trx, deciding) =>
      kind.apply(trx, { ...deciding, operatorId: operator.id }, payload, context),
    );
    if (kind.wakes !== undefined) context.wakeJob(kind.wakes);
    return { code: 'OK', waits: null };
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    const { why, money } = error;
    const waits = await act(context, { operator, ip }, async (trx, recorder) => {
      await useClaim(trx, queue, params.id, operator.id);
      await requireNotAsked(trx, subjectOf(queue, params.id));
      return askSecondPerson(trx, recorder, kind, call, {
        ...money,
        subject: subjectOf(queue, params.id),
        payload,
        cause: why,
        reason: body.reason,
        queue,
      });
    });
    return { code: 'OK', waits };
  }
}

const subjectOf = (queue: QueueName, item: string) => `${QUEUES[queue].subject}:${item}`;
