import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { listStatement } from './listStatement.ts';

/** The member's transactions (STM-01). */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'POST /api/statement', ({ session, body, language }) =>
    listStatement(context.db, session.memberId, body, language),
  );
}
