import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Trx } from '../../database/connect.ts';
import { inSeconds } from '../../jobs/leasedWork.ts';
import type { Listed } from '../../providers/exclusionRegister.ts';
import { beginPause } from '../pauses/beginPause.ts';
import { scheduleCheck } from './scheduleCheck.ts';

/** The part of the pack's hours after which a member is asked about again: the answers must be in before they end. */
const PART = 0.75;
const HOUR_SECONDS = 3_600;

/**
 * Keeps that all registers answered about a member.
 * @param hours of the pack: every member is asked about so often
 */
export function keepAnswer(
  trx: Trx,
  memberId: bigint,
  listed: readonly Listed[],
  hours: number,
): Promise<void> {
  return scheduleCheck(trx, memberId, inSeconds(hours * HOUR_SECONDS * PART), {
    asked_at: sql<Date>`site.clock_timestamp()`,
    is_listed: listed.length > 0,
    attempts: 0,
  });
}

/**
 * Begins the exclusions of entries that have not ended, the longest first. An entry that two operators have taken back as
 * wrong begins nothing again. The entry of a merged account's phone closes the account that stays.
 */
export async function excludeListed(trx: Trx, memberId: bigint, listed: readonly Listed[]): Promise<void> {
  const held = listed.filter(({ until }) => endOf(until) > clock.now());
  if (held.length === 0) return;
  const keeper = await keeperOf(trx, memberId);
  for (const { reference, until } of held.toSorted((a, b) => (endOf(b.until) > endOf(a.until) ? 1 : -1))) {
    if (await wasWrong(trx, keeper, reference)) continue;
    await beginPause(trx, { memberId: keeper, kind: 'exclusion', source: 'register', until, reference });
  }
}

const endOf = (until: Date | null): number => until?.getTime() ?? Number.POSITIVE_INFINITY;

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
