import Value from 'typebox/value';
import { CONTENT, type ContentAddress } from './contentKinds.ts';

/** The document without properties that its schema does not know. */
export function cleaned({ kind, item }: ContentAddress, value: unknown): unknown {
  return Value.Clean(CONTENT[kind].schema(item), structuredClone(value));
}
