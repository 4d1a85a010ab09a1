import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { couponCode } from './couponCode.ts';
import { creditWin } from './creditWin.ts';
import type { SpinRow } from './presentSpin.ts';
import type { SliceRow, WheelText } from './wheel.ts';

/** Gives what a spin won. Coins are part of the spin's own count; nothing is nothing. */
export async function awardPrize(
  trx: Trx,
  { id, member_id }: SpinRow,
  slice: SliceRow,
  couponDays: number,
): Promise<void> {
  if (slice.prize === 'money') {
    await creditWin(trx, {
      memberId: member_id,
      house: 'wheel',
      id,
      amount: slice.amount,
      description: slice.name as WheelText,
    });
  }
  if (slice.prize === 'coupon' && slice.coupon_type !== null) {
    await trx
      .insertInto('coupon')
      .values({
        code: couponCode(),
        member_id,
        spin_id: id,
        coupon_type: slice.coupon_type,
        amount: slice.amount,
        expires_at: sql`clock_timestamp() + make_interval(days => ${couponDays})`,
      })
      .execute();
  }
}
