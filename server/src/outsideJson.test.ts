import { expect, test, vi } from 'vitest';
import { nestsTooDeep, readJson } from './outsideJson.ts';
import { FeedTemplate } from './providers/bankFeed/generic/feedSettings.ts';
import { keysInTheOpen } from './providers/sms/template/keysInTheOpen.ts';
import { readTemplate } from './providers/template/readTemplate.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('ASVS 15.2.2 what nests too deep is refused before anything is built of it', () => {
  const parse = vi.spyOn(JSON, 'parse');
  expect(readJson(nested(65))).toBeUndefined();
  expect(readJson(`{"a":${'{"b":'.repeat(70)}1${'}'.repeat(71)}`)).toBeUndefined();
  // Also where it never ends: the brackets that open are enough.
  expect(readJson('['.repeat(65))).toBeUndefined();
  expect(parse).not.toHaveBeenCalled();
  expect(readJson(nested(64))).toBeInstanceOf(Array);
  expect(parse).toHaveBeenCalledOnce();
  parse.mockRestore();
});

test.each([
  ['brackets in a text', JSON.stringify(['['.repeat(100)]), true],
  ['a text with quotes and backslashes', JSON.stringify([`\\"${'{'.repeat(100)}\\\\`]), true],
  ['many in a row', `[${'[],'.repeat(500)}[]]`, true],
  ['a text that does not end', `["${'['.repeat(100)}`, false],
  ['a backslash at the end', '["\\', false],
])('%s is no depth', (_, text, isJson) => {
  expect(nestsTooDeep(text)).toBe(false);
  expect(readJson(text) !== undefined).toBe(isJson);
});

test('ASVS 15.2.2 templates that nest too deep are named, and searched by nobody', () => {
  const problems: string[] = [];
  expect(readTemplate(FeedTemplate, nested(65), problems)).toBeUndefined();
  expect(problems).toEqual(['template nests too deep']);
  const template = {
    url: 'https://sms.example',
    method: 'POST',
    headers: {},
    phoneForm: 'e164',
    success: undefined,
    rejected: undefined,
    timeoutMs: 1_000,
  } as const;
  expect(keysInTheOpen({ ...template, body: `{"a":${nested(9_000)},"apiKey":"x"}` })).toEqual([]);
  expect(keysInTheOpen({ ...template, body: '{"a":[],"apiKey":"x"}' })).toEqual(['apiKey']);
});
