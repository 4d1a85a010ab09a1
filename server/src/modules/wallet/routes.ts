import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { endIfDecided } from '../bonus/endBonus.ts';
import { askBalances } from '../games/askBalances.ts';
import { keptWallets, readStampedSession, type StampedSession } from './keptWallets.ts';

/** The wallet, and its refresh from the game providers (HOM-01, HOM-08). */
export function walletRoutes(app: FastifyInstance, context: AppContext): void {
  const sendWallet = keptWallets(context);
  bind(
    app,
    context,
    'GET /api/wallet',
    ({ session, reply }) => sendWallet(reply, session.memberId, (session.row as StampedSession).stamp),
    (db, tokenHash) => readStampedSession(db, { tokenHash, share: context.settings.get('invite') }),
  );
  bind(app, context, 'GET /api/wallet/refresh/slot', async ({ session, reply }) => {
    await askBalances(context, session.memberId);
    await context.db.transaction().execute((trx) => endIfDecided(trx, session.memberId));
    return sendWallet(reply, session.memberId);
  });
}
