import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { dueNow } from '../../jobs/leasedWork.ts';
import { ensureHouseAccount } from '../../ledger/account.ts';
import { keyFrom } from '../../ledger/key.ts';
import { post } from '../../ledger/post.ts';
import { writeEntry } from '../statement/writeEntry.ts';
import {
  BONUS_LABEL,
  type BonusRow,
  causeOf,
  detailOf,
  endCauseOf,
  findActive,
  lockMember,
  ownOf,
  termsOf,
} from './bonusRow.ts';
import type { Localized } from './localized.ts';
import { balanceSince, lockTotal, type MemberTotal, stakedSince } from './memberTotal.ts';
import { removedAtEnd, verdictOf } from './terms.ts';

/** Name of the job that checks active bonuses against balances. */
export const BONUS_JOB = 'bonuses';

/**
 * Ends the member's bonus if its target or its floor is reached (semantics: bonus). Nothing is decided while money is
 * in transit or a game does not report its balance. The wallet loses what exceeds the maximum payout or, after a
 * failure, the member's own money; while that is still in games the bonus stays active. @returns whether it ended
 */
export async function endIfDecided(trx: Trx, memberId: bigint): Promise<boolean> {
  // Most members have none, so this check does not wait for locks.
  if ((await findActive(trx, memberId)) === undefined) return false;
  await lockMember(trx, memberId);
  const bonus = await findActive(trx, memberId);
  if (bonus === undefined) return false;
  const total = await lockTotal(trx, memberId);
  if (total.isMoving || total.isStale) return false;
  const now = await balanceSince(trx, bonus, total);
  const terms = termsOf(bonus);
  const verdict = verdictOf(terms, now, await stakedSince(trx, bonus));
  if (verdict === 'active') return false;
  const removed = removedAtEnd(terms, verdict, { own: ownOf(bonus), now });
  if (removed > total.available) return false;
  await endBonus(trx, bonus, total, {
    state: verdict === 'reached' ? 'REACHED' : 'FAILED',
    endedWith: now,
    removed,
  });
  return true;
}

interface End {
  state: 'REACHED' | 'FAILED' | 'CANCELLED';
  endedWith: bigint;
  /** Satang that leave the wallet. */
  removed: bigint;
}

const CODES: Readonly<Record<End['state'], string>> = {
  REACHED: 'bonus_excess',
  FAILED: 'bonus_failed',
  CANCELLED: 'bonus_cancel',
};

/** Ends the withdrawal lock, takes the amount due at the end, and writes it on the statement. */
export async function endBonus(trx: Trx, bonus: BonusRow, total: MemberTotal, end: End): Promise<void> {
  if (end.removed > 0n) {
    await post(trx, {
      key: keyFrom('bonus', bonus.id.toString(), 'end'),
      code: CODES[end.state],
      debit: total.walletAccount,
      credit: await ensureHouseAccount(trx, 'bonus'),
      amount: end.removed,
      actor: end.state === 'CANCELLED' ? `member:${bonus.member_id}` : 'system',
      cause: causeOf(bonus.id),
    });
  }
  await trx
    .updateTable('member_bonus')
    .set({
      state: end.state,
      ended_with: end.endedWith,
      removed: end.removed,
      due_at: null,
      ended_at: sql<Date>`site.now()`,
    })
    .where('id', '=', bonus.id)
    .execute();
  await writeEntry(trx, {
    memberId: bonus.member_id,
    cause: endCauseOf(bonus.id),
    type: 'finish_bonus',
    status: 'SUCCESS',
    from: 'WALLET',
    to: BONUS_LABEL,
    amount: end.removed,
    detail: { [detailOf(bonus.source)]: { description: bonus.name as unknown as Localized } },
  });
}

/** Makes the job check the member's bonus at once, if there is one; called after a transfer has moved money. */
export async function checkBonusSoon({ db, wakeJob }: AppContext, memberId: bigint): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('member_bonus')
    .set(dueNow())
    .where('member_id', '=', memberId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) wakeJob(BONUS_JOB);
}
