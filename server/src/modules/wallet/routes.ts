import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { endIfDecided } from '../bonus/endBonus.ts';
import { askBalances } from '../games/askBalances.ts';
import { showWallet } from './showWallet.ts';

/** The wallet, and its refresh from the game providers (HOM-01, HOM-08). */
export function walletRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/wallet', ({ session }) =>
    showWallet(context.db, session.memberId, context.settings.get('invite')),
  );
  bind(app, context, 'GET /api/wallet/refresh/slot', async ({ session }) => {
    await askBalances(context, session.memberId);
    await context.db.transaction().execute((trx) => endIfDecided(trx, session.memberId));
    return showWallet(context.db, session.memberId, context.settings.get('invite'));
  });
}
