import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
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
import { earlyEndCostOf, excessOf, verdictOf } from './terms.ts';

/** Name of the job that compares active bonuses with what their members have. */
export const BONUS_JOB = 'bonuses';

/**
 * Ends the member's bonus where its target is reached or its floor is (semantics: bonus). Nothing is decided while money
 * is on its way or a game does not tell its balance. What exceeds the maximum payout, or the member's own money where it
 * failed, is taken out of the wallet; while it is still in games the bonus stays active.
 */
export async function endIfDecided(trx: Trx, memberId: bigint): Promise<void> {
  // Most members have none: nobody waits for them.
  if ((await findActive(trx, memberId)) === undefined) return;
  await lockMember(trx, memberId);
  const bonus = await findActive(trx, memberId);
  if (bonus === undefined) return;
  const total = await lockTotal(trx, memberId);
  if (total.isMoving || total.isStale) return;
  const now = await balanceSince(trx, bonus, total);
  const terms = termsOf(bonus);
  const verdict = verdictOf(terms, now, await stakedSince(trx, bonus));
  if (verdict === 'active') return;
  const removed = verdict === 'reached' ? excessOf(terms, now) : earlyEndCostOf(ownOf(bonus), now);
  if (removed > total.available) return;
  await endBonus(trx, bonus, total, {
    state: verdict === 'reached' ? 'REACHED' : 'FAILED',
    endedWith: now,
    removed,
  });
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

/** Lifts the lock, takes what the end takes, and writes it on the statement. */
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
      ended_at: sql<Date>`now()`,
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

/** Has the job look at the member's bonus at once, where there is one; after a transfer has moved money. */
export async function checkBonusSoon({ db, wakeJob }: AppContext, memberId: bigint): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('member_bonus')
    .set({ due_at: sql<Date>`now()` })
    .where('member_id', '=', memberId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) wakeJob(BONUS_JOB);
}
