import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { act } from '../act.ts';
import { changeOrAsk } from '../approvals/ask.ts';
import { pauseMember, requireEntry, wrongEntryApproval } from './pauseMember.ts';

/** Breaks and exclusions as operators begin them. */
export function operatorPauseRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  for (const [verb, kind] of [
    ['exclude', 'exclusion'],
    ['break', 'break'],
  ] as const) {
    bind(app, context, `POST /api/console/members/:id/${verb}`, async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, (trx, recorder) =>
        pauseMember(trx, recorder, settings.get('protection'), {
          memberId: BigInt(params.id),
          kind,
          term: 'days' in body ? { days: body.days } : { months: body.months },
          operatorId: operator.id,
          reason: body.reason,
        }),
      );
      return { code: 'OK' };
    });
  }
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
