import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bind } from '../../http/bind.ts';
import { listStatement } from './listStatement.ts';

/** The member's transactions (STM-01). */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  bind(app, context, 'POST /api/statement', ({ session, body, language }) =>
    listStatement(context.db, session.memberId, body, language),
  );
}
