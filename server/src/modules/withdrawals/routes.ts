import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { withdrawalTerms } from './withdrawalTerms.ts';
import { withdraw, withdrawAll } from './withdrawFunds.ts';

/** Money out to the member's bank account (WDR-01). */
export function withdrawalRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'GET /api/lookup/withdraw', ({ session }) => withdrawalTerms(context, session.memberId));
  bind(app, context, 'POST /api/wallet/withdraw', ({ session, body, keyFor }) =>
    withdraw(context, session, body.amount, keyFor('POST /api/wallet/withdraw', body)),
  );
  bind(app, context, 'POST /api/wallet/withdrawAll', ({ session, body, keyFor }) =>
    withdrawAll(context, session, body.amount, keyFor('POST /api/wallet/withdrawAll', body)),
  );
}
