import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { troubleOfStatus } from '../../connections/troubleOfStatus.ts';
import type { AskedRound, RoundTold, ToldMove } from '../../roundTold.ts';
import { badAnswer, HUB88_API, type Hub88Post, UNITS_IN_SATANG } from '../hub88-transfer/hub88Api.ts';

/** More than a round has; what follows is not kept. */
const MOVES_MOST = 200;
const Id = Type.String({ pattern: '^[!-~]{1,255}$' });
const Word = Type.Union([Type.String({ maxLength: 255 }), Type.Null()]);
const Item = Type.Object({
  transaction_uuid: Id,
  status: Type.String(),
  kind: Type.String(),
  amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  user: Type.Optional(Word),
  round: Type.Optional(Word),
  reference_transaction_uuid: Type.Optional(Type.Union([Id, Type.Null()])),
});
const Items = Type.Array(Item);

const VERBS: Readonly<Record<string, ToldMove['verb']>> = {
  TK_BET: 'debit',
  TK_WIN: 'credit',
  TK_ROLLBACK: 'cancel',
};
const STANDS: Readonly<Record<string, boolean>> = { TS_SUCCESS: true, TS_DECLINED: false };

/** Asks Hub88's Transactions API for one round. */
export async function askHub88Round(
  post: Hub88Post,
  shared: object,
  { reference, username }: AskedRound,
): Promise<RoundTold> {
  const answer = await post(`${HUB88_API}/transactions/list`, {
    ...shared,
    user: username,
    round: reference,
  });
  if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
  if (answer.httpStatus >= 300) return { status: 'unknown', reason: troubleOfStatus(answer.httpStatus) };
  if (!Value.Check(Items, answer.json)) return badAnswer;
  const own = answer.json.filter(
    ({ user, round }) => (user ?? username) === username && (round ?? reference) === reference,
  );
  return { status: 'told', moves: own.slice(0, MOVES_MOST).map(moveOf) };
}

const moveOf = (item: Static<typeof Item>): ToldMove => ({
  id: item.transaction_uuid,
  verb: VERBS[item.kind] ?? null,
  amount: BigInt(item.amount) / UNITS_IN_SATANG,
  stands: STANDS[item.status] ?? null,
  refersTo: item.reference_transaction_uuid ?? null,
});
