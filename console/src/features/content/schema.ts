import { choicesOf, type Schema } from '../../lib/schema.ts';

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
