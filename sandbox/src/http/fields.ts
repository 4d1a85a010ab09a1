import type { Satang } from '@krapao/contract/money';
import { readAmount, readAmountOrZero } from '../money.ts';
import { badRequest, Problem } from './problem.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The body or query as named fields. Throws Problem 400 when it is no object. */
export function fieldsOf(value: unknown, name = 'body'): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw badRequest(`The ${name} must be an object.`);
}

/** A text of 1 to `longest` characters. Throws Problem 400. */
export function textField(fields: Fields, name: string, longest = 200): string {
  const value = fields[name];
  if (typeof value === 'string' && value.trim() !== '' && value.length <= longest) return value.trim();
  throw badRequest(`${name} must be a text of 1 to ${longest} characters.`);
}

/** An account number: 5 to 20 digits. Throws Problem 400. */
export function accountNoField(fields: Fields, name = 'accountNo'): string {
  const value = textField(fields, name, 30).replace(/[\s-]/g, '');
  if (/^\d{5,20}$/.test(value)) return value;
  throw badRequest(`${name} must have 5 to 20 digits.`);
}

/** An amount above zero with at most two decimals. Throws Problem 400 BAD_AMOUNT. */
export function amountField(fields: Fields, name = 'amount'): Satang {
  return amountOr(readAmount(fields[name]), name, 'above zero');
}

/** An amount of zero or more with at most two decimals. Throws Problem 400 BAD_AMOUNT. */
export function amountOrZeroField(fields: Fields, name: string): Satang {
  return amountOr(readAmountOrZero(fields[name]), name, 'of zero or more');
}

function amountOr(amount: Satang | null, name: string, range: string): Satang {
  if (amount !== null) return amount;
  throw new Problem(
    400,
    'BAD_AMOUNT',
    `${name} must be an amount in baht ${range}, with at most two decimals.`,
  );
}
