import type { Satang } from '@krapao/contract/money';
import type { Refusal } from './outcome.ts';

export type GiftLinkResult =
  | { status: 'redeemed'; amount: Satang }
  /** `rejected` reasons: NOT_FOUND, EXPIRED, EXHAUSTED, OWN_GIFT, ALREADY_REDEEMED. */
  | Refusal;

export interface GiftLinkRedeemer {
  /** Redeems the gift with this hash; a repeat with the same id gives the same answer. */
  redeem(order: { id: string; hash: string }): Promise<GiftLinkResult>;
}
