import type { FastifyInstance } from 'fastify';
import { bind } from '../../../calls/bind.ts';
import type { AppContext } from '../../../context.ts';
import { confirmLimit, readMost, takeBackLimit, wishLimit } from './changeLimit.ts';
import { answerOffer } from './limitOffer.ts';
import { showActivity } from './showActivity.ts';
import { showLimits } from './showLimits.ts';

/** Members' own limits and figures (protection.md 1 to 9, 22, 23); beyond the specification. */
export function limitRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  const pack = () => settings.get('protection');

  bind(app, context, 'GET /api/protection/limits', ({ session }) => showLimits(db, session.memberId, pack()));
  bind(app, context, 'PUT /api/protection/limits/:kind/:period', ({ session, params, body }) =>
    db.transaction().execute(async (trx) => {
      await wishLimit(trx, pack(), { ...params, memberId: session.memberId }, readMost(body.most, params));
      return showLimits(trx, session.memberId, pack());
    }),
  );
  bind(app, context, 'POST /api/protection/limits/:kind/:period/confirm', ({ session, params }) =>
    db.transaction().execute(async (trx) => {
      await confirmLimit(trx, pack(), { ...params, memberId: session.memberId });
      return showLimits(trx, session.memberId, pack());
    }),
  );
  bind(app, context, 'DELETE /api/protection/limits/:kind/:period/next', ({ session, params }) =>
    db.transaction().execute(async (trx) => {
      await takeBackLimit(trx, { ...params, memberId: session.memberId });
      return showLimits(trx, session.memberId, pack());
    }),
  );
  bind(app, context, 'GET /api/protection/activity', ({ session }) => showActivity(db, session.memberId));
  bind(app, context, 'POST /api/protection/offer', async ({ session, body }) => {
    await answerOffer(db, session.memberId, body.answer);
    return { code: 'SUCCESS' };
  });
}
