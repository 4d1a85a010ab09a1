import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { endIfDecided } from '../bonus/endBonus.ts';
import { askBalances } from '../games/askBalances.ts';
import { showWallet } from './showWallet.ts';
import { walletText } from './walletText.ts';

/** The wallet, and its refresh from the game providers (HOM-01, HOM-08). */
export function walletRoutes(app: FastifyInstance, context: AppContext): void {
  const show = async (memberId: bigint, reply: FastifyReply) => {
    const wallet = await showWallet(context.db, memberId, context.settings.get('invite'));
    reply.type('application/json; charset=utf-8').serializer(walletText);
    return wallet;
  };
  bind(app, context, 'GET /api/wallet', ({ session, reply }) => show(session.memberId, reply));
  bind(app, context, 'GET /api/wallet/refresh/slot', async ({ session, reply }) => {
    await askBalances(context, session.memberId);
    await context.db.transaction().execute((trx) => endIfDecided(trx, session.memberId));
    return show(session.memberId, reply);
  });
}
