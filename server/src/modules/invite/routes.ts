import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { doneBefore, rememberDone } from '../../calls/rememberDone.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import { listBanners } from '../bonus/banners.ts';
import { askBalances } from '../games/askBalances.ts';
import { listInvitees } from './listInvitees.ts';
import { receiveInvite } from './receiveInvite.ts';

/** A share of what invited friends play (INV-01, HOM-03, HOM-10). */
export function inviteRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, settings } = context;
  bind(app, context, 'POST /api/invite', ({ session, body }) =>
    listInvitees(db, session.memberId, body, settings.get('invite')),
  );
  bind(app, context, 'GET /api/invite/bonus', async ({ session: { memberId }, idempotencyKey }) => {
    const requestKey = requestKeyOf(idempotencyKey, 'GET /api/invite/bonus');
    await askBalances(context, memberId);
    const rules = {
      invite: settings.get('invite'),
      bonus: settings.get('bonus'),
      links: settings.get('links'),
    };
    await db.transaction().execute(async (trx) => {
      if (await doneBefore(trx, memberId, requestKey)) return;
      await receiveInvite(trx, memberId, rules);
      await rememberDone(trx, memberId, requestKey, { kind: 'invite', ref: '', amount: null });
    });
    return { message: 'INVITE_BONUS_SUCCESS' as const };
  });
  bind(app, context, 'GET /api/invite/banners', async ({ language }) =>
    (await listBanners(db, 'invite', language)).map(({ image, html }) => ({ image, html })),
  );
}
