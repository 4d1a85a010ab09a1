import { Type } from 'typebox';
import { clock } from '../../../clock.ts';
import { driver, type TestResult } from '../../connections/driver.ts';
import { baseUrl } from '../../connections/driverSettings.ts';
import { isMemberPage } from '../../memberPage.ts';
import type { CreatePaymentResult, OpenPayment, PaymentOrder, PaymentQuery } from '../../paymentGateway.ts';
import {
  amountValues,
  type CallTemplate,
  callTemplate,
  type TemplateAnswer,
  type TemplateValues,
} from '../../template/callTemplate.ts';
import { proofProblems } from '../../template/proof.ts';
import { momentIn, textIn } from '../../template/wireValue.ts';
import { CURRENCY_NUMBERS, endOf, rejected, unfit, unknown } from '../gatewayMaker.ts';
import { readPaymentQr } from '../paymentQr.ts';
import { CREATE_OUTCOMES, gatewayTemplate, QUERY_OUTCOMES, TEST_OUTCOMES } from './gatewayTemplate.ts';
import { type Answering, paymentIn } from './paymentIn.ts';
import { templateReceiver } from './templateReceiver.ts';

const Key = Type.Optional(Type.String({ minLength: 1, maxLength: 8_000 }));

/** Any gateway with an HTTP API, described as data (docs/connections/generic-http.md). */
export const genericHttp = driver({
  capability: 'gateway',
  driver: 'generic-http',
  title: 'Gateway over HTTP',
  config: Type.Object(
    {
      baseUrl: baseUrl(),
      currency: Type.Enum(['THB', 'LAK'], { default: 'THB' }),
      template: Type.String({ minLength: 2, maxLength: 20_000 }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object(
    {
      apiKey: Key,
      secretKey: Key,
      clientId: Key,
      clientSecret: Key,
      privateKey: Key,
      webhookSecret: Key,
    },
    { additionalProperties: false },
  ),
  documentation: '',
  warnings: [],
  currency: ({ currency }) => currency,
  problems: ({ config, secrets }) => {
    const problems: string[] = [];
    const template = gatewayTemplate(config.template, problems);
    return [...problems, ...proofProblems(template?.notice?.proof, secrets)];
  },
  open: ({ config, secrets: keys }, { http }) => {
    const problems: string[] = [];
    const template = gatewayTemplate(config.template, problems);
    if (template === undefined) throw new Error(problems.join(' '));
    const { currency } = config;
    const answering: Answering = { amounts: template.amounts, currency };
    const secrets = Object.fromEntries(
      Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const call = <Outcome extends string>(
      one: CallTemplate<Outcome>,
      outcomes: readonly Outcome[],
      values: TemplateValues,
    ) => callTemplate(http, { baseUrl: config.baseUrl, call: one, outcomes, values, secrets });
    const shared = { currency, currencyNumber: CURRENCY_NUMBERS[currency] };
    return {
      async createPayment(order) {
        const refusal = unfit(order, currency);
        if (refusal) return refusal;
        const { id, reference, amount, expiresInSeconds } = order;
        const values = {
          ...shared,
          id,
          reference,
          ...amountValues(amount),
          expiresInSeconds: String(expiresInSeconds),
          expiresAt: endOf(null, order).toISOString(),
        };
        return placed(config.baseUrl, order, await call(template.create, CREATE_OUTCOMES, values));
      },
      async query(payment) {
        const { id, reference, paymentId, amount, createdAt } = payment;
        const asking = paymentId === null ? template.find : template.query;
        if (asking === undefined) return { status: 'not_found' };
        const values = {
          ...shared,
          id,
          reference,
          paymentId: paymentId ?? '',
          ...amountValues(amount),
          createdAt: createdAt.toISOString(),
        };
        const answer = await call(asking, QUERY_OUTCOMES, values);
        const names = [id, reference, ...(paymentId === null ? [] : [paymentId])];
        return answer.status === 'trouble'
          ? unknown(answer.trouble)
          : (stateOf(answering, names, answer) ?? unknown('BAD_ANSWER'));
      },
      ...(template.notice && { receiver: templateReceiver(template.notice, answering, secrets) }),
      ...(template.test && {
        test: async () => tested(await call(template.test as never, TEST_OUTCOMES, shared)),
      }),
    };
  },
});

function placed(
  base: string,
  order: PaymentOrder,
  answer: TemplateAnswer<(typeof CREATE_OUTCOMES)[number]>,
): CreatePaymentResult {
  if (answer.status === 'trouble') return unknown(answer.trouble);
  if (answer.gives === 'rejected') return rejected(textIn(answer.field('reason')) ?? 'REJECTED');
  const payment = openPayment(base, order, answer.field);
  return payment === null ? unknown('BAD_ANSWER') : { status: 'created', payment };
}

function openPayment(
  base: string,
  order: PaymentOrder,
  field: (name: string) => unknown,
): OpenPayment | null {
  const told = field('paymentId');
  const paymentId = told === undefined ? order.id : textIn(told);
  const qrPayload = textIn(field('qr'));
  const payUrl = textIn(field('payUrl'));
  if (paymentId === null || paymentId.length > 200 || (qrPayload === null && payUrl === null)) return null;
  if (qrPayload !== null && readPaymentQr(qrPayload, order.amount, order.currency) === null) return null;
  if (payUrl !== null && !isMemberPage(payUrl, base)) return null;
  return { paymentId, payUrl, qrPayload, expiresAt: endOf(momentIn(field('expiresAt')), order) };
}

function stateOf(
  answering: Answering,
  names: readonly string[],
  { gives, field }: Extract<TemplateAnswer<(typeof QUERY_OUTCOMES)[number]>, { status: 'answered' }>,
): PaymentQuery | null {
  if (gives === 'not_found') return { status: 'not_found' };
  if (!names.includes(textIn(field('order')) ?? '')) return null;
  const paid = paymentIn(answering, field, clock.date());
  if (gives === 'paid') return paid && { status: 'paid', ...paid };
  if (gives === 'refunded') return { status: 'taken_back', reason: 'REFUNDED' };
  if (gives === 'disputed') return { status: 'taken_back', reason: 'DISPUTED' };
  return { status: gives };
}

const tested = (answer: TemplateAnswer<'ok'>): TestResult =>
  answer.status === 'answered'
    ? { ok: true, detail: 'ok' }
    : { ok: false, trouble: answer.trouble, detail: answer.trouble };
