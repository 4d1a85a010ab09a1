import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { CLOSING_JOB } from '../pauses/closingJob.ts';
import { answerCheck, chooseMinutes } from './answerCheck.ts';
import { REALITY_JOB } from './askMembers.ts';
import { showCheck } from './showCheck.ts';

/** How long a member plays, and what comes of it (protection.md 15). */
export function realityCheckRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  bind(app, context, 'GET /api/protection/realityCheck', ({ session }) =>
    showCheck(db, session.memberId, settings.get('protection')),
  );
  bind(app, context, 'PUT /api/protection/realityCheck', async ({ session, body }) => {
    await db
      .transaction()
      .execute((trx) => chooseMinutes(trx, session.memberId, body.minutes, settings.get('protection')));
    context.wakeJob(REALITY_JOB);
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/protection/realityCheck', async ({ session, body }) => {
    await db.transaction().execute((trx) => answerCheck(trx, session.memberId, body.answer));
    context.wakeJob(body.answer === 'stop' ? CLOSING_JOB : REALITY_JOB);
    return { code: 'OK' };
  });
}
