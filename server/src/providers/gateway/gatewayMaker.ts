import type { Trouble } from '@krapao/contract/connections';
import { Type } from 'typebox';
import { clock } from '../../clock.ts';
import { type DeliveryReading, jsonOf } from '../connections/delivery.ts';
import type { TestResult } from '../connections/driver.ts';
import {
  type Answers,
  codeIn,
  isTrouble,
  type MakerReading,
  meaningOf,
  testResult,
} from '../connections/makerAnswers.ts';
import type { OutgoingAnswer } from '../connections/outgoingHttp.ts';
import type { Rejected, Unknown } from '../outcome.ts';
import type {
  CreatePaymentResult,
  GatewayCurrency,
  OpenPayment,
  PaymentOrder,
  PaymentQuery,
} from '../paymentGateway.ts';

/**
 * What one answer of a maker means. `TOLD` carries the order. `REJECTED`: the maker makes no such order, and nothing was
 * made. `NOT_FOUND`: it knows no such order.
 */
type GatewayMeaning = 'TOLD' | 'NOT_FOUND' | 'REJECTED';

/** A maker's documented answers by its code. */
export type GatewayAnswers = Answers<GatewayMeaning>;
export type GatewayReading = MakerReading<GatewayMeaning>;

/**
 * What came of placing an order.
 * @param read the open payment in an answer; null if it is of another order, or cannot be read exactly
 */
export async function placed(
  reading: GatewayReading,
  answer: OutgoingAnswer,
  read: (json: unknown) => OpenPayment | null | Promise<OpenPayment | null>,
): Promise<CreatePaymentResult> {
  if (answer.status === 'trouble') return unknown(answer.trouble);
  const meaning = meaningOf(reading, answer);
  if (meaning === 'REJECTED') return rejected(codeIn(reading, answer) ?? meaning);
  if (isTrouble(meaning)) return unknown(meaning);
  const payment = meaning === 'TOLD' ? await read(answer.json) : null;
  return payment === null ? unknown('BAD_ANSWER') : { status: 'created', payment };
}

/**
 * What came of asking about an order.
 * @param read the state in an answer; null if it is of another order, or cannot be read exactly
 */
export function asked(
  reading: GatewayReading,
  answer: OutgoingAnswer,
  read: (json: unknown) => PaymentQuery | null,
): PaymentQuery {
  if (answer.status === 'trouble') return unknown(answer.trouble);
  const meaning = meaningOf(reading, answer);
  switch (meaning) {
    case 'TOLD':
      return read(answer.json) ?? unknown('BAD_ANSWER');
    case 'NOT_FOUND':
      return { status: 'not_found' };
    case 'REJECTED':
      return unknown('REFUSED');
    default:
      return unknown(meaning);
  }
}

/** Why this maker cannot take the order at all; null if it can. `unit`: its smallest amount, in hundredths. */
export function unfit(
  { amount, currency }: Pick<PaymentOrder, 'amount' | 'currency'>,
  only: GatewayCurrency,
  unit = 1n,
): Rejected | null {
  if (currency !== only) return rejected('CURRENCY_NOT_SUPPORTED');
  return amount % unit === 0n ? null : rejected('AMOUNT_NOT_WHOLE');
}

/** A maker's time for the end of an order, else ours. */
export const endOf = (
  told: Date | null,
  { expiresInSeconds }: Pick<PaymentOrder, 'expiresInSeconds'>,
): Date => told ?? new Date(clock.now() + expiresInSeconds * 1_000);

/** ISO 4217. */
export const CURRENCY_NUMBERS: Readonly<Record<GatewayCurrency, string>> = { THB: '764', LAK: '418' };

/** A maker's id of an order, as it may stand in an address. */
export const OrderName = Type.String({ pattern: '^[0-9A-Za-z._:-]+$', maxLength: 100 });

/** A key that signs, as makers show it. */
export const Base64Secret = Type.String({ pattern: '^[0-9A-Za-z+/_-]{8,}={0,2}$', maxLength: 500 });

/**
 * A notice that anybody may have sent.
 * @param read which order it tells of
 */
export function hintOf(body: Buffer, read: (json: unknown) => string | undefined): DeliveryReading<never> {
  const id = read(jsonOf(body));
  return id === undefined ? { status: 'refused', reason: 'BAD_BODY' } : { status: 'hint', id };
}

/** A test by asking about an order that does not exist: a maker that says so knows the key. */
export function testedByQuestion(reading: GatewayReading, answer: OutgoingAnswer): TestResult {
  if (answer.status === 'answered' && meaningOf(reading, answer) === 'NOT_FOUND')
    return { ok: true, detail: `HTTP ${answer.httpStatus}` };
  return testResult(reading, answer, () => undefined);
}

export const rejected = (code: string): Rejected => ({
  status: 'rejected',
  reason: code.toUpperCase().slice(0, 60),
});
export const unknown = (reason: Trouble): Unknown => ({ status: 'unknown', reason });
