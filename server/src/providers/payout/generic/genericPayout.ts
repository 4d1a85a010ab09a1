import { BANK_FACTS } from '@krapao/contract/banks';
import type { Satang } from '@krapao/contract/money';
import { Type } from 'typebox';
import { type Delivery, type DeliveryReading, jsonOf, OK_ANSWER } from '../../connections/delivery.ts';
import { driver, type TestResult } from '../../connections/driver.ts';
import type { OutgoingHttp } from '../../connections/outgoingHttp.ts';
import type { OtherSettings } from '../../connections/sentUnder.ts';
import type { Unknown } from '../../outcome.ts';
import type { PayoutGateway, PayoutNotice, PayoutOrder, PayoutQuery } from '../../payoutGateway.ts';
import { valueAt } from '../../template/answerRules.ts';
import {
  amountValues,
  type CallTemplate,
  callTemplate,
  type TemplateAnswer,
  type TemplateValues,
} from '../../template/callTemplate.ts';
import { isProved, proofProblems } from '../../template/proof.ts';
import { readTemplate } from '../../template/readTemplate.ts';
import { NOTICE_KEYS, requireTemplate, templateConfig, testResultOf } from '../../template/templateDriver.ts';
import { amountIn, textIn } from '../../template/wireValue.ts';
import {
  ASK,
  CONFIRM,
  INITIATE,
  NAME,
  PayoutTemplate,
  payoutTemplateProblems,
  TEST,
} from './payoutTemplate.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Any bank that pays out by HTTP, in one step or two, as a template says. */
export const genericPayout = driver({
  capability: 'payout',
  driver: 'generic',
  title: 'HTTP',
  config: Type.Object(templateConfig('https://bank.example'), { additionalProperties: false }),
  secrets: Type.Object(NOTICE_KEYS, { additionalProperties: false }),
  documentation: 'https://www.rfc-editor.org/rfc/rfc6901',
  warnings: ['UNCONFIRMED'],
  problems: ({ config, secrets }) => {
    const problems: string[] = [];
    const template = readTemplate(PayoutTemplate, config.template, problems);
    if (template === undefined) return problems;
    return [...payoutTemplateProblems(template), ...proofProblems(template.notice?.proof, secrets)];
  },
  open: ({ config, secrets }, { http }) => {
    const template = requireTemplate(PayoutTemplate, config.template);
    return {
      ...payoutsBy(http, config.baseUrl, template, secrets as TemplateValues),
      ...(template.notice && {
        receiver: {
          networks: [],
          read: (delivery: Delivery) => readNotice(template.notice, delivery, secrets as TemplateValues),
          answer: OK_ANSWER,
        },
      }),
    };
  },
});

function payoutsBy(
  http: OutgoingHttp,
  base: string,
  template: PayoutTemplate,
  secrets: TemplateValues,
): PayoutGateway & { test?: () => Promise<TestResult> } {
  /** What an answer gives for the order of this id: about another one, or about none, it says nothing. */
  function about<Outcome extends string>(
    id: string,
    { fields = {} }: Pick<CallTemplate<string>, 'fields'>,
    answer: TemplateAnswer<Outcome>,
  ): TemplateAnswer<Outcome> {
    if (answer.status === 'trouble' || fields.reference === undefined) return answer;
    const told = answer.field('reference');
    const denies = answer.gives === 'notFound' || answer.gives === 'rejected';
    if (denies && told === undefined) return answer;
    return textIn(told)?.toLowerCase() === id.toLowerCase() ? answer : BAD_ANSWER;
  }

  const call = <const Outcome extends string>(
    what: CallTemplate<Outcome>,
    outcomes: readonly Outcome[],
    values: TemplateValues,
    until?: number,
  ) => callTemplate(http, { baseUrl: base, call: what, outcomes, values, secrets, until });

  /** Confirms an order that the bank has: the second step, also after the answer of the first was lost. */
  async function confirm(
    values: TemplateValues,
    amount: Satang,
    payoutId: string | null,
    until: number | undefined,
  ): Promise<Told> {
    if (template.confirm === undefined || payoutId === null) return unknown('BAD_ANSWER');
    const { id = '' } = values;
    const answer = about(
      id,
      template.confirm,
      await call(template.confirm, CONFIRM, { ...values, payoutId }, until),
    );
    if (answer.status === 'trouble') return unknown(answer.trouble);
    if (answer.gives === 'rejected') return { status: 'failed', reason: codeOf(answer) };
    return answer.gives === 'pending' ? { status: 'pending' } : paid(answer, amount);
  }

  function paid(answer: Answered, amount: Satang): Told {
    const told = answer.field('amount');
    const moved = told === undefined ? amount : amountIn(template.amounts ?? 'major', told);
    if (moved === null) return unknown('BAD_ANSWER');
    if (moved !== amount) return { status: 'mismatch', amount: moved };
    const transRef = textIn(answer.field('transRef'))?.slice(0, 100);
    return transRef === undefined ? unknown('BAD_ANSWER') : { status: 'paid', transRef };
  }

  return {
    async pay(order) {
      const values = valuesOf(order, template);
      const answer = about(
        order.id,
        template.initiate,
        await call(template.initiate, INITIATE, values, order.until),
      );
      if (answer.status === 'trouble')
        return answer.isSent ? unknown(answer.trouble) : { status: 'not_sent', reason: answer.trouble };
      if (answer.gives === 'rejected') return { status: 'rejected', reason: codeOf(answer) };
      if (answer.gives === 'pending') return { status: 'pending' };
      const state =
        answer.gives === 'paid'
          ? paid(answer, order.amount)
          : await confirm(values, order.amount, textIn(answer.field('payoutId')), order.until);
      switch (state.status) {
        case 'failed':
          return { status: 'rejected', reason: state.reason };
        case 'not_found':
          return unknown('BAD_ANSWER');
        default:
          return state;
      }
    },
    async query({ id, amount, until }) {
      const values = { id, ...amountValues(amount) };
      // Without its reference an answer may be about another order.
      if (template.query.fields?.reference === undefined) return unknown('BAD_ANSWER');
      const answer = about(id, template.query, await call(template.query, ASK, values));
      if (answer.status === 'trouble') return unknown(answer.trouble);
      switch (answer.gives) {
        case 'notFound':
          return { status: 'not_found' };
        case 'failed':
          return { status: 'failed', reason: codeOf(answer) };
        case 'pending':
          return { status: 'pending' };
        case 'initiated': {
          const state = await confirm(values, amount, textIn(answer.field('payoutId')), until);
          // An earlier confirmation may have arrived: a bank refuses a second one, and pays.
          return state.status === 'failed' ? { status: 'pending' } : state;
        }
        case 'paid':
          return paid(answer, amount);
      }
    },
    async accountName({ bankCode, accountNo }) {
      if (template.accountName === undefined) return { status: 'manual' };
      const answer = await call(template.accountName, NAME, accountValues(bankCode, accountNo, template));
      if (answer.status === 'trouble') return unknown(answer.trouble);
      const name = answer.gives === 'told' ? textIn(answer.field('name')) : null;
      return name === null ? { status: 'rejected', reason: codeOf(answer) } : { status: 'told', name };
    },
    ...(template.test && {
      test: async (): Promise<TestResult> => {
        const answer = await call(template.test as CallTemplate<'ok'>, TEST, {});
        return testResultOf(answer);
      },
    }),
  };
}

type Told = Exclude<PayoutQuery, OtherSettings>;

const BAD_ANSWER = { status: 'trouble', trouble: 'BAD_ANSWER', isSent: true } as const;

type Answered = Extract<TemplateAnswer<string>, { status: 'answered' }>;

const unknown = (reason: Unknown['reason']): Unknown => ({ status: 'unknown', reason });

const codeOf = (answer: Answered): string =>
  (textIn(answer.field('code')) ?? 'REJECTED').slice(0, 60).toUpperCase();

function valuesOf(order: PayoutOrder, template: PayoutTemplate): TemplateValues {
  const { id, from, to, amount } = order;
  return {
    id,
    ...amountValues(amount),
    fromBank: template.banks?.[from.bankCode] ?? from.bankCode,
    fromAccount: from.accountNo,
    ...accountValues(to.bankCode, to.accountNo, template),
    toName: to.accountName,
  };
}

const accountValues = (bankCode: string, accountNo: string, { banks }: PayoutTemplate): TemplateValues => ({
  toBank: banks?.[bankCode] ?? bankCode,
  toBankNumber: BANK_FACTS[bankCode]?.number ?? '',
  toAccount: accountNo,
});

/** A notice only makes us ask: what the bank answers counts. */
function readNotice(
  notice: PayoutTemplate['notice'],
  delivery: Delivery,
  secrets: TemplateValues,
): DeliveryReading<PayoutNotice> {
  if (notice === undefined) return { status: 'ignored' };
  if (notice.proof.by !== 'none' && !isProved(notice.proof, delivery, secrets))
    return { status: 'refused', reason: 'BAD_SIGNATURE' };
  const json = jsonOf(delivery.body);
  const id = textIn(valueAt(json, notice.id))?.toLowerCase() ?? '';
  return UUID.test(id) ? { status: 'hint', id } : { status: 'refused', reason: 'BAD_BODY' };
}
