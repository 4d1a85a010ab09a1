import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CurrencyShape, PartyShape } from './bankPartyShape.ts';
import { badAnswer, callJson, type HttpCounterpart } from './httpJson.ts';
import type { SlipLookup, SlipVerifier } from './slipVerifier.ts';
import { satangFromText, WireAmount } from './wireAmount.ts';
import { momentFromText } from './wireTime.ts';

const SlipAnswer = Type.Object({
  data: Type.Object({
    transRef: Type.String({ minLength: 1, maxLength: 25 }),
    sendingBank: Type.String({ pattern: '^[0-9]{3}$' }),
    receivingBank: Type.Union([Type.String(), Type.Null()]),
    transTimestamp: Type.String(),
    sender: PartyShape,
    receiver: PartyShape,
    amount: WireAmount,
    currency: CurrencyShape,
    ref1: Type.Union([Type.String(), Type.Null()]),
  }),
});

/** Codes of the slip service that are not plain refusals. */
const MEANING: Readonly<Record<string, SlipLookup>> = {
  '1008': { status: 'rejected', reason: 'NOT_A_SLIP' },
  '1010': { status: 'pending' },
  SLIP_NOT_FOUND: { status: 'not_found' },
};

export function httpSlipVerifier(counterpart: HttpCounterpart): SlipVerifier {
  return {
    async lookUp(payload) {
      const outcome = await callJson(counterpart, {
        method: 'POST',
        path: '/slip-verifier/verify',
        body: { data: payload, log: false },
      });
      if (outcome.status === 'rejected') return MEANING[outcome.reason] ?? outcome;
      if (outcome.status === 'unknown') return outcome;
      if (!Value.Check(SlipAnswer, outcome.body)) return badAnswer();
      const { data } = outcome.body;
      const transTimestamp = momentFromText(data.transTimestamp);
      const amount = satangFromText(data.amount);
      if (transTimestamp === null || amount <= 0n) return badAnswer();
      return { status: 'found', slip: { ...data, transTimestamp, amount } };
    },
  };
}
