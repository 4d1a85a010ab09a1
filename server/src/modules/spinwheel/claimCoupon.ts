import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import { madeBefore } from '../../calls/madeBefore.ts';
import type { OutcomeSource } from '../../calls/outcomeSource.ts';
import { type RequestKey, requestKeyColumns } from '../../calls/requestKey.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { findActive } from '../bonus/bonusRow.ts';
import { grantBonus } from '../bonus/grantBonus.ts';
import type { Localized } from '../bonus/localized.ts';
import { lockTotal } from '../bonus/memberTotal.ts';
import { requireClearBalance } from '../bonus/startBonus.ts';
import { requirePlay } from '../protection/admit.ts';
import { lockCoins } from './commitment.ts';
import { isCouponCode } from './couponCode.ts';
import { creditWin } from './creditWin.ts';
import { textOfCoupon } from './gift.ts';
import type { WheelText } from './wheel.ts';

export interface ClaimRequest {
  code: string;
  requestKey: RequestKey | undefined;
}

export interface CouponRules {
  bonusCoupon: SettingValue<'bonusCoupon'>;
  bonus: SettingValue<'bonus'>;
}

/**
 * Pays out a coupon, once (SPN-03, SPN-05): money into the wallet, or a bonus with the current terms
 * (docs/decisions/145-bonuses.md). For a bonus the caller has refreshed the games' balances.
 * @throws AppError INVALID_CODE (malformed code), INVALID_PRIZE_CODE (not this member's), NO_CLAIMABLE_COUPON (claimed
 * before), COUPON_EXPIRED, INVALID_COUPON_TYPE (bonuses cannot be claimed now), BONUS_REMAINING, BONUS_CONDITION,
 * IDEMPOTENCY_MISMATCH, and what requirePlay refuses
 */
export async function claimCoupon(
  trx: Trx,
  memberId: bigint,
  { code, requestKey }: ClaimRequest,
  rules: CouponRules,
): Promise<void> {
  if (await madeBefore(trx, 'coupon', memberId, requestKey)) return;
  if (!isCouponCode(code)) throw new AppError('INVALID_CODE');
  await lockCoins(trx, memberId);
  await requirePlay(trx, memberId);
  const coupon = await readCoupon(trx, memberId, code);
  if (coupon === undefined) throw new AppError('INVALID_PRIZE_CODE');
  if (coupon.claimed_at !== null) throw new AppError('NO_CLAIMABLE_COUPON', 'claimed before');
  if (coupon.is_expired) throw new AppError('COUPON_EXPIRED');
  const isBonus = coupon.coupon_type === 'bonus';
  const gift = { source: 'coupon', amount: coupon.amount, name: coupon.name as WheelText } as const;
  const bonusId = isBonus ? await startGiftedBonus(trx, memberId, gift, rules) : null;
  await trx
    .updateTable('coupon')
    .set({
      claimed_at: sql<Date>`site.clock_timestamp()`,
      member_bonus_id: bonusId,
      ...requestKeyColumns(requestKey),
    })
    .where('id', '=', coupon.id)
    .execute();
  if (isBonus) return;
  await creditWin(trx, {
    memberId,
    house: 'coupon',
    id: coupon.id,
    amount: coupon.amount,
    description: coupon.name as WheelText,
  });
}

/**
 * Starts the bonus of a coupon or of an operator, from a clear balance like any bonus without a deposit.
 * @throws AppError INVALID_COUPON_TYPE (such bonuses are off), BONUS_REMAINING, BONUS_CONDITION
 */
export async function startGiftedBonus(
  trx: Trx,
  memberId: bigint,
  { source, amount, name }: { source: 'coupon' | 'bonus'; amount: Satang; name: Localized },
  { bonusCoupon, bonus }: CouponRules,
): Promise<bigint> {
  if (!bonusCoupon.isActive) throw new AppError('INVALID_COUPON_TYPE');
  if (await findActive(trx, memberId)) throw new AppError('BONUS_REMAINING');
  const total = await lockTotal(trx, memberId);
  requireClearBalance(total, 0n, bonus);
  const { successBps, failBps } = bonusCoupon;
  return grantBonus(trx, memberId, total, {
    source,
    code: null,
    name,
    type: 'limit',
    terms: { deposit: 0n, bonus: amount, successBps, failBps, turnoverBps: 0, maximumPayout: null },
    depositPosting: null,
    stakedBefore: 0n,
  });
}

/** True if the member has an open coupon with this code that gives a bonus: balances in games then count. */
export async function isBonusCoupon(db: Db, memberId: bigint, code: string): Promise<boolean> {
  const coupon = await db
    .selectFrom('coupon')
    .select('id')
    .where('member_id', '=', memberId)
    .where('code', '=', code)
    .where('coupon_type', '=', 'bonus')
    .where('claimed_at', 'is', null)
    .executeTakeFirst();
  return coupon !== undefined;
}

/** Claimed coupons by their key. */
export const couponOutcome: OutcomeSource = {
  kind: 'coupon',
  state: sql`'done'`,
  code: sql`null`,
  amount: sql`amount`,
};

async function readCoupon(trx: Trx, memberId: bigint, code: string) {
  return trx
    .selectFrom('coupon')
    .leftJoin('spin', 'spin.id', 'coupon.spin_id')
    .leftJoin('prize_slice', (join) =>
      join
        .onRef('prize_slice.wheel_id', '=', 'spin.wheel_id')
        .onRef('prize_slice.position', '=', 'spin.position'),
    )
    .select([
      'coupon.id',
      'coupon.amount',
      'coupon.coupon_type',
      'coupon.claimed_at',
      textOfCoupon('name').as('name'),
      sql<boolean>`coupon.expires_at <= site.clock_timestamp()`.as('is_expired'),
    ])
    .where('coupon.member_id', '=', memberId)
    .where('coupon.code', '=', code)
    .executeTakeFirst();
}
