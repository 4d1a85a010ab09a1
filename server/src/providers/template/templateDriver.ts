import { type Static, type TSchema, Type } from 'typebox';
import type { TestResult } from '../connections/driver.ts';
import { baseUrl, Key } from '../connections/driverSettings.ts';
import type { TemplateAnswer } from './callTemplate.ts';
import { readTemplate } from './readTemplate.ts';
import { textIn } from './wireValue.ts';

const OptionalKey = Type.Optional(Key);

/** The settings of a driver that an operator's template describes. */
export const templateConfig = (makers: string) => ({
  baseUrl: baseUrl(makers),
  template: Type.String({ minLength: 2, maxLength: 40_000 }),
});

/** The keys that a template may name. */
export const TEMPLATE_KEYS = {
  apiKey: OptionalKey,
  secretKey: OptionalKey,
  clientId: OptionalKey,
  clientSecret: OptionalKey,
};

/** TEMPLATE_KEYS, and the one that proves a notice. */
export const NOTICE_KEYS = { ...TEMPLATE_KEYS, webhookSecret: OptionalKey };

/** The template of a connection that was judged before. @throws Error if it cannot be read */
export function requireTemplate<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  const template = readTemplate(schema, text);
  if (template === undefined) throw new Error('the template cannot be read');
  return template;
}

/** What the answer to a template's `test` tells an operator. */
export const testResultOf = (answer: TemplateAnswer<'ok'>): TestResult =>
  answer.status === 'trouble'
    ? { ok: false, trouble: answer.trouble, detail: '' }
    : { ok: true, detail: textIn(answer.field('detail')) ?? '' };
