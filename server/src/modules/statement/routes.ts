import type { Language } from '@krapao/contract/limits';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { addressKey } from '../../http/addressKey.ts';
import { countWithin, type RateLimit } from '../../http/rateCounter.ts';
import { gatewayTitles } from '../lookup/lookupRows.ts';
import { checkReceipt } from './checkReceipt.ts';
import { listStatement } from './listStatement.ts';
import { type StoryReader, showStory } from './showStory.ts';

/** Whoever has a receipt may check it; a sign is too long to be guessed. */
const CHECKS: RateLimit = { name: 'receipt:check', limit: 30, seconds: 60 };

/** The member's transactions (STM-01), the story of each, and the check of a receipt. */
export function statementRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, readers, secrets } = context;
  bind(app, context, 'POST /api/statement', ({ session, body, language }) =>
    readers.read((from) => listStatement(from, session.memberId, body, readerOf(context, language))),
  );
  bind(app, context, 'GET /api/statement/story/:id', ({ session, params, language }) =>
    showStory(db, session.memberId, params.id, readerOf(context, language)),
  );
  bind(app, context, 'POST /api/receipt', async ({ body, request }) => {
    await countWithin(db, CHECKS, addressKey(request.ip));
    return checkReceipt(db, secrets.receipt, body.code);
  });
}

/** Who reads in this language. */
export function readerOf(
  context: Pick<AppContext, 'lookups' | 'secrets' | 'settings'>,
  language: Language,
): StoryReader {
  return {
    language,
    gateways: gatewayTitles(context, language),
    receiptKeys: context.secrets.receipt,
    promises: context.settings.get('promises'),
  };
}
