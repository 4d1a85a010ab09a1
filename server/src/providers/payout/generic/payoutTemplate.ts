import { type Static, Type } from 'typebox';
import { answerProblems, PointerShape } from '../../template/answerRules.ts';
import { callShape } from '../../template/callTemplate.ts';
import { placesOf } from '../../template/fillTemplate.ts';
import { AMOUNT_PLACES, orderProblems } from '../../template/orderValues.ts';
import { ProofShape } from '../../template/proof.ts';

/** `initiated`: the bank has the order and pays nothing before it is confirmed. */
export const INITIATE = ['initiated', 'paid', 'pending', 'rejected'] as const;
export const CONFIRM = ['paid', 'pending', 'rejected'] as const;
export const ASK = ['initiated', 'paid', 'pending', 'failed', 'notFound'] as const;
export const NAME = ['told', 'unknown'] as const;
export const TEST = ['ok'] as const;

/**
 * A bank's payout service as an operator describes it. Fields: `reference` (our id), `payoutId` (the bank's id of an order),
 * `transRef`, `amount` and `code`; of `accountName` also `name`.
 */
export const PayoutTemplate = Type.Object(
  {
    /** How the bank writes amounts in its answers: baht, or hundredths of it. */
    amounts: Type.Optional(Type.Enum(['major', 'minor'], { default: 'major' })),
    /** The bank's own codes of banks, by ours; {toBank} is ours where it has none here. */
    banks: Type.Optional(Type.Record(Type.String({ maxLength: 20 }), Type.String({ maxLength: 20 }))),
    initiate: callShape(INITIATE),
    confirm: Type.Optional(callShape(CONFIRM)),
    query: callShape(ASK),
    accountName: Type.Optional(callShape(NAME)),
    test: Type.Optional(callShape(TEST)),
    /** What the bank sends by itself: where our id stands, and how the bank proves itself. It only makes us ask. */
    notice: Type.Optional(
      Type.Object({ id: PointerShape, proof: ProofShape }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);
export type PayoutTemplate = Static<typeof PayoutTemplate>;

/** What the schema cannot say is wrong with a template, in English. */
export function payoutTemplateProblems({ initiate, confirm, query }: PayoutTemplate): string[] {
  const problems = [
    ...orderProblems('initiate', initiate, [['toAccount'], ['toBank', 'toBankNumber'], AMOUNT_PLACES]),
    ...(confirm ? orderProblems('confirm', confirm, []) : []),
    ...answerProblems({ initiate, confirm, query }),
  ];
  const gives = (call: { answers: readonly { gives: string }[] }, outcome: string) =>
    call.answers.some((answer) => answer.gives === outcome);
  const names = ({ path, body = '', headers = {} }: PayoutTemplate['query']) =>
    [path, body, ...Object.values(headers)].flatMap(placesOf);
  if (!names(initiate as PayoutTemplate['query']).includes('id'))
    problems.push('initiate must send {id}: the bank must know our id to pay it once');
  if (!names(query).includes('id')) problems.push('query must ask by {id}');
  if (!gives(query, 'paid')) problems.push('query must be able to give paid');
  if (query.fields?.reference === undefined)
    problems.push('query must have a field reference: an answer about another order says nothing of ours');
  const isTwoSteps = gives(initiate, 'initiated');
  if (isTwoSteps && confirm === undefined) problems.push('initiate gives initiated, but there is no confirm');
  for (const [name, call] of Object.entries({ initiate, confirm, query }))
    if (call && gives(call, 'paid') && call.fields?.transRef === undefined)
      problems.push(`${name} gives paid, but has no field transRef`);
  if (isTwoSteps && !gives(query, 'initiated'))
    problems.push('query must be able to give initiated: after a lost answer the order is confirmed then');
  return problems;
}
