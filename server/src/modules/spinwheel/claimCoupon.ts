import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { type RequestKey, requestKeyColumns, sameRequest } from '../../http/requestKey.ts';
import { lockCoins } from './commitment.ts';
import { isCouponCode } from './couponCode.ts';
import { creditWin } from './creditWin.ts';
import type { WheelText } from './wheel.ts';

export interface ClaimRequest {
  code: string;
  requestKey: RequestKey | undefined;
}

/**
 * Puts a coupon's money into the wallet, once (SPN-03, SPN-05).
 * @throws AppError INVALID_CODE (no coupon code), INVALID_PRIZE_CODE (none of this member's), NO_CLAIMABLE_COUPON
 * (claimed before), COUPON_EXPIRED, INVALID_COUPON_TYPE, IDEMPOTENCY_MISMATCH
 */
export async function claimCoupon(
  trx: Trx,
  memberId: bigint,
  { code, requestKey }: ClaimRequest,
): Promise<void> {
  if (!isCouponCode(code)) throw new AppError('INVALID_CODE');
  await lockCoins(trx, memberId);
  if (requestKey && (await claimedByKey(trx, memberId, requestKey))) return;
  const coupon = await readCoupon(trx, memberId, code);
  if (coupon === undefined) throw new AppError('INVALID_PRIZE_CODE');
  if (coupon.claimed_at !== null) throw new AppError('NO_CLAIMABLE_COUPON', 'claimed before');
  if (coupon.is_expired) throw new AppError('COUPON_EXPIRED');
  if (coupon.coupon_type !== 'money') throw new AppError('INVALID_COUPON_TYPE');
  await trx
    .updateTable('coupon')
    .set({ claimed_at: sql`clock_timestamp()`, ...requestKeyColumns(requestKey) })
    .where('id', '=', coupon.id)
    .execute();
  await creditWin(trx, {
    memberId,
    house: 'coupon',
    id: coupon.id,
    amount: coupon.amount,
    description: coupon.name as WheelText,
  });
}

async function claimedByKey(trx: Trx, memberId: bigint, requestKey: RequestKey): Promise<boolean> {
  const known = await trx
    .selectFrom('coupon')
    .select('fingerprint')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', requestKey.key)
    .executeTakeFirst();
  return sameRequest(known, requestKey) !== undefined;
}

async function readCoupon(trx: Trx, memberId: bigint, code: string) {
  return trx
    .selectFrom('coupon')
    .innerJoin('spin', 'spin.id', 'coupon.spin_id')
    .innerJoin('prize_slice', (join) =>
      join
        .onRef('prize_slice.wheel_id', '=', 'spin.wheel_id')
        .onRef('prize_slice.position', '=', 'spin.position'),
    )
    .select([
      'coupon.id',
      'coupon.amount',
      'coupon.coupon_type',
      'coupon.claimed_at',
      'prize_slice.name',
      sql<boolean>`coupon.expires_at <= clock_timestamp()`.as('is_expired'),
    ])
    .where('coupon.member_id', '=', memberId)
    .where('coupon.code', '=', code)
    .executeTakeFirst();
}
