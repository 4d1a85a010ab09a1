import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { requestKeyOf } from '../../http/requestKey.ts';
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
