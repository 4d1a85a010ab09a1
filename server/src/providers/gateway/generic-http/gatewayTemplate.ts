import { type Static, Type } from 'typebox';
import { answerProblems, PointerShape, ruleShape } from '../../template/answerRules.ts';
import { callShape } from '../../template/callTemplate.ts';
import { AMOUNT_PLACES, orderProblems } from '../../template/orderValues.ts';
import { ProofShape } from '../../template/proof.ts';
import { readTemplate } from '../../template/readTemplate.ts';

export const CREATE_OUTCOMES = ['created', 'rejected'] as const;
export const QUERY_OUTCOMES = ['paid', 'pending', 'expired', 'refunded', 'disputed', 'not_found'] as const;
export const NOTICE_OUTCOMES = ['paid', 'ignored'] as const;
export const TEST_OUTCOMES = ['ok'] as const;

/**
 * A gateway as an operator describes it. `create` may name the fields paymentId, qr, payUrl, expiresAt and reason; `query`
 * and `find` order, amount, paidAt and currency; a notice id, paymentId, amount, paidAt and currency. `find` asks where the maker's
 * id of the payment was lost. `amounts`: how the maker writes them in answers and notices.
 */
const GatewayTemplate = Type.Object(
  {
    amounts: Type.Enum(['major', 'minor']),
    create: callShape(CREATE_OUTCOMES),
    query: callShape(QUERY_OUTCOMES),
    find: Type.Optional(callShape(QUERY_OUTCOMES)),
    notice: Type.Optional(
      Type.Object(
        {
          proof: ProofShape,
          outcomes: Type.Array(ruleShape(NOTICE_OUTCOMES), { minItems: 1, maxItems: 20 }),
          fields: Type.Record(Type.String({ maxLength: 40 }), PointerShape),
          answer: Type.Optional(
            Type.Object(
              {
                type: Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$', maxLength: 60 }),
                body: Type.String({ maxLength: 500 }),
              },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    test: Type.Optional(callShape(TEST_OUTCOMES)),
  },
  { additionalProperties: false },
);
export type GatewayTemplate = Static<typeof GatewayTemplate>;

/** Reads a template. Adds what is wrong with it to `problems`, in English. */
export function gatewayTemplate(text: string, problems: string[] = []): GatewayTemplate | undefined {
  const template = readTemplate(GatewayTemplate, text, problems);
  if (template === undefined) return undefined;
  const { create, query, find, notice } = template;
  problems.push(
    ...answerProblems({ create, query, find }),
    ...orderProblems('create', create, [AMOUNT_PLACES]),
  );
  needs('create', create.fields, [['qr', 'payUrl']], problems);
  needs('query', query.fields, [['order'], ['amount']], problems);
  if (find !== undefined) needs('find', find.fields, [['order'], ['amount']], problems);
  if (notice !== undefined) needs('notice', notice.fields, [['id'], ['amount']], problems);
  return problems.length === 0 ? template : undefined;
}

/** Of each group, one field must be named. */
function needs(
  part: string,
  fields: Readonly<Record<string, string>> = {},
  groups: readonly (readonly string[])[],
  problems: string[],
): void {
  for (const group of groups)
    if (!group.some((name) => Object.hasOwn(fields, name)))
      problems.push(`template/${part}/fields must name ${group.join(' or ')}`);
}
