import type { ReadReminder, Reminder } from '@krapao/contract/api/protection/breaks';
import type { Satang } from '@krapao/contract/money';
import { holds, type Pack } from '@krapao/contract/protection/pack';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { readSetting } from '../../settings/settings.ts';

interface Reminded {
  deposited: Satang;
  waiting: Reminder[];
}

/**
 * What waits for a member, and all they have deposited: the offer of limits (protection.md 1); a review of limits (9) and
 * how their money is protected (34), each so many months after registration or the last answer; the deposits of a
 * lifetime (24), once they reach the pack's sum, those into erased accounts of the person included.
 */
export async function remind(db: Db | Trx, memberId: bigint, pack: Pack): Promise<Reminded> {
  const { review, fundsNotice, lifetimeDeposits } = pack;
  const member = await db
    .selectFrom('member')
    .select([isDue('review', review.months), isDue('funds', fundsNotice.months)])
    .select([
      sql<Satang>`(select sum(o.deposited)::bigint from member o where o.id = any(accounts_of(member.id)))`.as(
        'deposited',
      ),
      sql<boolean>`${answerOf('lifetimeDeposits')} is not null`.as('is_acknowledged'),
      sql<boolean>`exists (select from limit_offer o where o.member_id = member.id)`.as('is_offered'),
    ])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const isReached = member.deposited >= BigInt(lifetimeDeposits.satang);
  const waiting: [Reminder, boolean][] = [
    ['offer', holds(pack, 'offerLimits') && !member.is_offered],
    ['review', holds(pack, 'review') && member.review],
    ['lifetimeDeposits', holds(pack, 'lifetimeDeposits') && isReached && !member.is_acknowledged],
    ['funds', holds(pack, 'fundsNotice') && member.funds],
  ];
  return {
    deposited: member.deposited,
    waiting: waiting.filter(([, waits]) => waits).map(([reminder]) => reminder),
  };
}

const answerOf = (reminder: ReadReminder) =>
  sql`(select answered_at from reminder_answer a where a.member_id = member.id and a.reminder = ${reminder})`;
const isDue = <R extends ReadReminder>(reminder: R, months: number) =>
  sql<boolean>`coalesce(${answerOf(reminder)}, member.created_at) + make_interval(months => ${months}::int) <= site.now()`.as(
    reminder,
  );

/** The member has read it; what does not wait stays as it is. */
export async function answerReminder(
  trx: Trx,
  memberId: bigint,
  reminder: ReadReminder,
  pack: Pack,
): Promise<void> {
  const { waiting } = await remind(trx, memberId, pack);
  if (!waiting.includes(reminder)) return;
  await trx
    .insertInto('reminder_answer')
    .values({ member_id: memberId, reminder })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'reminder']).doUpdateSet({ answered_at: sql`site.clock_timestamp()` }),
    )
    .execute();
}

/**
 * Refuses a way in until the member has acknowledged what their deposits have come to (protection.md 24). Money that
 * arrives all the same is theirs. @throws AppError DEPOSITS_UNREAD
 */
export async function requireAcknowledged(db: Db | Trx, memberId: bigint): Promise<void> {
  const { waiting } = await remind(db, memberId, await readSetting(db, 'protection'));
  if (waiting.includes('lifetimeDeposits')) throw new AppError('DEPOSITS_UNREAD');
}
