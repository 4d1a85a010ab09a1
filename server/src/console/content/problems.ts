import type { TSchema } from 'typebox';
import Value from 'typebox/value';

/** Why a document cannot be published: the field as a JSON pointer, the rule, and its limit if there is one. */
export interface Problem {
  field: string;
  rule: string;
  limit?: number;
}

/** One problem for each field that violates the schema, in the order of the fields. */
export function schemaProblems(schema: TSchema, value: unknown): Problem[] {
  const found = new Map<string, Problem>();
  for (const { keyword, instancePath, params } of Value.Errors(schema, value)) {
    const { limit, requiredProperties } = params as { limit?: unknown; requiredProperties?: string[] };
    const fields = requiredProperties?.map((name) => `${instancePath}/${name}`) ?? [instancePath];
    for (const field of fields) {
      if (found.has(field)) continue;
      found.set(field, { field, rule: keyword, ...(typeof limit === 'number' && { limit }) });
    }
  }
  return [...found.values()];
}

/** The fields whose text repeats an earlier one. */
export function repeated(texts: readonly string[], field: (index: number) => string): Problem[] {
  return texts.flatMap((text, index) =>
    texts.indexOf(text) < index ? [{ field: field(index), rule: 'repeated' }] : [],
  );
}

/** A share or an amount that must be above another one. */
export function above(
  field: string,
  value: number,
  limit: number,
  { orEqual }: { orEqual: boolean },
): Problem[] {
  return value > limit || (orEqual && value === limit) ? [] : [{ field, rule: 'order' }];
}
