import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { act } from '../act.ts';
import { type Asker, changeOrAsk } from '../approvals/ask.ts';
import { askLongExclusion, needsTwo, requireEntry, wrongEntryApproval } from './pauseApprovals.ts';
import { type OperatorsPause, pauseMember } from './pauseMember.ts';

/** Breaks and exclusions as operators begin them, and end those that began by mistake. */
export function operatorPauseRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  const begin = (asker: Asker, pause: Omit<OperatorsPause, 'operatorId'>) =>
    act(context, asker, (trx, recorder) =>
      pauseMember(trx, recorder, settings.get('protection'), { ...pause, operatorId: asker.operator.id }),
    );
  bind(app, context, 'POST /api/console/members/:id/exclude', async ({ operator, ip, params, body }) => {
    const { months, reason } = body;
    const memberId = BigInt(params.id);
    if (needsTwo(months)) {
      const waits = await askLongExclusion(context, { operator, ip }, { memberId, months, reason });
      return { code: 'OK', waits };
    }
    await begin({ operator, ip }, { memberId, kind: 'exclusion', term: { months }, reason });
    return { code: 'OK', waits: null };
  });
  bind(app, context, 'POST /api/console/members/:id/break', async ({ operator, ip, params, body }) => {
    const term = 'days' in body ? { days: body.days } : { months: body.months };
    await begin({ operator, ip }, { memberId: BigInt(params.id), kind: 'break', term, reason: body.reason });
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/console/members/:id/wrong-entry', async ({ operator, ip, params, body }) => {
    await requireEntry(db, BigInt(params.id), body.pauseId);
    const waits = await changeOrAsk(context, { operator, ip }, wrongEntryApproval, {
      subject: `member:${params.id}`,
      payload: { memberId: params.id, pauseId: body.pauseId },
      cause: { code: 'TWO_PERSONS' },
      reason: body.reason,
      memberId: BigInt(params.id),
    });
    return { code: 'OK', waits };
  });
}
