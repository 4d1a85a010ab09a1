import type { GrantKind } from '@krapao/contract/api/operator/rewardGrants';
import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { RequestKey } from '../../calls/requestKey.ts';
import type { AppContext } from '../../context.ts';
import type { Trx } from '../../database/connect.ts';
import { causeOf } from '../../modules/bonus/bonusRow.ts';
import { askBalances } from '../../modules/games/askBalances.ts';
import { notify } from '../../modules/notifications/notify.ts';
import { requirePlay, requireStanding } from '../../modules/protection/admit.ts';
import { startGiftedBonus } from '../../modules/spinwheel/claimCoupon.ts';
import { lockCoins } from '../../modules/spinwheel/commitment.ts';
import { couponCode } from '../../modules/spinwheel/couponCode.ts';
import { GIFT } from '../../modules/spinwheel/gift.ts';
import { currentWheelId, readWheel } from '../../modules/spinwheel/wheel.ts';
import type { Recorder } from '../act.ts';
import type { Applying, ApprovalKind } from '../approvals/approvalKind.ts';
import { type Asker, askSecondPerson, type Cause, type Waits, waitsFor } from '../approvals/ask.ts';
import { countOwnMoney } from '../approvals/ownMoney.ts';
import { spinCost } from '../content/spinCost.ts';
import { lockMember } from './restrictMember.ts';

export interface GrantRequest {
  memberId: bigint;
  kind: GrantKind;
  /** Satang, or coins. */
  amount: bigint;
  reason: string;
  requestKey: RequestKey;
  /** Why one operator is not enough, if known: then a second one is asked. */
  cause?: Cause;
}

const subjectOf = (id: string) => `grant:${id}`;

/**
 * Gives a member a bonus, a coupon or coins: at once, or after a second operator's approval. The same key is the same
 * grant. The caller has prepared it. @returns the waiting request if there is one
 * @throws AppError NO_USER, IDEMPOTENCY_MISMATCH, and what apply throws; SecondPersonNeeded without a cause
 */
export async function requestGrant(
  trx: Trx,
  recorder: Recorder,
  asker: Asker,
  { memberId, kind, amount, reason, requestKey, cause }: GrantRequest,
  context: AppContext,
): Promise<Waits | null> {
  const operatorId = asker.operator.id;
  await lockMember(trx, memberId);
  const known = await madeBefore(trx, 'reward_grant', operatorId, requestKey);
  if (known) {
    await recorder({ action: 'reward.repeat', subject: subjectOf(known.id), memberId });
    return waitsFor(trx, subjectOf(known.id));
  }
  const { id } = await trx
    .insertInto('reward_grant')
    .values({
      member_id: memberId,
      kind,
      amount,
      reason,
      state: 'PENDING',
      requested_by: operatorId,
      idempotency_key: requestKey.key,
      fingerprint: requestKey.fingerprint,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (cause === undefined) {
    await apply(trx, { recorder, operatorId }, id, context);
    return null;
  }
  return askSecondPerson(trx, recorder, grantApproval, asker, {
    subject: subjectOf(id),
    payload: { grantId: id, memberId: String(memberId), kind, amount: String(amount) },
    cause,
    reason,
    memberId,
    amount: await worthOf(trx, kind, amount),
  });
}

interface GrantPayload {
  grantId: string;
  memberId: string;
  kind: GrantKind;
  amount: string;
}

/** Asks the games' balances, on which a bonus begins. */
export const prepareGrant = async (
  context: AppContext,
  { memberId, kind }: { memberId: bigint; kind: GrantKind },
): Promise<void> => {
  if (kind === 'bonus') await askBalances(context, memberId);
};

/** A grant that needs a second operator's approval. */
export const grantApproval: ApprovalKind<GrantPayload> = {
  name: 'reward.grant',
  permission: () => 'balance.adjust',
  prepare: (context, { memberId, kind }) => prepareGrant(context, { memberId: BigInt(memberId), kind }),
  present: (_, { kind, amount }) => [
    { name: 'grantKind', text: kind },
    ...(kind === 'coins' ? [{ name: 'coins', text: amount }] : []),
  ],
  apply: (trx, applying, { grantId }, context) => apply(trx, applying, grantId, context),
  refuse: async (trx, { grantId }, { operatorId, reason }) => {
    await trx
      .updateTable('reward_grant')
      .set({
        state: 'REJECTED',
        decided_by: operatorId,
        decided_because: reason,
        decided_at: operatorId === null ? null : sql<Date>`site.now()`,
      })
      .where('id', '=', grantId)
      .execute();
  },
};

/**
 * Gives a waiting grant, with its audit log line and the member's notification. A gift is an invitation to play: who may not
 * play is given none.
 * @throws AppError ALREADY_DECIDED, NO_DATA (no wheel), INVALID_COUPON_TYPE (such bonuses are off), BONUS_REMAINING,
 * BONUS_CONDITION, and what safer play refuses; SecondPersonNeeded
 */
async function apply(
  trx: Trx,
  applying: Pick<Applying, 'recorder' | 'operatorId' | 'approval'>,
  id: string,
  context: AppContext,
): Promise<void> {
  const { recorder, operatorId, approval } = applying;
  const row = await trx
    .updateTable('reward_grant')
    .set({
      state: 'APPLIED',
      decided_by: approval?.secondId ?? operatorId,
      decided_at: sql<Date>`site.now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['member_id', 'kind', 'amount', 'reason'])
    .executeTakeFirst();
  if (row === undefined) throw new AppError('ALREADY_DECIDED');
  const { member_id: memberId, amount, reason } = row;
  const kind = row.kind as GrantKind;
  await requireStanding(trx, memberId);
  await requirePlay(trx, memberId);
  const value = await worthOf(trx, kind, amount);
  await give(trx, { id, memberId, kind, amount }, context);
  await recorder({
    action: 'reward.grant',
    subject: subjectOf(id),
    memberId,
    after: kind === 'coins' ? { kind, coins: Number(amount) } : { kind, satang: amount },
    reason,
  });
  await countOwnMoney(trx, applying, context, { subject: subjectOf(id), amount: value, memberId });
}

interface Given {
  id: string;
  memberId: bigint;
  kind: GrantKind;
  amount: bigint;
}

async function give(
  trx: Trx,
  { id, memberId, kind, amount }: Given,
  { settings }: Pick<AppContext, 'settings'>,
): Promise<void> {
  const key = subjectOf(id);
  if (kind === 'bonus') {
    const rules = { bonusCoupon: settings.get('bonusCoupon'), bonus: settings.get('bonus') };
    const bonusId = await startGiftedBonus(trx, memberId, { source: 'bonus', amount, name: GIFT }, rules);
    await trx.updateTable('reward_grant').set({ member_bonus_id: bonusId }).where('id', '=', id).execute();
    const { id: row } = await trx
      .selectFrom('statement_entry')
      .select('id')
      .where('cause', '=', causeOf(bonusId))
      .executeTakeFirstOrThrow();
    return notify(trx, { memberId, kind: 'bonusGiven', key, params: { row: String(row), amount } });
  }
  if (kind === 'coins') {
    await lockCoins(trx, memberId);
    await trx
      .updateTable('member')
      .set({ coin: sql`coin + ${Number(amount)}` })
      .where('id', '=', memberId)
      .execute();
    return notify(trx, { memberId, kind: 'coinsGiven', key });
  }
  if (kind === 'bonusCoupon' && !settings.get('bonusCoupon').isActive)
    throw new AppError('INVALID_COUPON_TYPE');
  await trx
    .insertInto('coupon')
    .values({
      code: couponCode(),
      member_id: memberId,
      grant_id: id,
      coupon_type: kind === 'bonusCoupon' ? 'bonus' : 'money',
      amount,
      expires_at: sql`site.clock_timestamp() + make_interval(days => ${settings.get('spinwheel').couponDays})`,
    })
    .execute();
  return notify(trx, { memberId, kind: 'couponGiven', key, params: { amount } });
}

/** What a grant may cost the house, in satang. @throws AppError NO_DATA for coins without a wheel */
async function worthOf(trx: Trx, kind: GrantKind, amount: bigint): Promise<Satang> {
  if (kind !== 'coins') return amount;
  const wheelId = await currentWheelId(trx);
  if (wheelId === undefined) throw new AppError('NO_DATA', 'there is no prize wheel');
  const { slices } = await readWheel(trx, wheelId);
  const cost = spinCost(
    slices.map(({ weight, prize, amount: of }) => ({
      weight,
      prize,
      amountSatang: Number(of),
      coins: Number(of),
    })),
  );
  if (cost === undefined) throw new AppError('NO_DATA', 'the wheel never ends');
  // Coins that win nothing are counted at the least, so that their number has a limit too.
  return (cost > 0n ? cost : 1n) * amount;
}
