import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { textOfCoupon } from './gift.ts';
import { inLanguage } from './wheel.ts';

/** The member's claimable coupons, the next to expire first (SPN-03). */
export async function listCoupons(
  db: Db,
  memberId: bigint,
  language: Language,
): Promise<ResponseOf<Contract['GET /api/spinwheel/coupon']>> {
  const rows = await db
    .selectFrom('coupon')
    .leftJoin('spin', 'spin.id', 'coupon.spin_id')
    .leftJoin('prize_slice', (join) =>
      join
        .onRef('prize_slice.wheel_id', '=', 'spin.wheel_id')
        .onRef('prize_slice.position', '=', 'spin.position'),
    )
    .select([
      'coupon.code',
      'coupon.amount',
      'coupon.created_at',
      'coupon.expires_at',
      textOfCoupon('label').as('label'),
      textOfCoupon('name').as('name'),
      textOfCoupon('description').as('description'),
    ])
    .where('coupon.member_id', '=', memberId)
    .where('coupon.claimed_at', 'is', null)
    .where('coupon.expires_at', '>', sql<Date>`site.clock_timestamp()`)
    .orderBy('coupon.expires_at')
    .orderBy('coupon.id')
    .execute();
  return rows.map((row) => ({
    code: row.code,
    prize: {
      name: inLanguage(row.name, language),
      slice: {
        label: inLanguage(row.label, language),
        htmlDescription: inLanguage(row.description, language),
      },
    },
    amount: bahtFromSatang(row.amount),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}
