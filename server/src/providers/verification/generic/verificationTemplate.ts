import { DOCUMENT_KINDS } from '@krapao/contract/identity';
import { type Static, Type } from 'typebox';
import { PointerShape } from '../../template/answerRules.ts';
import { callShape } from '../../template/callTemplate.ts';
import { placesOf } from '../../template/fillTemplate.ts';
import { ProofShape } from '../../template/proof.ts';

export const CHECK = ['confirmed', 'refused', 'pending'] as const;
export const ASK = [...CHECK, 'notFound'] as const;
export const TEST = ['ok'] as const;

/** What belongs into a body alone: addresses and headers are kept in logs. */
const PRIVATE = ['front', 'back', 'selfie', 'name'];
const FINAL = ['confirmed', 'refused', 'notFound'];
/** Without each of these a confirmation proves nobody. */
const FACTS = ['reference', 'name', 'birthDate', 'documentNumber'];

/**
 * A maker that checks documents, as an operator describes it. Fields: `reference` (our id), `name`, `otherName`,
 * `birthDate` and `expiresOn` (YYYY-MM-DD), `documentNumber`, `reason`.
 */
export const VerificationTemplate = Type.Object(
  {
    /** The maker's own words for kinds of documents, by ours; {documentKind} is ours where it has none here. */
    kinds: Type.Optional(
      Type.Partial(
        Type.Record(
          Type.Enum(DOCUMENT_KINDS.filter((kind) => kind !== 'funds')),
          Type.String({ maxLength: 40 }),
        ),
      ),
    ),
    check: callShape(CHECK),
    query: callShape(ASK),
    test: Type.Optional(callShape(TEST)),
    /** What the maker sends by itself: where our id stands, and how the maker proves itself. It only makes us ask. */
    notice: Type.Optional(
      Type.Object({ id: PointerShape, proof: ProofShape }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);
export type VerificationTemplate = Static<typeof VerificationTemplate>;

/** What the schema cannot say is wrong with a template, in English. */
export function verificationTemplateProblems({ check, query, notice }: VerificationTemplate): string[] {
  const problems: string[] = [];
  if (notice?.proof.by === 'none')
    problems.push('notice: proof must show that the maker sent it; anybody could make us ask');
  const sent = placesOf(check.body ?? '');
  for (const place of ['id', 'front', 'selfie'])
    if (!sent.includes(place)) problems.push(`check must send {${place}} in its body`);
  const asked = [query.path, query.body ?? '', ...Object.values(query.headers ?? {})].flatMap(placesOf);
  if (!asked.includes('id')) problems.push('query must ask by {id}');
  for (const [name, call] of Object.entries({ check, query })) {
    const open = [call.path, ...Object.values(call.headers ?? {})].flatMap(placesOf);
    for (const place of PRIVATE.filter((one) => open.includes(one)))
      problems.push(
        `${name}: {${place}} belongs into the body alone, because logs keep addresses and headers`,
      );
    for (const { gives, at, is } of call.answers)
      if (FINAL.includes(gives) && (at === undefined || at === '' || is === undefined))
        problems.push(`${name}/answers: ${gives} must say at which place of the answer it stands (at, is)`);
    if (call.answers.some(({ gives }) => gives === 'confirmed'))
      for (const field of FACTS.filter((one) => call.fields?.[one] === undefined))
        problems.push(`${name} gives confirmed, but has no field ${field}`);
  }
  for (const outcome of ['confirmed', 'refused', 'notFound'])
    if (!query.answers.some(({ gives }) => gives === outcome))
      problems.push(`query must be able to give ${outcome}`);
  if (query.fields?.reference === undefined)
    problems.push('query must have a field reference: an answer about another check says nothing of ours');
  return problems;
}
