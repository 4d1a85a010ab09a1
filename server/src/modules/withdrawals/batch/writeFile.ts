import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';
import { BANK_FACTS } from '@krapao/contract/banks';
import { csvField, sheetField } from '@krapao/contract/csv';
import { bahtText } from '@krapao/contract/money';
import type { LeftOutReason, PayoutCurrency, PayoutTerm } from '@krapao/contract/payoutFormats';
import { isThaiPage } from '@krapao/contract/thaiCodePage';
import { AppError } from '../../../appError.ts';
import type { AmountForm, DayForm, Field, FixedField, PayoutFormat, Value } from './payoutFormat.ts';

/** A withdrawal for a file. The amount is in hundredths of its currency. */
export interface Payment {
  id: string;
  bankCode: string;
  accountNo: string;
  accountName: string;
  amount: bigint;
  currency: PayoutCurrency;
}

/** What a file says besides its payments. Days are `YYYY-MM-DD`. */
export interface FileTerms {
  batchId: string;
  madeAt: Date;
  payDay: string;
  currency: PayoutCurrency;
  terms: Partial<Record<PayoutTerm, string>>;
}

/** How a row is named in files and in the bank's answers: `P12L7` is line 7 of batch 12. */
export const rowReference = (batchId: string, line: number): string => `P${batchId}L${line}`;

/** The batch and the line of a reference; undefined for any other text. */
export function readRowReference(text: string): { batchId: string; line: number } | undefined {
  const [, batchId, line] = /^P(\d{1,18})L(\d{1,6})$/i.exec(text.trim()) ?? [];
  return batchId === undefined ? undefined : { batchId, line: Number(line) };
}

/** The payer's terms that the format needs. @throws AppError PAYOUT_FORMAT if one is missing or malformed */
export function requireTerms(
  { terms }: PayoutFormat,
  given: Partial<Record<PayoutTerm, string>>,
): Partial<Record<PayoutTerm, string>> {
  const used: Partial<Record<PayoutTerm, string>> = {};
  for (const { name, pattern } of terms) {
    const value = (given[name] ?? '').trim();
    if (!new RegExp(pattern).test(value) || !isThaiPage(value)) throw new AppError('PAYOUT_FORMAT', name);
    used[name] = value;
  }
  return used;
}

/** Why the format cannot carry a payment; undefined if it can. */
export function whyLeftOut(
  format: PayoutFormat,
  payment: Payment,
  currency: PayoutCurrency,
): LeftOutReason | undefined {
  if (payment.currency !== currency || !format.currencies.includes(currency)) return 'CURRENCY';
  if (!reaches(format, payment.bankCode)) return 'BANK';
  const fields = format.layout.kind === 'fixed' ? format.layout.row.flat() : format.layout.columns;
  const needs = (value: Value) => fields.some(({ holds }) => 'value' in holds && holds.value === value);
  if (needs('bankNumber') && BANK_FACTS[payment.bankCode]?.number === undefined) return 'BANK';
  if (format.encoding === 'windows-874' && !isThaiPage(plainText(payment.accountName))) return 'NAME';
  if (format.layout.kind === 'separated') return undefined;
  for (const field of format.layout.row.flat()) {
    if (!('value' in field.holds) || field.isCut) continue;
    const { value, as } = field.holds;
    if (value === 'accountNo' && payment.accountNo.length > field.width) return 'ACCOUNT';
    if (value === 'amount' && amountText(payment.amount, as as AmountForm).length > field.width)
      return 'AMOUNT';
  }
  return undefined;
}

function reaches({ banks }: PayoutFormat, bankCode: string): boolean {
  if (banks === undefined) return true;
  return 'only' in banks ? banks.only.includes(bankCode) : !banks.except.includes(bankCode);
}

/**
 * Writes the file: every payment is one that the format can carry. Names keep no line breaks and no invisible
 * characters; a field that a spreadsheet would read as a formula gets an apostrophe, and in a file for people a number
 * that it would change.
 * @throws AppError PAYOUT_FORMAT if the sum has more digits than the format
 */
export function writeFile(format: PayoutFormat, payments: readonly Payment[], terms: FileTerms): string {
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const textFor = (field: Field, payment?: Payment, line?: number) =>
    'text' in field.holds
      ? field.holds.text
      : textOf(field.holds.value, field.holds.as, { terms, total, count: payments.length, payment, line });
  const { layout } = format;
  if (layout.kind === 'separated') {
    const write = layout.isForPeople ? sheetField : csvField;
    const lines = [
      layout.columns.map(({ name }) => write(name)),
      ...payments.map((payment, index) =>
        layout.columns.map((field) => write(textFor(field, payment, index + 1))),
      ),
    ].map((cells) => cells.join(layout.separator));
    return `\ufeff${lines.join('\r\n')}\r\n`;
  }
  const record = (fields: readonly FixedField[], payment?: Payment, line?: number) =>
    fields.map((field) => fitted(field, textFor(field, payment, line))).join('');
  const records = [
    ...layout.head.map((fields) => record(fields)),
    ...payments.flatMap((payment, index) => layout.row.map((fields) => record(fields, payment, index + 1))),
    ...layout.tail.map((fields) => record(fields)),
  ];
  return `${records.join('\r\n')}\r\n`;
}

interface Scope {
  terms: FileTerms;
  total: bigint;
  count: number;
  payment: Payment | undefined;
  line: number | undefined;
}

function textOf(value: Value, as: AmountForm | DayForm | undefined, scope: Scope): string {
  const { terms, total, count, payment, line = 0 } = scope;
  const paying = terms.terms.payingAccount ?? '';
  switch (value) {
    case 'reference':
      return rowReference(terms.batchId, line);
    case 'batchReference':
      return `P${terms.batchId}`;
    case 'line':
      return String(line);
    case 'bankCode':
      return payment?.bankCode ?? '';
    case 'bankNumber':
      return BANK_FACTS[payment?.bankCode ?? '']?.number ?? '';
    case 'branch':
      return branchOf(payment?.accountNo ?? '', '0');
    case 'branchDigits':
      return branchOf(payment?.accountNo ?? '', '');
    case 'payingBranch':
      return branchOf(paying, '0');
    case 'payingAccountType':
      return `0${paying[3] ?? '0'}`;
    case 'accountNo':
      return payment?.accountNo ?? '';
    case 'accountName':
      return plainText(payment?.accountName ?? '');
    case 'amount':
      return amountText(payment?.amount ?? 0n, as as AmountForm);
    case 'total':
      return amountText(total, as as AmountForm);
    case 'count':
      return String(count);
    case 'currency':
      return terms.currency;
    case 'payDay':
      return dayText(terms.payDay, as as DayForm);
    case 'madeDay':
      return dayText(local(terms.madeAt).slice(0, 10), as as DayForm);
    case 'madeTime':
      return local(terms.madeAt).slice(11, 19).replaceAll(':', '');
    default:
      return terms.terms[value] ?? '';
  }
}

const branchOf = (accountNo: string, before: string) =>
  accountNo.length === 10 ? `${before}${accountNo.slice(0, 3)}` : '0000';

const local = (time: Date) => new Date(time.getTime() + BANGKOK_OFFSET_MS).toISOString();

/** One line of visible characters: line breaks, tabs and invisible ones would move what follows. */
function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

function amountText(amount: bigint, as: AmountForm): string {
  if (as === 'decimal') return bahtText(amount);
  return String(as === 'hundredths' ? amount : amount * 10n);
}

function dayText(day: string, as: DayForm): string {
  const [year = '', month = '', date = ''] = day.split('-');
  switch (as) {
    case 'yyyyMMdd':
      return `${year}${month}${date}`;
    case 'ddMMyyyy':
      return `${date}${month}${year}`;
    case 'ddMMyy':
      return `${date}${month}${year.slice(2)}`;
    case 'yyMMdd':
      return `${year.slice(2)}${month}${date}`;
    case 'dd-MM-yyyy':
      return `${date}-${month}-${year}`;
  }
}

/** A name is cut behind a whole letter with its vowels and tone marks. */
function fitted({ name, width, fill, isCut }: FixedField, text: string): string {
  if (text.length <= width) return fill === 'zeros' ? text.padStart(width, '0') : text.padEnd(width);
  if (!isCut) throw new AppError('PAYOUT_FORMAT', `${name}: ${text.length} of ${width} characters`);
  let cut = '';
  for (const { segment } of LETTERS.segment(text)) {
    if (cut.length + segment.length > width) break;
    cut += segment;
  }
  return cut.padEnd(width);
}

const LETTERS = new Intl.Segmenter('th', { granularity: 'grapheme' });
