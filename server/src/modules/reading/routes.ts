import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { readEvents } from './readEvents.ts';
import { listMembers, showMember, showWallet } from './readMembers.ts';
import { readBonuses, readDeposits, readTransfers, readWithdrawals } from './readMoney.ts';

/** What systems outside read with an API key. */
export function readingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bind(app, context, 'GET /api/events', ({ query }) => readEvents(db, query));
  bind(app, context, 'GET /api/read/members', ({ apiKey, query }) => listMembers(db, apiKey, query));
  bind(app, context, 'GET /api/read/members/:id', ({ apiKey, params }) => showMember(db, apiKey, params.id));
  bind(app, context, 'GET /api/read/members/:id/wallet', ({ params }) => showWallet(db, params.id));
  bind(app, context, 'GET /api/read/deposits', ({ query }) => readDeposits(db, query));
  bind(app, context, 'GET /api/read/withdrawals', ({ query }) => readWithdrawals(db, query));
  bind(app, context, 'GET /api/read/transfers', ({ query }) => readTransfers(db, query));
  bind(app, context, 'GET /api/read/bonuses', ({ query }) => readBonuses(db, query));
}
