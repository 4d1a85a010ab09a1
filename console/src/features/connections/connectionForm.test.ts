import { expect, test } from 'vitest';
import {
  bodyOf,
  type Connection,
  configOf,
  type Driver,
  fieldsOf,
  formOf,
  formOfNew,
  onTopOf,
  secretsOf,
  typedOf,
} from './connectionForm.ts';

const schema = {
  type: 'object',
  required: ['baseUrl', 'method', 'branch'],
  properties: {
    baseUrl: { type: 'string', default: 'https://api.maker.example', pattern: '^https?://', maxLength: 200 },
    branch: { type: 'string' },
    method: { anyOf: [{ const: 'GET' }, { const: 'POST' }], default: 'POST' },
    phoneForm: { enum: ['national', 'e164'] },
    body: { type: 'string', maxLength: 4_000 },
    timeoutMs: { type: 'integer', minimum: 500, maximum: 30_000 },
    isTest: { type: 'boolean' },
  },
};
const fields = fieldsOf(schema);

test('a driver’s schema becomes inputs: text, long text, number, switch and choice', () => {
  expect(fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    // The maker's own address is taken if nobody enters one.
    ['baseUrl', 'text', false],
    ['branch', 'text', true],
    ['method', 'choice', false],
    ['phoneForm', 'choice', false],
    ['body', 'longText', false],
    ['timeoutMs', 'number', false],
    ['isTest', 'switch', false],
  ]);
  expect(fields[2]?.choices).toEqual(['GET', 'POST']);
  expect(fields[5]).toMatchObject({ minimum: 500, maximum: 30_000 });
});

test.each([
  ['^https?://', 'https://api.maker.example', 'ftp://api.maker.example'],
  ['[0-9]$', 'branch 7', 'branch'],
  // Permitted in a schema; an input's pattern wants the last dash escaped.
  ['^[0-9A-Za-z_-]+$', 'a-7', 'a 7'],
])('an input with the schema’s pattern %s takes %s and not %s', (pattern, good, bad) => {
  const [field] = fieldsOf({ properties: { one: { type: 'string', pattern } } });
  // As browsers read the attribute.
  const whole = new RegExp(`^(?:${field?.pattern})$`, 'v');
  expect([whole.test(good), whole.test(bad)]).toEqual([true, false]);
});

test('a pattern that no input can have is left to the server', () => {
  const [field] = fieldsOf({ properties: { one: { type: 'string', pattern: '^[a|b]$' } } });
  expect(field?.pattern).toBeUndefined();
});

test('a new form shows what the driver takes by itself; a stored one shows what is stored', () => {
  expect(typedOf(fields)).toMatchObject({
    baseUrl: 'https://api.maker.example',
    method: 'POST',
    branch: '',
    isTest: false,
  });
  expect(typedOf(fields, { branch: '7', timeoutMs: 900, isTest: true })).toMatchObject({
    baseUrl: '',
    branch: '7',
    timeoutMs: '900',
    isTest: true,
  });
});

test('what is empty is the driver’s standard or not sent, numbers are numbers, and a long text keeps its lines', () => {
  const typed = { ...typedOf(fields), baseUrl: '', branch: ' 7 ', timeoutMs: '900', body: 'a\n' };
  expect(configOf(fields, typed)).toEqual({
    baseUrl: 'https://api.maker.example',
    branch: '7',
    method: 'POST',
    body: 'a\n',
    timeoutMs: 900,
    isTest: false,
  });
});

test('an empty secret keeps what is stored, null removes it', () => {
  expect(secretsOf({ apiKey: '', clientId: 'new', clientSecret: null })).toEqual({
    clientId: 'new',
    clientSecret: null,
  });
});

const stored = {
  id: 'a',
  capability: 'slip',
  name: 'First',
  priority: 30,
  isActive: true,
  isShadow: false,
  isFixed: false,
  config: { branch: '7' },
  version: 3,
} as unknown as Connection;
const driver = { capability: 'slip', title: 'T'.repeat(80), config: schema } as unknown as Driver;

test('a new connection is named after its service and asked after the others of its capability', () => {
  const sms = { ...stored, capability: 'sms', priority: 70 } as Connection;
  const fixed = { ...stored, isFixed: true, priority: 900 } as Connection;
  expect(formOfNew(driver, [stored, sms, fixed])).toMatchObject({ priority: 40, name: 'T'.repeat(60) });
  expect(formOfNew(driver, []).priority).toBe(10);
  expect(formOfNew(driver, [{ ...stored, priority: 1_000 }]).priority).toBe(1_000);
});

test('what was typed stays on top of a colleague’s change, field by field', () => {
  const loaded = formOf(stored, fields);
  const typed = {
    ...loaded,
    name: 'Mine',
    config: { ...loaded.config, body: 'b' },
    secrets: { apiKey: 'k' },
  };
  const theirs = formOf(
    { ...stored, name: 'Theirs', priority: 5, config: { branch: '8', body: 'theirs' } },
    fields,
  );
  expect(onTopOf(theirs, { typed, loaded })).toEqual({
    ...theirs,
    name: 'Mine',
    config: { ...theirs.config, branch: '8', body: 'b' },
    secrets: { apiKey: 'k' },
  });
});

test('a call that changes one thing keeps the others, and touches no secret', () => {
  expect(bodyOf(stored)).toEqual({
    name: 'First',
    priority: 30,
    isActive: true,
    isShadow: false,
    config: { branch: '7' },
    secrets: {},
    version: 3,
  });
});
