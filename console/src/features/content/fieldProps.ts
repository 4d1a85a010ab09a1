import type { Schema } from './schema.ts';

/** What a field of a form gets. */
export interface FieldProps {
  /** What the field is called in the document; empty for the document itself and for entries of lists. */
  name: string;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
  /** JSON pointer into the document. */
  path: string;
  /** What is wrong at a pointer; `within` asks for anything below it too. */
  errorAt: (path: string, within?: boolean) => string | undefined;
  /** Fields of the document that no longer change. */
  fixed: readonly string[];
}
