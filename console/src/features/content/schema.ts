/** The parts of a JSON Schema that the editor uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  contentMediaType?: string;
  pattern?: string;
  maxItems?: number;
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

/** True for a text in three languages. */
export function isLocalized({ properties }: Schema): boolean {
  return inLanguages(properties) && properties.th?.type === 'string';
}

/** True for a video in three languages. */
export function isFilms({ properties }: Schema): boolean {
  return inLanguages(properties) && properties.th?.properties?.video !== undefined;
}

function inLanguages(properties: Schema['properties']): properties is Record<string, Schema> {
  return properties !== undefined && Object.keys(properties).sort().join() === 'en,la,th';
}

/** The initial value of a new list entry. */
export function emptyOf(schema: Schema): unknown {
  const [choice] = choicesOf(schema) ?? [];
  if (choice !== undefined) return choice;
  if (schema.anyOf) return null;
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, emptyOf(one)]));
  switch (schema.type) {
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
      return schema.minimum ?? 0;
    default:
      return schema.pattern?.startsWith('^#[0-9a-f]') ? '#2a1f2e' : '';
  }
}
