import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { transferAll, transferFunds } from './transferFunds.ts';

/** Money between the wallet and the games (TRF-01). */
export function transferRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'POST /api/wallet/transfer', ({ session, body, keyFor }) =>
    transferFunds(context, session.memberId, body, keyFor('POST /api/wallet/transfer', body)),
  );
  bind(app, context, 'POST /api/wallet/transferAll', ({ session, body, keyFor }) =>
    transferAll(context, session.memberId, body.to, keyFor('POST /api/wallet/transferAll', body)),
  );
}
