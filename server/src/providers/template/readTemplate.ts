import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { nestsTooDeep } from '../../outsideJson.ts';

/** Reads an operator's template, a JSON document of this schema. Adds what is wrong with it to `problems`, in English. */
export function readTemplate<Schema extends TSchema>(
  schema: Schema,
  text: string,
  problems: string[] = [],
): Static<Schema> | undefined {
  if (nestsTooDeep(text)) {
    problems.push('template nests too deep');
    return undefined;
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    problems.push(`template is no JSON: ${(error as Error).message}`);
    return undefined;
  }
  const [error] = Value.Errors(schema, document);
  if (error === undefined) return document as Static<Schema>;
  problems.push(`template${error.instancePath} ${error.message}`);
  return undefined;
}
