import type { TSchema } from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { SETTINGS } from './schema.ts';

/** The paths of the numbers in a schema that have no bound. */
function endless(schema: TSchema, path: string): string[] {
  const {
    type,
    maximum,
    properties = {},
    items,
    anyOf = [],
  } = schema as unknown as {
    type?: string;
    maximum?: number;
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
  };
  return [
    ...((type === 'integer' || type === 'number') && maximum === undefined ? [path] : []),
    ...Object.entries(properties).flatMap(([name, part]) => endless(part, `${path}/${name}`)),
    ...(items === undefined ? [] : endless(items, `${path}/*`)),
    ...anyOf.flatMap((part) => endless(part, path)),
  ];
}

test('every number of a setting has an end: no value of one makes every call that reckons with it fail', () => {
  expect(Object.entries(SETTINGS).flatMap(([key, { schema }]) => endless(schema, key))).toEqual([]);
  for (const [key, { schema, default: value }] of Object.entries(SETTINGS))
    expect(Value.Check(schema, value), key).toBe(true);
});
