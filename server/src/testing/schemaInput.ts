import { GATEWAY_CODES } from '@krapao/contract/gateways';
import fc from 'fast-check';

/** A JSON Schema as in the OpenAPI document, limited to the features that the contract uses. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that the product knows, by field name: random texts would never hit them. */
const KNOWN: Readonly<Record<string, readonly unknown[]>> = {
  username: ['0812345678', '+66 81 234 5678', '0899999999'],
  phoneNumber: ['0812345678', '0899999999'],
  bankCode: ['KBANK', 'KTB', 'BCEL', 'SCB', ...GATEWAY_CODES],
  bankAccountNo: ['1234567890', '123-4-56789-0'],
  bankAccountName: ['SOMCHAI JAIDEE', 'สมชาย ใจดี'],
  from: ['WALLET', 'pg', 'muay'],
  to: ['WALLET', 'pg', 'muay'],
  slotCode: ['pg', 'muay', 'sanam'],
  provider: ['pg', 'sanam', 'huayhd'],
  otpToken: ['A'.repeat(43)],
  otpCode: ['000000'],
  inviteCode: ['PR10001'],
  sourceCode: ['FRIEND'],
  amount: [1, 0.01, 100, 99.99, 1_000_000],
  coupon: ['2222-2222-2222'],
  link: ['https://gift.truemoney.com/campaign/?v=abcdefghij'],
};

/**
 * Texts that break careless programs: scripts, combining marks, control characters, lone surrogates, paths, markup,
 * formats.
 */
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  'กระเป๋าเงินของฉัน',
  'ກະເປົາເງິນ',
  '💰👨‍👩‍👧',
  '\u202e\u200b\ufeff',
  'é'.repeat(3),
  "' or 1=1 --",
  '"; drop table member; --',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  '-0',
  '1e3',
  '๐๘๑๒๓๔๕๖๗๘',
  '\r\nX-Injected: 1',
  'ก'.repeat(300),
  'x'.repeat(5_000),
];

const NASTY_NUMBERS = [
  0,
  -0,
  -1,
  0.001,
  1e-9,
  1e21,
  2 ** 53,
  -(2 ** 53),
  100_000_001,
  Number.MAX_VALUE,
  0.1 + 0.2,
];

/** Any JSON value that is wrong for the field. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...NASTY_TEXTS),
  fc.constantFrom<unknown>(...NASTY_NUMBERS, null, true, [], {}, [[]], [null], { a: 1 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A value that matches the schema, often at one of its bounds. */
export function fittingValue(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const known = KNOWN[name];
  const shaped = shapedBy(schema);
  return known ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, shaped) : shaped;
}

function shapedBy(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fittingValue(one)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, (field, name) => fittingValue(field, name));
    case 'array':
      return fc.array(fittingValue(schema.items ?? {}), { maxLength: 5 });
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textOf(schema);
    default:
      return anything;
  }
}

/** A body with one or several errors: types, bounds, missing or additional fields, or no object at all. */
export function wrongValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const bent = (field: JsonSchema, name: string) =>
    fc.oneof({ weight: 2, arbitrary: fittingValue(field, name) }, { weight: 2, arbitrary: anything });
  const missing = objectOf({ ...schema, required: [] }, bent);
  const further = fc
    .tuple(
      objectOf(schema, (field, name) => fittingValue(field, name)),
      fc.dictionary(fc.string(), anything, { maxKeys: 3 }),
    )
    .map(([right, more]) => ({ ...more, ...(right as object) }));
  return fc.oneof(
    { weight: 5, arbitrary: missing },
    { weight: 2, arbitrary: further },
    { weight: 1, arbitrary: anything },
  );
}

/** Texts that are not JSON, or JSON that must not crash a program. */
export const BROKEN_JSON: readonly string[] = [
  '',
  '{',
  '[1',
  'null',
  '"x"',
  '{"amount":1e999}',
  '{"amount":NaN}',
  '{"a":1,}',
  '\u0000',
  "{'a':1}",
  '{"a":'.repeat(2_000),
  '['.repeat(30_000),
  `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `{"padding":"${'x'.repeat(100_000)}"}`,
];

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  of: (field: JsonSchema, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, of(field, name)]),
  );
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
}

function numberOf({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const beside = bounds.flatMap((bound) => [bound, bound - 1, bound + 1]);
  const least = minimum ?? -1_000_000;
  const most = maximum ?? 1_000_000;
  const inside =
    type === 'integer'
      ? fc.integer({ min: Math.max(least, -(2 ** 31)), max: Math.min(most, 2 ** 31 - 1) })
      : fc.oneof(
          fc.integer({ min: 0, max: 100_000 }).map((satang) => satang / 100),
          fc.double({ min: least, max: most, noNaN: true }),
        );
  return fc.oneof(inside, fc.constantFrom(...beside, ...NASTY_NUMBERS));
}

function textOf({ minLength = 0, maxLength = 60, pattern, format }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  const longest = Math.min(maxLength, 400);
  const texts: fc.Arbitrary<string>[] = [
    fc.string({ unit: 'grapheme', minLength: Math.min(minLength, longest), maxLength: longest }),
    fc.constantFrom('x'.repeat(minLength), 'x'.repeat(longest), 'x'.repeat(longest + 1)),
    fc.constantFrom(...NASTY_TEXTS),
  ];
  if (pattern) texts.push(fc.stringMatching(new RegExp(pattern)));
  return fc.oneof(...texts);
}
