import { createHash, createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { driver, type TestResult } from '../../connections/driver.ts';
import type { OutgoingHttp } from '../../connections/outgoingHttp.ts';
import type { AskedPerson, ExclusionRegister, RegisterAnswer } from '../../exclusionRegister.ts';
import { type CallTemplate, callTemplate, type TemplateValues } from '../../template/callTemplate.ts';
import { readTemplate } from '../../template/readTemplate.ts';
import {
  requireTemplate,
  TEMPLATE_KEYS,
  templateConfig,
  testResultOf,
} from '../../template/templateDriver.ts';
import { textIn } from '../../template/wireValue.ts';
import { ASK, RegisterTemplate, registerTemplateProblems, TEST } from './registerTemplate.ts';

const REFERENCE_LENGTH = 200;
/** Control characters, which the database cannot keep or nobody can read. */
const CONTROL = /\p{Cc}/gu;

/** Any register that is asked about one person by HTTP, as a template says. */
export const genericRegister = driver({
  capability: 'register',
  driver: 'generic',
  title: 'HTTP',
  config: Type.Object(templateConfig('https://register.example'), { additionalProperties: false }),
  secrets: Type.Object(TEMPLATE_KEYS, { additionalProperties: false }),
  documentation: 'https://www.rfc-editor.org/rfc/rfc6901',
  warnings: ['UNCONFIRMED'],
  problems: ({ config }) => {
    const problems: string[] = [];
    const template = readTemplate(RegisterTemplate, config.template, problems);
    return template === undefined ? problems : registerTemplateProblems(template);
  },
  open: ({ config, secrets }, { http }) => {
    const template = requireTemplate(RegisterTemplate, config.template);
    return registerBy(http, config.baseUrl, template, secrets as TemplateValues);
  },
});

function registerBy(
  http: OutgoingHttp,
  base: string,
  { ask, test }: RegisterTemplate,
  secrets: TemplateValues,
): ExclusionRegister & { test?: () => Promise<TestResult> } {
  return {
    async ask(person, until): Promise<RegisterAnswer> {
      const answer = await callTemplate(http, {
        baseUrl: base,
        call: ask,
        outcomes: ASK,
        values: valuesOf(person, secrets.secretKey),
        secrets,
        until,
      });
      if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
      if (answer.gives === 'notListed') return { status: 'notListed' };
      const reference =
        textIn(answer.field('reference'))?.replace(CONTROL, '').slice(0, REFERENCE_LENGTH) ?? '';
      const end = endIn(answer.field('until'));
      // Somebody is listed, but nobody could tell the entry from another one, or when it ends.
      if (reference === '' || end === undefined) return { status: 'unknown', reason: 'BAD_ANSWER' };
      return { status: 'listed', reference, until: end };
    },
    ...(test && {
      test: async (): Promise<TestResult> => {
        const answer = await callTemplate(http, {
          baseUrl: base,
          call: test as CallTemplate<'ok'>,
          outcomes: TEST,
          values: {},
          secrets,
        });
        return testResultOf(answer);
      },
    }),
  };
}

/** Null: for ever, as by a register that tells no end. Undefined: it cannot be read. */
function endIn(value: unknown): Date | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  const at = Date.parse(textIn(value) ?? '');
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Hashes are lower-case hex of SHA-256; with a `secretKey` of HMAC-SHA-256 under it. */
function valuesOf({ phoneNumber, name }: AskedPerson, key: string | undefined): TemplateValues {
  const hash = (text: string) =>
    (key === undefined ? createHash('sha256') : createHmac('sha256', key)).update(text, 'utf8').digest('hex');
  return { phone: phoneNumber, phoneHash: hash(phoneNumber), name, nameHash: hash(name) };
}
