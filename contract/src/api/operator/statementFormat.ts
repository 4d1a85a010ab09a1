import { Type } from '../../endpoint.ts';

/** A column by its number from 0, or by its name in the header line (letter case and repeated spaces do not matter). */
export const StatementColumn = Type.Union([
  Type.Integer({ minimum: 0, maximum: 99 }),
  Type.String({ minLength: 1, maxLength: 80 }),
]);
export type StatementColumn = Type.Static<typeof StatementColumn>;
const Optional = Type.Optional(StatementColumn);

/**
 * How the bank of an account writes its statement file. Money stands either in `amount`, or in `in` and `out`; without
 * `out`, lines of money that left are not read.
 */
export const StatementFormat = Type.Object(
  {
    headerLine: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 200,
        description:
          'the line of the file that names the columns; 0: no line does. Left out, or if that line has not their names: the first line that has; for columns by number the first with words in those of the date and of money',
      }),
    ),
    date: StatementColumn,
    time: Optional,
    amount: Type.Optional(
      Type.Union(StatementColumn.anyOf, {
        description: 'money in; below zero, or by `direction`, money out',
      }),
    ),
    direction: Type.Optional(
      Type.Object(
        {
          column: StatementColumn,
          in: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 20 }),
        },
        {
          additionalProperties: false,
          description: 'which words mark an `amount` as money in; others are out',
        },
      ),
    ),
    in: Optional,
    out: Optional,
    balance: Type.Optional(
      Type.Union(StatementColumn.anyOf, { description: 'what the account holds after the line' }),
    ),
    reference: Type.Optional(
      Type.Union(StatementColumn.anyOf, { description: 'left out, or empty in a line: the line has none' }),
    ),
    description: Optional,
    senderName: Optional,
    senderAccount: Optional,
    senderBank: Optional,
    encoding: Type.Optional(
      Type.Union(
        [Type.Literal('AUTO'), Type.Literal('UTF-8'), Type.Literal('WINDOWS-874'), Type.Literal('UTF-16LE')],
        { description: 'WINDOWS-874 reads TIS-620 too. AUTO if left out' },
      ),
    ),
    dates: Type.Optional(
      Type.Union([Type.Literal('DMY'), Type.Literal('MDY'), Type.Literal('YMD')], {
        description:
          'the order of day, month and year; DMY if left out. A year of four digits at the front is always YMD',
      }),
    ),
    years: Type.Optional(
      Type.Union([Type.Literal('BUDDHIST'), Type.Literal('GREGORIAN')], {
        description:
          'which calendar years of two digits are of. Left out: such years are unreadable. Four digits tell it by themselves',
      }),
    ),
    decimal: Type.Optional(
      Type.Union([Type.Literal('POINT'), Type.Literal('COMMA')], { description: 'POINT if left out' }),
    ),
  },
  { additionalProperties: false },
);
export type StatementFormat = Type.Static<typeof StatementFormat>;

/** What contradicts itself in a format, in English; undefined if nothing does. */
export function statementFormatProblem(format: StatementFormat): string | undefined {
  const { amount, direction, in: into, out } = format;
  if ((amount === undefined) === (into === undefined))
    return 'money stands either in amount or in in and out';
  if (amount !== undefined && out !== undefined) return 'out stands beside in, not beside amount';
  if (direction !== undefined && amount === undefined) return 'direction tells of an amount';
  const columns = [format.date, amount, into, out, format.balance, format.reference, direction?.column];
  if (columns.some((column) => typeof column === 'string') && format.headerLine === 0)
    return 'columns are named, and no line names them';
  const money = [amount, into, out, format.balance].filter((column) => column !== undefined);
  return new Set(money).size < money.length ? 'two kinds of money in one column' : undefined;
}
