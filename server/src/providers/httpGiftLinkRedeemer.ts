import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { GiftLinkRedeemer } from './giftLinkRedeemer.ts';
import { badAnswer, callJson, type HttpCounterpart } from './httpJson.ts';
import { satangFromText, WireAmount } from './wireAmount.ts';

const RedeemAnswer = Type.Object({ amount: WireAmount });

export function httpGiftLinkRedeemer(counterpart: HttpCounterpart): GiftLinkRedeemer {
  return {
    async redeem(order) {
      const outcome = await callJson(counterpart, {
        method: 'POST',
        path: '/gift-links/redeem',
        body: order,
      });
      if (outcome.status !== 'answered') return outcome;
      if (!Value.Check(RedeemAnswer, outcome.body)) return badAnswer();
      const amount = satangFromText(outcome.body.amount);
      return amount > 0n ? { status: 'redeemed', amount } : badAnswer();
    },
  };
}
