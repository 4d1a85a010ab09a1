import { family, Type } from '../endpoint.ts';
import { Baht } from './common.ts';

/** What a money call creates. */
export const OutcomeKind = Type.Union([
  Type.Literal('transfer'),
  Type.Literal('withdrawal'),
  Type.Literal('qr'),
  Type.Literal('slip'),
  Type.Literal('gift'),
  Type.Literal('transferClaim'),
  Type.Literal('spin'),
  Type.Literal('coupon'),
  Type.Literal('bonus'),
  Type.Literal('bonus_end'),
  Type.Literal('promotion'),
  Type.Literal('invite'),
  Type.Literal('refund'),
]);
export type OutcomeKind = Type.Static<typeof OutcomeKind>;

/** The outcome of a money call; beyond the specification. */
export const Outcome = Type.Object({
  state: Type.Union(
    [Type.Literal('unknown'), Type.Literal('under_way'), Type.Literal('done'), Type.Literal('refused')],
    {
      description:
        'unknown: the call has not arrived, or is not recorded yet; under_way: it will end by itself; refused: it ended without effect, or only with the part that the statement shows',
    },
  ),
  kind: Type.Union([OutcomeKind, Type.Null()], { description: 'the record that the call created' }),
  id: Type.Union([Type.String(), Type.Null()], { description: 'id, as in the answer of the call' }),
  amount: Type.Union([Baht, Type.Null()], { description: 'the amount that moved or will move' }),
  code: Type.Union([Type.String(), Type.Null()], {
    description: 'the catalogue code of a refusal; null when the bank or an operator refused later',
  }),
});
export type Outcome = Type.Static<typeof Outcome>;

export const outcomeCalls = family({
  'GET /api/outcome/:key': {
    summary:
      "The outcome of the member's money call with this Idempotency-Key, for a client that lost the answer",
    auth: 'member',
    openToExcluded: true,
    params: Type.Object({ key: Type.String({ pattern: '^[\\x21-\\x7e]{1,64}$' }) }),
    response: Outcome,
  },
});
