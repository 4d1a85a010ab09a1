import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { doOnce } from '../../calls/doOnce.ts';
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
  bind(app, context, 'GET /api/invite/bonus', async ({ session: { memberId }, keyFor }) => {
    const rules = {
      invite: settings.get('invite'),
      bonus: settings.get('bonus'),
      links: settings.get('links'),
    };
    await doOnce(
      context,
      { memberId, requestKey: keyFor('GET /api/invite/bonus') },
      { kind: 'invite', ref: '' },
      { ask: () => askBalances(context, memberId), act: (trx) => receiveInvite(trx, memberId, rules) },
    );
    return { message: 'INVITE_BONUS_SUCCESS' as const };
  });
  bind(app, context, 'GET /api/invite/banners', async ({ language }) =>
    (await listBanners(db, 'invite', language)).map(({ image, html }) => ({ image, html })),
  );
}
