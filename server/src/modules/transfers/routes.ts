import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import { requestKeyOf } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import { transferAll, transferFunds } from './transferFunds.ts';

/** Money between the wallet and the games (TRF-01). */
export function transferRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'POST /api/wallet/transfer', ({ session, body, idempotencyKey: key }) =>
    transferFunds(context, session.memberId, body, requestKeyOf(key, 'POST /api/wallet/transfer', body)),
  );
  bind(app, context, 'POST /api/wallet/transferAll', ({ session, body, idempotencyKey: key }) =>
    transferAll(context, session.memberId, body.to, requestKeyOf(key, 'POST /api/wallet/transferAll', body)),
  );
}
