import Value from 'typebox/value';
import { CONTENT, type ContentAddress } from './contentKinds.ts';
import { joinedTexts } from './joinedTexts.ts';

/** The document without properties that its schema does not know, its compounds held together. */
export function cleaned({ kind, item }: ContentAddress, value: unknown): unknown {
  return joinedTexts(Value.Clean(CONTENT[kind].schema(item), structuredClone(value)));
}
