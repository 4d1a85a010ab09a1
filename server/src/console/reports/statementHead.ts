import type { Problem } from '@krapao/contract/api/operator/reconciliation';
import type { StatementColumn, StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { oneSpelling } from '@krapao/contract/spelling';
import type { CsvRow } from './csvFile.ts';
import { readAmount, showsDate } from './csvValue.ts';

/** The keys of a format that are columns of money or words of their own. */
const COLUMNS = [
  'date',
  'time',
  'amount',
  'in',
  'out',
  'balance',
  'reference',
  'description',
  'senderName',
  'senderAccount',
  'senderBank',
] as const;
const MONEY = ['amount', 'in', 'out', 'balance'] as const;

/** Where the columns of a format stand in a file, from 0. */
export type Columns = Partial<Record<(typeof COLUMNS)[number] | 'direction', number>>;

/** How far down a file its first line of names may stand. */
const WITHIN_ROWS = 200;
/** No longer text is a name or word of a format, which has 80 letters at most. */
const NAME_MAX = 200;

/** The line that names the columns, and what repeats it. */
export interface StatementHead {
  /** 0 if no line names them. */
  line: number;
  columns: Columns;
  /** The number of its cells; infinite if no line names the columns. */
  width: number;
  /** Why no line can be it. */
  missing?: Problem;
  /** What holds below this row, if it names the columns again, as each page of a long file does. */
  again(row: CsvRow): Pick<StatementHead, 'columns' | 'width'> | undefined;
  /** Whether a line above the head says the same but for its digits: pages repeat what stands above their table too. */
  repeats(row: CsvRow): boolean;
}

/**
 * Finds the line that names the columns: the one that the format tells, or the first with the names. Columns by number
 * are named by the line with words in those of the date and of money.
 */
export function headOf(rows: readonly CsvRow[], format: StatementFormat): StatementHead {
  const wanted: [keyof Columns, StatementColumn][] = COLUMNS.flatMap((name) => {
    const column = format[name];
    return column === undefined ? [] : [[name, column]];
  });
  if (format.direction) wanted.push(['direction', format.direction.column]);
  const named = wanted.flatMap(([, column]) => (typeof column === 'string' ? [tidy(column)] : []));
  const tidied = new WeakMap<CsvRow, string[]>();
  const namesOf = (row: CsvRow): string[] => {
    const names = tidied.get(row) ?? row.cells.map(tidy);
    tidied.set(row, names);
    return names;
  };
  const isNamed = (row: CsvRow) => {
    const names = new Set(namesOf(row));
    return named.every((name) => names.has(name));
  };
  const worded = wanted.flatMap(([name, column]) =>
    typeof column === 'number' && (name === 'date' || MONEY.some((one) => one === name)) ? [column] : [],
  );
  const isWorded = ({ cells }: CsvRow) =>
    worded.map((column) => cells[column] ?? '').every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell));
  // The line that the operator chose may name a column with a number: `Amount (1)`.
  const isNoValue = ({ cells }: CsvRow) =>
    worded
      .map((column) => cells[column] ?? '')
      .every((cell) => /\p{L}/u.test(cell) && readAmount(cell) === null && !showsDate(cell));
  const isHead = named.length > 0 ? isNamed : isWorded;
  const told = rows.find(({ line }) => line === format.headerLine);
  const found =
    format.headerLine === 0
      ? undefined
      : told !== undefined && (isHead(told) || (named.length === 0 && isNoValue(told)))
        ? told
        : rows.slice(0, WITHIN_ROWS).find(isHead);
  const columnsIn = (row: CsvRow | undefined): Columns => {
    const names = row === undefined ? [] : namesOf(row);
    return Object.fromEntries(
      wanted.map(([name, column]) => [
        name,
        typeof column === 'number' ? column : names.indexOf(tidy(column)),
      ]),
    );
  };
  const line = found?.line ?? format.headerLine ?? 0;
  const withoutDigits = (row: CsvRow) =>
    namesOf(row)
      .map((cell) => cell.replace(/\d+/g, '0'))
      .join('\n');
  const above = new Set(rows.filter((row) => row.line < line).map(withoutDigits));
  const head: StatementHead = {
    line,
    columns: columnsIn(found),
    width: found?.cells.length ?? Number.POSITIVE_INFINITY,
    again: (row) =>
      found !== undefined &&
      (named.length > 0
        ? isNamed(row)
        : worded.every((column) => (namesOf(row)[column] ?? '') === (namesOf(found)[column] ?? '')))
        ? { columns: columnsIn(row), width: row.cells.length }
        : undefined,
    repeats: (row) => above.has(withoutDigits(row)),
  };
  if (named.length === 0 || found !== undefined) return head;
  const names = new Set(told === undefined ? [] : namesOf(told));
  const text = named
    .filter((name) => !names.has(name))
    .join(', ')
    .slice(0, 80);
  return { ...head, missing: { line: told?.line ?? 1, problem: 'COLUMNS', text } };
}

/** A name or word without differences of letter case and spaces; a text longer than any of them as it is. */
export const tidy = (name: string): string =>
  name.length > NAME_MAX ? name : oneSpelling(name).trim().replace(/\s+/g, ' ').toLowerCase();
