/** The parts of a JSON Schema that forms use. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: readonly string[];
  default?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  contentMediaType?: string;
  pattern?: string;
  format?: string;
  /** What the connection with this id must be able to do. */
  capability?: string;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The permitted values, if there are few; null among them means that the field may be empty. */
export function choicesOf({ enum: values, anyOf }: Schema): readonly (string | null)[] | undefined {
  if (values) return values.map(String);
  if (!anyOf?.every((one) => 'const' in one || one.type === 'null')) return undefined;
  return anyOf.map((one) => (one.type === 'null' ? null : String(one.const)));
}

/** The schema without its null, and whether it had one. */
export function optionalOf(schema: Schema): { schema: Schema; isOptional: boolean } {
  const [one, other] = schema.anyOf ?? [];
  if (schema.anyOf?.length === 2 && one && other?.type === 'null') return { schema: one, isOptional: true };
  return { schema, isOptional: false };
}
