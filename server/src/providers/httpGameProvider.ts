import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { GameProvider } from './gameProvider.ts';
import { badAnswer, callJson, type HttpCounterpart } from './httpJson.ts';
import { satangFromText, textFromSatang, WireAmount } from './wireAmount.ts';

const PlayerAnswer = Type.Object({ created: Type.Boolean() });
const BalanceAnswer = Type.Object({ available: WireAmount, inPlay: WireAmount });
const TransferAnswer = Type.Object({
  status: Type.Union([Type.Literal('success'), Type.Literal('pending'), Type.Literal('failed')]),
  amount: WireAmount,
  code: Type.Optional(Type.String()),
});
const LaunchAnswer = Type.Object({ url: Type.String({ minLength: 1 }), expiresAt: Type.String() });
const FormAnswer = Type.Object({
  action: Type.String({ minLength: 1 }),
  fields: Type.Record(Type.String(), Type.String()),
});
const TurnoverAnswer = Type.Object({
  players: Type.Array(
    Type.Object({
      username: Type.String(),
      stake: WireAmount,
      win: WireAmount,
      rounds: Type.Integer({ minimum: 0 }),
    }),
  ),
});

/** Interprets the provider's answer about a transfer of `amount` satang, to sending and to asking. */
function transferState(body: unknown, amount: bigint) {
  if (!Value.Check(TransferAnswer, body)) return badAnswer();
  if (body.status === 'pending') return { status: 'pending' as const };
  if (body.status === 'failed') return { status: 'failed' as const, reason: body.code ?? 'FAILED' };
  const moved = satangFromText(body.amount);
  return moved === amount ? { status: 'success' as const } : { status: 'mismatch' as const, amount: moved };
}

/** The transfer-wallet API of the provider with this code. */
export function httpGameProvider(counterpart: HttpCounterpart, code: string): GameProvider {
  const root = `/providers/${encodeURIComponent(code)}`;
  const player = (username: string) => `${root}/players/${encodeURIComponent(username)}`;
  return {
    async createPlayer({ username, password }) {
      const request = { method: 'PUT', path: player(username), body: { password } } as const;
      const outcome = await callJson(counterpart, request);
      if (outcome.status !== 'answered') return outcome;
      if (!Value.Check(PlayerAnswer, outcome.body)) return badAnswer();
      return { status: 'ok', created: outcome.body.created };
    },
    async setPassword({ username, password }) {
      const request = { method: 'PUT', path: `${player(username)}/password`, body: { password } } as const;
      const outcome = await callJson(counterpart, request);
      return outcome.status === 'answered' ? { status: 'ok' } : outcome;
    },
    async balance(username) {
      const outcome = await callJson(counterpart, { method: 'GET', path: `${player(username)}/balance` });
      if (outcome.status !== 'answered') return outcome;
      if (!Value.Check(BalanceAnswer, outcome.body)) return badAnswer();
      const { available, inPlay } = outcome.body;
      return { status: 'ok', available: satangFromText(available), inPlay: satangFromText(inPlay) };
    },
    async transfer(order) {
      const body = { ...order, amount: textFromSatang(order.amount) };
      const outcome = await callJson(counterpart, { method: 'POST', path: `${root}/transfers`, body });
      if (outcome.status !== 'answered') return outcome;
      const state = transferState(outcome.body, order.amount);
      return state.status === 'failed' ? { status: 'rejected', reason: state.reason } : state;
    },
    async queryTransfer({ id, amount }) {
      const path = `${root}/transfers/${encodeURIComponent(id)}`;
      const outcome = await callJson(counterpart, { method: 'GET', path });
      if (outcome.status === 'answered') return transferState(outcome.body, amount);
      if (outcome.status === 'unknown') return outcome;
      return outcome.reason === 'NOT_FOUND' ? { status: 'not_found' } : badAnswer();
    },
    async launch(username) {
      const outcome = await callJson(counterpart, {
        method: 'POST',
        path: `${player(username)}/launch`,
        body: {},
      });
      if (outcome.status !== 'answered') return outcome;
      if (!Value.Check(LaunchAnswer, outcome.body)) return badAnswer();
      const expiresAt = new Date(outcome.body.expiresAt);
      if (Number.isNaN(expiresAt.getTime())) return badAnswer();
      return { status: 'ok', url: outcome.body.url, expiresAt };
    },
    async loginForm() {
      const outcome = await callJson(counterpart, { method: 'GET', path: `${root}/login-form` });
      if (outcome.status !== 'answered') return outcome;
      return Value.Check(FormAnswer, outcome.body) ? { status: 'ok', form: outcome.body } : badAnswer();
    },
    async turnover(day) {
      const path = `${root}/turnover?day=${encodeURIComponent(day)}`;
      const outcome = await callJson(counterpart, { method: 'GET', path });
      if (outcome.status !== 'answered') return outcome;
      if (!Value.Check(TurnoverAnswer, outcome.body)) return badAnswer();
      const players = outcome.body.players.map((entry) => ({
        ...entry,
        stake: satangFromText(entry.stake),
        win: satangFromText(entry.win),
      }));
      return { status: 'ok', players };
    },
    async kick(username) {
      const outcome = await callJson(counterpart, {
        method: 'POST',
        path: `${player(username)}/kick`,
        body: {},
      });
      return outcome.status === 'answered' ? { status: 'ok' } : outcome;
    },
  };
}
