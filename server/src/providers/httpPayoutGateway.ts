import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { badAnswer, callJson, type HttpCounterpart } from './httpJson.ts';
import type { PayoutGateway } from './payoutGateway.ts';
import { satangFromText, textFromSatang, WireAmount } from './wireAmount.ts';

const PayoutAnswer = Type.Object({
  status: Type.Union([Type.Literal('success'), Type.Literal('pending'), Type.Literal('failed')]),
  amount: WireAmount,
  transRef: Type.Union([Type.String(), Type.Null()]),
  code: Type.Optional(Type.String()),
});

const AccountName = Type.Object({ accountName: Type.String({ minLength: 1 }) });

/** Interprets the bank's answer about a payout of `amount` satang, to paying and to asking. */
function payoutState(body: unknown, amount: bigint) {
  if (!Value.Check(PayoutAnswer, body)) return badAnswer();
  if (body.status === 'pending') return { status: 'pending' as const };
  if (body.status === 'failed') return { status: 'failed' as const, reason: body.code ?? 'FAILED' };
  const moved = satangFromText(body.amount);
  if (moved !== amount) return { status: 'mismatch' as const, amount: moved };
  return body.transRef === null ? badAnswer() : { status: 'paid' as const, transRef: body.transRef };
}

export function httpPayoutGateway(counterpart: HttpCounterpart): PayoutGateway {
  return {
    async accountName({ bankCode, accountNo }) {
      const path = `/bank/account-names/${encodeURIComponent(bankCode)}/${encodeURIComponent(accountNo)}`;
      const outcome = await callJson(counterpart, { method: 'GET', path });
      if (outcome.status !== 'answered') return outcome;
      const { body } = outcome;
      return Value.Check(AccountName, body) ? { status: 'told', name: body.accountName } : badAnswer();
    },
    async pay(order) {
      const body = { ...order, amount: textFromSatang(order.amount) };
      const outcome = await callJson(counterpart, { method: 'POST', path: '/payouts', body });
      if (outcome.status !== 'answered') return outcome;
      const state = payoutState(outcome.body, order.amount);
      return state.status === 'failed' ? { status: 'rejected', reason: state.reason } : state;
    },
    async query({ id, amount }) {
      const path = `/payouts/${encodeURIComponent(id)}`;
      const outcome = await callJson(counterpart, { method: 'GET', path });
      if (outcome.status === 'answered') return payoutState(outcome.body, amount);
      if (outcome.status === 'unknown') return outcome;
      return outcome.reason === 'NOT_FOUND' ? { status: 'not_found' } : badAnswer();
    },
  };
}
