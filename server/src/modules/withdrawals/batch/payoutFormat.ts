import type { PayoutCurrency, PayoutTerm, ResultColumn } from '@krapao/contract/payoutFormats';

/** What a field of a file can hold, besides a constant text and what the bank calls its customer (`PayoutTerm`). */
export type Value =
  | 'reference'
  | 'line'
  | 'bankCode'
  | 'bankNumber'
  /** `0` and the first three digits of an account with ten: where it was opened. `0000` for other accounts. */
  | 'branch'
  /** The same as three digits; `0000` for other accounts. */
  | 'branchDigits'
  | 'accountNo'
  | 'accountName'
  | 'amount'
  | 'currency'
  | 'count'
  | 'total'
  | 'payDay'
  | 'madeDay'
  | 'madeTime'
  | 'batchReference'
  | 'payingBranch'
  /** `0` and the fourth digit of the paying account. */
  | 'payingAccountType'
  | PayoutTerm;

/** `hundredths`: 100.01 as 10001. `thousandths`: as 100010. */
export type AmountForm = 'decimal' | 'hundredths' | 'thousandths';
export type DayForm = 'yyyyMMdd' | 'ddMMyyyy' | 'ddMMyy' | 'yyMMdd' | 'dd-MM-yyyy';

export interface Field {
  /** The column's name in a header, or what the bank's documents call the field. */
  name: string;
  holds: { text: string } | { value: Value; as?: AmountForm | DayForm };
}

/** A field of fixed width, filled with blanks behind it, or with zeros before it. */
export interface FixedField extends Field {
  width: number;
  fill?: 'zeros';
  /** A longer text is cut, as for names; otherwise it does not fit. */
  isCut?: true;
}

export type Layout =
  | {
      kind: 'separated';
      separator: ',' | ';' | '\t';
      /** Read by people in spreadsheets; otherwise by a bank's program, which gets each number as it is. */
      isForPeople: boolean;
      columns: readonly Field[];
    }
  | {
      kind: 'fixed';
      head: readonly (readonly FixedField[])[];
      /** The records of one payment. */
      row: readonly (readonly FixedField[])[];
      tail: readonly (readonly FixedField[])[];
    };

export interface Term {
  name: PayoutTerm;
  pattern: string;
  example: string;
}

/** How the bank's answer is read: which column is which by its name, and what its words mean. */
export interface ResultReading {
  columns: Readonly<Record<ResultColumn, RegExp>>;
  paid: RegExp;
  refused: RegExp;
}

/** A bank's file for many payments, as data. */
export interface PayoutFormat {
  code: string;
  /** The maker's name for it. */
  title: string;
  currencies: readonly PayoutCurrency[];
  /** Which banks' accounts it reaches: only these, or all but these. */
  banks?: { only: readonly string[] } | { except: readonly string[] };
  /** Whether the bank itself documents it. */
  isConfirmed: boolean;
  encoding: 'utf-8' | 'windows-874';
  terms: readonly Term[];
  layout: Layout;
  result: ResultReading;
}

/** Records of fixed width differ in length, or a layout contradicts itself: empty for a sound format. */
export function formatProblems({ layout, terms, encoding, currencies }: PayoutFormat): string[] {
  const problems: string[] = [];
  if (currencies.length === 0) problems.push('carries no currency');
  const records =
    layout.kind === 'fixed' ? [...layout.head, ...layout.row, ...layout.tail] : [layout.columns];
  const known = new Set(terms.map(({ name }) => name as string));
  for (const { name, holds } of records.flat()) {
    if ('text' in holds) continue;
    if (TERM_VALUES.has(holds.value) && !known.has(holds.value)) problems.push(`${name}: no such term`);
    if (holds.value.startsWith('paying') && !known.has('payingAccount'))
      problems.push(`${name}: no paying account`);
    const needsForm = ['amount', 'total', 'payDay', 'madeDay'].includes(holds.value);
    if (needsForm !== (holds.as !== undefined)) problems.push(`${name}: the form of its value`);
  }
  if (layout.kind === 'separated') {
    const names = layout.columns.map(({ name }) => name);
    if (new Set(names).size !== names.length) problems.push('two columns of one name');
    return problems;
  }
  if (encoding !== 'windows-874') problems.push('fixed widths need one byte for each letter');
  for (const field of layout.row.flat())
    if (field.isCut && field.fill === 'zeros') problems.push(`${field.name}: cut and filled with zeros`);
  for (const field of records.flat() as FixedField[])
    if ('text' in field.holds && field.holds.text.length > field.width)
      problems.push(`${field.name}: too wide`);
  return problems;
}

const TERM_VALUES = new Set<string>(['payingAccount', 'companyId', 'companyName', 'productCode']);
