import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { inSeconds } from '../../jobs/leasedWork.ts';
import type { RegisterAnswer } from '../../providers/exclusionRegister.ts';
import { beginPause } from '../pauses/beginPause.ts';
import { scheduleCheck } from './scheduleCheck.ts';

/** The part of the pack's hours after which a member is asked about again: the answers must be in before they end. */
const PART = 0.75;
const HOUR_SECONDS = 3_600;

/**
 * Keeps what the register said of a member, and begins the exclusion of an entry that has not ended. An entry that two
 * operators have taken back as wrong begins nothing again. The entry of a merged account's phone closes the account that
 * stays.
 * @param hours of the pack: every member is asked about so often
 */
export async function takeAnswer(
  trx: Trx,
  memberId: bigint,
  answer: Exclude<RegisterAnswer, { status: 'unknown' }>,
  hours: number,
): Promise<void> {
  const isListed = answer.status === 'listed';
  await scheduleCheck(trx, memberId, inSeconds(hours * HOUR_SECONDS * PART), {
    asked_at: sql<Date>`clock_timestamp()`,
    is_listed: isListed,
    attempts: 0,
  });
  if (!isListed || (answer.until !== null && answer.until.getTime() <= Date.now())) return;
  const { reference, until } = answer;
  const keeper = await keeperOf(trx, memberId);
  if (await wasWrong(trx, keeper, reference)) return;
  await beginPause(trx, { memberId: keeper, kind: 'exclusion', source: 'register', until, reference });
}

async function keeperOf(trx: Trx, memberId: bigint): Promise<bigint> {
  const { rows } = await sql<{ id: bigint | null }>`select keeper_of(${memberId}) as id`.execute(trx);
  return rows[0]?.id ?? memberId;
}

async function wasWrong(trx: Trx, memberId: bigint, reference: string): Promise<boolean> {
  const wrong = await trx
    .selectFrom('pause')
    .select('id')
    .where('member_id', '=', memberId)
    .where('source', '=', 'register')
    .where('reference', '=', reference)
    .where('end_cause', '=', 'WRONG_ENTRY')
    .limit(1)
    .executeTakeFirst();
  return wrong !== undefined;
}
