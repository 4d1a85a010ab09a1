import { asksPassword } from '@krapao/contract/protection/longBreak';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../appError.ts';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { requireOwnPassword } from '../auth/ownPassword.ts';
import { answerReminder } from '../protection/reminders.ts';
import { beginPause } from './beginPause.ts';
import { presentPause } from './presentPause.ts';
import { askToReturn, confirmReturn } from './returning.ts';
import { showProtection } from './showProtection.ts';
import { endOfTerm } from './terms.ts';

/** A member's break, exclusion and return (protection.md 10 to 14). */
export function pauseRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  const pack = () => settings.get('protection');
  const present = async (trx: Trx, memberId: bigint) => {
    const pause = await presentPause(trx, memberId, pack());
    if (pause === null) throw new AppError('INTERNAL_SERVER_ERROR', 'no pause holds');
    return pause;
  };

  bind(app, context, 'GET /api/protection/pause', ({ session }) => showProtection(db, session, pack()));
  bind(app, context, 'POST /api/protection/reminders/:reminder', async ({ session, params }) => {
    await db.transaction().execute((trx) => answerReminder(trx, session.memberId, params.reminder, pack()));
    return { code: 'OK' };
  });
  bind(app, context, 'POST /api/protection/break', async ({ session: { memberId }, body }) => {
    const until = endOfTerm(pack(), 'break', body);
    if (asksPassword(body)) await requireOwnPassword(db, memberId, body.password ?? '');
    return db.transaction().execute(async (trx) => {
      await beginPause(trx, { memberId, kind: 'break', source: 'member', until });
      return present(trx, memberId);
    });
  });
  bind(app, context, 'POST /api/protection/exclusion', async ({ session: { memberId }, body }) => {
    const until = endOfTerm(pack(), 'exclusion', { months: body.months });
    await requireOwnPassword(db, memberId, body.password);
    return db.transaction().execute(async (trx) => {
      await beginPause(trx, { memberId, kind: 'exclusion', source: 'member', until });
      return present(trx, memberId);
    });
  });
  bind(app, context, 'POST /api/protection/return', ({ session: { memberId } }) =>
    db.transaction().execute(async (trx) => {
      await askToReturn(trx, memberId);
      return present(trx, memberId);
    }),
  );
  bind(app, context, 'POST /api/protection/return/confirm', async ({ session: { memberId } }) => {
    await db.transaction().execute((trx) => confirmReturn(trx, memberId, pack().returning.hours));
    return { code: 'OK' };
  });
}
