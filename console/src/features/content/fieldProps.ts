import type { Schema } from '../../lib/schema.ts';

/** The props of a form field. */
export interface FieldProps {
  /** The field's name in the document; empty for the document itself and for list entries. */
  name: string;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
  /** JSON pointer into the document. */
  path: string;
  /** The problem at a pointer; with `within` also problems below it. */
  errorAt: (path: string, within?: boolean) => string | undefined;
  /** Fields of the document that can no longer change. */
  fixed: readonly string[];
}
