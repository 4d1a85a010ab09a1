import { createHmac } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { jsonOf } from '../../connections/delivery.ts';
import type {
  SeamlessCall,
  SeamlessDialect,
  SeamlessMove,
  SeamlessReading,
  SeamlessRefusal,
} from '../../seamlessWallet.ts';
import { isSameText } from '../../webhookSignature.ts';
import { jsonAnswer } from '../seamlessAnswer.ts';

const Text = Type.String({ minLength: 1, maxLength: 200 });
const Action = Type.Object({
  action: Type.Enum(['bet', 'win', 'rollback']),
  action_id: Text,
  amount: Type.Optional(Type.Number()),
  original_action_id: Type.Optional(Text),
});
const Play = Type.Object({
  user_id: Text,
  currency: Type.String(),
  game_id: Type.Optional(Text),
  session_id: Type.Optional(Text),
  finished: Type.Optional(Type.Boolean()),
  actions: Type.Optional(Type.Array(Action, { maxItems: 100 })),
});

const VERBS = { bet: 'debit', win: 'credit', rollback: 'cancel' } as const satisfies Record<
  Static<typeof Action>['action'],
  SeamlessMove['verb']
>;

/** What each refusal is there: HTTP status, code and words. */
const REFUSALS: Readonly<
  Record<SeamlessRefusal, readonly [httpStatus: number, code: number, message: string]>
> = {
  BAD_SIGNATURE: [403, 403, 'Forbidden'],
  BAD_ADDRESS: [403, 403, 'Forbidden'],
  OLD: [403, 403, 'Forbidden'],
  NOT_FOUND: [404, 404, 'Not found'],
  BAD_BODY: [400, 400, 'Bad request'],
  BAD_AMOUNT: [400, 400, 'Bad request'],
  NO_PLAYER: [412, 101, 'Player is invalid'],
  NO_SESSION: [412, 101, 'Player is invalid'],
  WRONG_CURRENCY: [412, 154, 'Currency is not allowed for the player'],
  NOT_ENOUGH: [412, 100, 'Player has not enough funds to process an action'],
  CLOSED: [412, 110, 'Player is disabled'],
  LIMIT: [412, 105, 'Player reached customized bet limit'],
  CONFLICT: [412, 155, 'Forbidden to change already set field'],
  CANCELLED: [412, 155, 'Forbidden to change already set field'],
  TROUBLE: [412, 500, 'Unknown error'],
};

/** BGaming's wallet: JSON, several bets and wins in one message, signed with the shared token over the raw body. */
export function bgamingWallet(token: string): SeamlessDialect {
  return {
    networks: [],
    read({ path, headers, body }) {
      const signature = headers['x-request-sign'];
      if (typeof signature !== 'string' || !isSameText(signature, signatureOf(token, body)))
        return { status: 'refused', reason: 'BAD_SIGNATURE' };
      if (path !== 'play' && path !== 'rollback') return { status: 'refused', reason: 'NOT_FOUND' };
      const told = jsonOf(body);
      return Value.Check(Play, told) ? callOf(told) : { status: 'refused', reason: 'BAD_BODY' };
    },
    answer({ body, receivedAt }, _call, result) {
      if (result.status === 'refused') {
        const [httpStatus, code, message] = REFUSALS[result.reason];
        return jsonAnswer(httpStatus, {
          code,
          message,
          ...(result.balance !== null && { balance: Number(result.balance) }),
        });
      }
      const told = jsonOf(body) as Static<typeof Play>;
      const processedAt = receivedAt.toISOString();
      return jsonAnswer(200, {
        balance: Number(result.balance),
        ...(told.game_id !== undefined && { game_id: told.game_id }),
        transactions: result.done.map(({ id, ours }) => ({
          action_id: id,
          tx_id: ours,
          processed_at: processedAt,
        })),
      });
    },
  };
}

function callOf({
  user_id: user,
  currency,
  game_id,
  session_id,
  finished,
  actions = [],
}: Static<typeof Play>): SeamlessReading {
  const moves: SeamlessMove[] = [];
  for (const [
    nth,
    { action, action_id: id, amount, original_action_id: refersTo = null },
  ] of actions.entries()) {
    const verb = VERBS[action];
    if (verb !== 'cancel' && !(Number.isSafeInteger(amount) && (amount ?? -1) >= 0))
      return { status: 'refused', reason: 'BAD_AMOUNT' };
    moves.push({
      verb,
      id,
      amount: verb === 'cancel' ? 0n : BigInt(amount ?? 0),
      round: game_id ?? id,
      closesRound: finished === true && nth === actions.length - 1,
      refersTo,
    });
  }
  const call: SeamlessCall = {
    verb: moves.length > 0 ? 'moves' : 'balance',
    user,
    token: session_id ?? null,
    currency,
    moves,
  };
  return { status: 'call', call };
}

/** What BGaming and we sign a body with. */
export const signatureOf = (token: string, body: string | Buffer): string =>
  createHmac('sha256', token).update(body).digest('hex');
