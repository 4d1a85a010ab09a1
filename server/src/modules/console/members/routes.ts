import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../appError.ts';
import type { AppContext } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { requestKeyOf } from '../../../http/requestKey.ts';
import { hashPassword } from '../../auth/password.ts';
import { newToken } from '../../auth/sessionToken.ts';
import { act } from '../act.ts';
import { useClaim } from '../queues/claim.ts';
import { requireSatang } from '../requireSatang.ts';
import { decideAdjustment, requestAdjustment } from './adjustBalance.ts';
import { adjustmentsOf } from './adjustment.ts';
import { listWaitingAdjustments } from './adjustmentQueue.ts';
import { listMemberSlips, listPayments } from './memberDeposits.ts';
import { listEntries, listPostings } from './memberHistory.ts';
import { listInvitees } from './memberInvitees.ts';
import { addNote, setTags } from './notes.ts';
import { endMemberSessions, invalidatePassword, setSuspended } from './restrictMember.ts';
import { searchMembers } from './searchMembers.ts';
import { showMember } from './showMember.ts';

/** Members as operators see them, and what may be done about one. */
export function operatorMemberRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings, secrets } = context;
  const adjustmentLimit = () => BigInt(settings.get('console').adjustmentLimitSatang);

  bind(app, context, 'POST /api/console/members/search', async ({ body }) => ({
    members: await searchMembers(db, body.text),
  }));
  bind(app, context, 'GET /api/console/members/:id', ({ params, language }) =>
    showMember(db, BigInt(params.id), { language, adjustmentLimit: adjustmentLimit() }),
  );
  bind(app, context, 'POST /api/console/members/:id/postings', ({ params, body }) =>
    listPostings(db, BigInt(params.id), body.before),
  );
  bind(app, context, 'POST /api/console/members/:id/statement', ({ params, body }) =>
    listEntries(db, BigInt(params.id), body.before),
  );

  bind(app, context, 'POST /api/console/members/:id/slips', ({ params, body }) =>
    listMemberSlips(db, BigInt(params.id), { before: body.before, linkKey: secrets.signedLink }),
  );
  bind(app, context, 'POST /api/console/members/:id/payments', ({ params, body }) =>
    listPayments(db, BigInt(params.id), body.before),
  );
  bind(app, context, 'POST /api/console/members/:id/invitees', ({ params, body }) =>
    listInvitees(db, BigInt(params.id), body.before),
  );

  bind(app, context, 'POST /api/console/members/:id/notes', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      addNote(trx, recorder, { memberId: BigInt(params.id), operatorId: operator.id, text: body.text }),
    );
    return { code: 'OK' };
  });
  bind(app, context, 'PUT /api/console/members/:id/tags', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      setTags(trx, recorder, { memberId: BigInt(params.id), tags: body.tags }),
    );
    return { code: 'OK' };
  });
  for (const verb of ['suspend', 'restore'] as const) {
    bind(app, context, `POST /api/console/members/:id/${verb}`, async ({ operator, ip, params, body }) => {
      await act(context, { operator, ip }, (trx, recorder) =>
        setSuspended(trx, recorder, {
          memberId: BigInt(params.id),
          isSuspended: verb === 'suspend',
          reason: body.reason,
        }),
      );
      return { code: 'OK' };
    });
  }
  bind(app, context, 'POST /api/console/members/:id/end-sessions', async ({ operator, ip, params, body }) => {
    await act(context, { operator, ip }, (trx, recorder) =>
      endMemberSessions(trx, recorder, { memberId: BigInt(params.id), reason: body.reason }),
    );
    return { code: 'OK' };
  });
  bind(
    app,
    context,
    'POST /api/console/members/:id/reset-password',
    async ({ operator, ip, params, body }) => {
      const passwordHash = await hashPassword(newToken());
      await act(context, { operator, ip }, (trx, recorder) =>
        invalidatePassword(trx, recorder, {
          memberId: BigInt(params.id),
          passwordHash,
          reason: body.reason,
        }),
      );
      return { code: 'OK' };
    },
  );

  bind(app, context, 'POST /api/console/members/:id/adjust', async (call) => {
    const { operator, ip, params, body, idempotencyKey } = call;
    const amount = requireSatang(body.amount);
    const requestKey = requestKeyOf(idempotencyKey ?? newToken(), 'adjust', params.id, body);
    if (requestKey === undefined) throw new AppError('INVALID_REQUEST');
    return act(context, { operator, ip }, async (trx, recorder) => {
      const id = await requestAdjustment(trx, recorder, {
        memberId: BigInt(params.id),
        amount,
        reasonCode: body.reasonCode,
        reason: body.reason,
        operatorId: operator.id,
        requestKey,
        limit: adjustmentLimit(),
      });
      return oneAdjustment(await adjustmentsOf(trx, { id, limit: 1 }));
    });
  });
  bind(app, context, 'GET /api/console/adjustments', ({ operator, query }) =>
    listWaitingAdjustments(db, operator.id, query),
  );
  for (const verb of ['approve', 'reject'] as const) {
    bind(app, context, `POST /api/console/adjustments/:id/${verb}`, ({ operator, ip, params, body }) =>
      act(context, { operator, ip }, async (trx, recorder) => {
        await useClaim(trx, 'adjustments', params.id, operator.id);
        await decideAdjustment(trx, recorder, {
          id: params.id,
          isApproved: verb === 'approve',
          reason: body.reason,
          operatorId: operator.id,
        });
        return oneAdjustment(await adjustmentsOf(trx, { id: params.id, limit: 1 }));
      }),
    );
  }
}

function oneAdjustment<T>([adjustment]: T[]): T {
  if (adjustment === undefined) throw new AppError('NO_DATA');
  return adjustment;
}
