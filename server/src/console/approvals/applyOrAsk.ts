import type { AppContext } from '../../context.ts';
import { act, actorName } from '../act.ts';
import type { ApprovalKind } from './approvalKind.ts';
import { type Asker, askSecondPerson, type Request, requireNotAsked, type Waits } from './ask.ts';
import { SecondPersonNeeded } from './ownMoney.ts';

/**
 * Does an action outside the queues that credits money on an operator's word. Above a limit nothing happens and the
 * action waits for a second operator. @returns the waiting request; null if it is done
 * @throws AppError APPROVAL_WAITING, and the errors of the action
 */
export async function applyOrAsk<Payload>(
  context: AppContext,
  asker: Asker,
  kind: ApprovalKind<Payload>,
  request: Pick<Request<Payload>, 'subject' | 'payload' | 'reason'>,
): Promise<Waits | null> {
  const { subject, payload, reason } = request;
  try {
    await act(context, asker, async (trx, recorder) => {
      await requireNotAsked(trx, subject);
      const decision = { operator: actorName(asker), reason };
      await kind.apply(trx, { recorder, operatorId: asker.operator.id, decision }, payload, context);
    });
    return null;
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    const { why: cause, money } = error;
    return act(context, asker, async (trx, recorder) => {
      // What was asked first was rolled back with the action.
      await requireNotAsked(trx, subject);
      return askSecondPerson(trx, recorder, kind, asker, { ...money, ...request, cause });
    });
  }
}
