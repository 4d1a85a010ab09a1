import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { countWithin, type RateLimit } from '../../http/rateCounter.ts';
import { askAboutLeg } from '../../modules/transfers/askAboutLeg.ts';

/** Of one operation: houses limit how often they are asked. */
const QUESTIONS: RateLimit = { name: 'transfer:askAgain', limit: 30, seconds: 3_600 };

/**
 * What the provider says now of a stuck operation. It decides nothing; what it tells of the amount is kept with the operation,
 * for whoever says yes to another amount. @throws AppError NO_DATA, ALREADY_DECIDED (not stuck),
 * REQUEST_LIMIT
 */
export async function askAgain(context: AppContext, legId: string) {
  const leg = await context.db
    .selectFrom('transfer_leg')
    .selectAll()
    .where('id', '=', legId)
    .executeTakeFirst();
  if (leg === undefined) throw new AppError('NO_DATA');
  if (leg.state !== 'STUCK') throw new AppError('ALREADY_DECIDED', leg.state);
  await countWithin(context.db, QUESTIONS, legId);
  const answer = await askAboutLeg(context, leg);
  const moved =
    answer.status === 'success' ? leg.amount : answer.status === 'mismatch' ? answer.amount : null;
  const said = answer.status === 'failed' ? 0n : moved;
  if (said !== null)
    await context.db
      .updateTable('transfer_leg')
      .set({ said_moved: said, said_at: sql<Date>`site.now()` })
      .where('id', '=', legId)
      .where('state', '=', 'STUCK')
      .execute();
  return {
    status: answer.status,
    amount: moved === null ? null : bahtFromSatang(moved),
    reason: 'reason' in answer ? answer.reason : null,
  };
}
