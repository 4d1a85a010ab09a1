import type { Language } from '@krapao/contract/limits';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { gatewayTitles } from '../lookup/lookupRows.ts';
import { listStatement } from './listStatement.ts';
import type { Reader } from './presentEntries.ts';
import { showStory } from './showStory.ts';

/** The member's transactions (STM-01), and the story of each. */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bind(app, context, 'POST /api/statement', ({ session, body, language }) =>
    listStatement(db, session.memberId, body, readerOf(context, language)),
  );
  bind(app, context, 'GET /api/statement/story/:id', ({ session, params, language }) =>
    showStory(db, session.memberId, params.id, readerOf(context, language)),
  );
}

/** Who reads in this language. */
export function readerOf(context: Pick<AppContext, 'lookups'>, language: Language): Reader {
  return { language, gateways: gatewayTitles(context, language) };
}
