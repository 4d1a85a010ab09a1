import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { listStatement } from './listStatement.ts';

/** The member's transactions (STM-01). */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, lookups } = context;
  bind(app, context, 'POST /api/statement', ({ session, body, language }) => {
    const gateways = new Map(
      lookups.get().gateways.map((gateway) => [gateway.code, gateway[`title_${language}`]]),
    );
    return listStatement(db, session.memberId, body, language, gateways);
  });
}
