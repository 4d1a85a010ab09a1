import type { DocumentKind } from '@krapao/contract/identity';
import { Type } from 'typebox';
import { type Delivery, type DeliveryReading, jsonOf, OK_ANSWER } from '../../connections/delivery.ts';
import { driver, type TestResult } from '../../connections/driver.ts';
import type { OutgoingHttp } from '../../connections/outgoingHttp.ts';
import type {
  DocumentCheck,
  IdentityVerifier,
  VerificationAnswer,
  VerificationNotice,
} from '../../identityVerifier.ts';
import { valueAt } from '../../template/answerRules.ts';
import {
  type CallTemplate,
  callTemplate,
  type TemplateAnswer,
  type TemplateValues,
} from '../../template/callTemplate.ts';
import { isProved, proofProblems } from '../../template/proof.ts';
import { readTemplate } from '../../template/readTemplate.ts';
import { NOTICE_KEYS, requireTemplate, templateConfig, testResultOf } from '../../template/templateDriver.ts';
import { beginningOf, textIn } from '../../template/wireValue.ts';
import {
  ASK,
  CHECK,
  TEST,
  VerificationTemplate,
  verificationTemplateProblems,
} from './verificationTemplate.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME_LENGTH = 120;
const NUMBER_LENGTH = 40;
const REASON_LENGTH = 200;

/** Any maker that checks documents by HTTP, as a template says. */
export const genericVerification = driver({
  capability: 'verification',
  driver: 'generic',
  title: 'HTTP',
  config: Type.Object(templateConfig('https://verification.example'), { additionalProperties: false }),
  secrets: Type.Object(NOTICE_KEYS, { additionalProperties: false }),
  documentation: 'https://www.rfc-editor.org/rfc/rfc6901',
  warnings: ['UNCONFIRMED'],
  problems: ({ config, secrets }) => {
    const problems: string[] = [];
    const template = readTemplate(VerificationTemplate, config.template, problems);
    if (template === undefined) return problems;
    return [...verificationTemplateProblems(template), ...proofProblems(template.notice?.proof, secrets)];
  },
  open: ({ config, secrets }, { http }) => {
    const template = requireTemplate(VerificationTemplate, config.template);
    const { notice } = template;
    return {
      ...checksBy(http, config.baseUrl, template, secrets as TemplateValues),
      ...(notice && {
        receiver: {
          networks: [],
          read: (delivery: Delivery) => readNotice(notice, delivery, secrets as TemplateValues),
          answer: OK_ANSWER,
        },
      }),
    };
  },
});

function checksBy(
  http: OutgoingHttp,
  base: string,
  { check, query, test, kinds }: VerificationTemplate,
  secrets: TemplateValues,
): IdentityVerifier & { test?: () => Promise<TestResult> } {
  const call = <const Outcome extends string>(
    what: CallTemplate<Outcome>,
    outcomes: readonly Outcome[],
    values: TemplateValues,
    until?: number,
  ) => callTemplate(http, { baseUrl: base, call: what, outcomes, values, secrets, until });

  return {
    async check(one, until) {
      return read(one.id, await call(check, CHECK, valuesOf(one, kinds), until));
    },
    async query(id, until) {
      const answer = await call(query, ASK, { id }, until);
      if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
      const { gives } = answer;
      if (gives === 'notFound') return { status: 'not_found' };
      return read(id, { ...answer, gives });
    },
    ...(test && {
      test: async (): Promise<TestResult> => {
        const answer = await call(test as CallTemplate<'ok'>, TEST, {});
        return testResultOf(answer);
      },
    }),
  };
}

/** An answer about another check, or without what a confirmation needs, says nothing. */
function read(id: string, answer: TemplateAnswer<(typeof CHECK)[number]>): VerificationAnswer {
  if (answer.status === 'trouble') return { status: 'unknown', reason: answer.trouble };
  const text = (name: string, longest: number) => {
    const told = textIn(answer.field(name))?.trim();
    return told ? beginningOf(told, longest) : null;
  };
  if (answer.gives === 'pending') return { status: 'pending' };
  const reference = answer.field('reference');
  const isOurs = textIn(reference)?.toLowerCase() === id;
  if (answer.gives === 'refused')
    return reference === undefined || isOurs
      ? { status: 'refused', reason: text('reason', REASON_LENGTH) ?? '' }
      : { status: 'unknown', reason: 'BAD_ANSWER' };
  const names = [text('name', NAME_LENGTH), text('otherName', NAME_LENGTH)].filter((name) => name !== null);
  const facts = {
    names,
    birthDate: text('birthDate', 10),
    documentNumber: text('documentNumber', NUMBER_LENGTH),
    expiresOn: text('expiresOn', 10),
  };
  const isWhole = names.length > 0 && facts.birthDate !== null && facts.documentNumber !== null;
  return isOurs && isWhole ? { status: 'confirmed', facts } : { status: 'unknown', reason: 'BAD_ANSWER' };
}

function valuesOf(
  { id, documentKind, name, pictures }: DocumentCheck,
  kinds: VerificationTemplate['kinds'] = {},
): TemplateValues {
  const picture = (bytes: Buffer | undefined) => bytes?.toString('base64') ?? '';
  return {
    id,
    name,
    documentKind: (kinds as Partial<Record<DocumentKind, string>>)[documentKind] ?? documentKind,
    front: picture(pictures.front),
    back: picture(pictures.back),
    selfie: picture(pictures.selfie),
  };
}

/** A notice only makes us ask: what the maker answers counts. */
function readNotice(
  { id: place, proof }: NonNullable<VerificationTemplate['notice']>,
  delivery: Delivery,
  secrets: TemplateValues,
): DeliveryReading<VerificationNotice> {
  if (!isProved(proof, delivery, secrets)) return { status: 'refused', reason: 'BAD_SIGNATURE' };
  const id = textIn(valueAt(jsonOf(delivery.body), place))?.toLowerCase() ?? '';
  return UUID.test(id) ? { status: 'hint', id } : { status: 'refused', reason: 'BAD_BODY' };
}
