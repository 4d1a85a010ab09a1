import { family, Type } from '../../endpoint.ts';
import { AMOUNT_CEILING_BAHT } from '../../limits.ts';
import { NumberId, Reason } from './common.ts';
import { DoneOrWaits } from './waits.ts';

/**
 * What an operator can give. `bonus`: money at once, with the condition of coupons. `moneyCoupon`, `bonusCoupon`: a coupon
 * that the member claims, for money or for such a bonus. `coins`: coins for the prize wheel.
 */
export const GRANT_KINDS = ['bonus', 'moneyCoupon', 'bonusCoupon', 'coins'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

const COINS_MAX = 1_000;

export const rewardGrantCalls = family({
  'POST /api/console/members/:id/grant': {
    summary:
      'Gives the member a bonus, a coupon or coins: at once up to the limits of money the bank has not reported; above them after a second operator’s approval. Coins count with the average cost of a spin',
    auth: 'operator',
    permission: 'balance.adjust',
    asksCodeAgain: true,
    params: NumberId,
    body: Type.Union([
      Type.Object({
        kind: Type.Union([Type.Literal('bonus'), Type.Literal('moneyCoupon'), Type.Literal('bonusCoupon')]),
        amount: Type.Number({ minimum: 0.01, maximum: AMOUNT_CEILING_BAHT, description: 'baht' }),
        reason: Reason,
      }),
      Type.Object({
        kind: Type.Literal('coins'),
        amount: Type.Integer({ minimum: 1, maximum: COINS_MAX, description: 'coins' }),
        reason: Reason,
      }),
    ]),
    response: DoneOrWaits,
    errors: [
      'NO_USER',
      'NO_DATA',
      'INVALID_AMOUNT',
      'INVALID_COUPON_TYPE',
      'BONUS_REMAINING',
      'BONUS_CONDITION',
      'IDEMPOTENCY_MISMATCH',
    ],
    mutates: true,
    idempotent: true,
  },
});
