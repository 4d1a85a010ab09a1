import { sql } from 'kysely';
import type { AppContext } from '../../../context.ts';
import { countWithin, type RateLimit } from '../../../http/rateCounter.ts';
import { dueNow } from '../../../jobs/leasedWork.ts';
import type { DeliveryHandler } from '../../deliveries/deliveryHandler.ts';
import { noteFinding } from '../../protection/levels/noteFinding.ts';
import { queryMaker } from './askMaker.ts';
import { readAnswer, type TakenAnswer } from './makerAnswer.ts';
import { VERIFICATIONS } from './verificationJob.ts';

/** Of one check: each notice asks its maker. */
const QUESTIONS: RateLimit = { name: 'verification:notice', limit: 12, seconds: 3_600 };

/**
 * What a maker tells of one of our checks makes us ask that maker; only its answer counts, so a forged, repeated or
 * overtaken notice changes nothing. An answer that contradicts the first one goes to a person.
 * @throws AppError REQUEST_LIMIT if too much is told of one check: the maker tells it again later
 */
export const verificationNotice: DeliveryHandler<'verification'> = async (context, connection, told) => {
  const { db } = context;
  const id = told.status === 'hint' ? told.id : told.notice.id;
  const row = await db
    .selectFrom('identity_verification')
    .where('id', '=', id)
    .where('connection_id', '=', connection.id)
    .select(['id', 'request_id', 'state', 'told_at', 'names', 'number_hash', 'number_end'])
    .select([
      sql<string | null>`birth_date::text`.as('born_on'),
      sql<string | null>`expires_on::text`.as('ends_on'),
    ])
    .executeTakeFirst();
  if (row === undefined) return 'FOREIGN';
  await countWithin(db, QUESTIONS, id);
  if (row.told_at !== null) {
    const answer = await queryMaker(context, connection, id);
    if (answer.status !== 'not_found') await compare(context, row, await readAnswer(context, answer));
    return 'KNOWN';
  }
  const { numUpdatedRows } = await db
    .updateTable('identity_verification')
    .set({ state: 'ASKING', ...dueNow(), ...(row.state === 'UNKNOWN' && { attempts: 0 }) })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('identity_request')
          .select('id')
          .whereRef('id', '=', 'identity_verification.request_id')
          .where('state', '=', 'WAITING'),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'KNOWN';
  context.wakeJob(VERIFICATIONS.job);
  return 'ASKING';
};

interface Told {
  id: string;
  request_id: bigint;
  state: string;
  names: string[];
  born_on: string | null;
  number_hash: Buffer | null;
  number_end: string | null;
  ends_on: string | null;
}

async function compare({ db }: AppContext, row: Told, now: TakenAnswer): Promise<void> {
  if (now.state === 'UNKNOWN' || saidBy(now) === saidBy(storedAnswer(row))) return;
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('identity_verification')
      .set({ contradicted_at: sql`site.clock_timestamp()` })
      .where('id', '=', row.id)
      .where('contradicted_at', 'is', null)
      .execute();
    const { member_id: memberId } = await trx
      .selectFrom('identity_request')
      .where('id', '=', row.request_id)
      .select('member_id')
      .executeTakeFirstOrThrow();
    const detail = { first: row.state, now: now.state };
    await noteFinding(trx, { memberId, kind: 'verification', subject: `request:${row.request_id}`, detail });
  });
}

function storedAnswer(row: Told): TakenAnswer {
  if (row.state !== 'CONFIRMED') return { state: 'REFUSED', reason: '' };
  const { names, born_on: birthDate, number_hash: numberHash, number_end: numberEnd } = row;
  return {
    state: 'CONFIRMED',
    facts: { names, birthDate, numberHash, numberEnd, expiresOn: row.ends_on },
  };
}

/** What an answer says of the person; a refusal in other words is the same refusal. */
function saidBy(answer: TakenAnswer): string {
  if (answer.state !== 'CONFIRMED') return answer.state;
  const { names, birthDate, numberHash, expiresOn } = answer.facts;
  return JSON.stringify([names, birthDate, numberHash?.toString('hex'), expiresOn]);
}
