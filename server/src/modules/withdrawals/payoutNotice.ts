import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { countWithin, type RateLimit } from '../../http/rateCounter.ts';
import type { DeliveryHandler } from '../deliveries/deliveryHandler.ts';
import { noteContradiction } from './contradiction.ts';
import { takeLatePaid } from './settlePayout.ts';
import { viaOf, WITHDRAWAL_JOB, type WithdrawalRow } from './withdrawalRow.ts';

/** Of one payout: each notice about one that has ended asks its bank. */
const QUESTIONS: RateLimit = { name: 'payout:notice', limit: 12, seconds: 3_600 };

/**
 * What a bank tells of one of our payouts makes us ask that bank at once; only its answer counts. It changes nothing of
 * a payout that went through another connection. One that a person has, or that ended otherwise than the bank says now, goes
 * to a person.
 * @throws AppError REQUEST_LIMIT if too much is told of one that has ended: the bank tells it again later
 */
export const payoutNotice: DeliveryHandler<'payout'> = async (context, connection, told) => {
  const id = told.status === 'hint' ? told.id : told.notice.id;
  const row = await context.db
    .selectFrom('withdrawal')
    .where('id', '=', id)
    .where('payout_connection_id', '=', connection.id)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) return 'FOREIGN';
  if (row.due_at === null) {
    await countWithin(context.db, QUESTIONS, id);
    await askWhatIsOver(context, row);
    return 'KNOWN';
  }
  if (row.state !== 'SENT' && row.state !== 'UNKNOWN') return 'KNOWN';
  await context.db
    .updateTable('withdrawal')
    .set({ due_at: sql<Date>`site.now()` })
    .where('id', '=', id)
    .where('state', '=', 'UNKNOWN')
    .execute();
  context.wakeJob(WITHDRAWAL_JOB);
  return 'ASKING';
};

/** What the bank says now of a payout that no node works on any more. */
async function askWhatIsOver(context: AppContext, row: WithdrawalRow): Promise<void> {
  const { id, amount } = row;
  const known = await context.providers.payouts.query({ id, amount, ...viaOf(row) });
  if (known.status === 'paid') await takeLatePaid(context, row, known.transRef);
  if (known.status === 'mismatch') await note(context, id, 'PAID', String(known.amount));
  if (known.status === 'failed' && row.state === 'PAID') await note(context, id, 'FAILED', known.reason);
}

const note = ({ db }: AppContext, id: string, end: string, what: string) =>
  db
    .transaction()
    .execute((trx) =>
      noteContradiction(trx, id, { words: `${end} ${what}`, source: [end.toLowerCase(), what] }),
    );
