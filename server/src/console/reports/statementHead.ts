import type { Problem } from '@krapao/contract/api/operator/reconciliation';
import type { StatementColumn, StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { oneSpelling } from '@krapao/contract/spelling';
import type { CsvRow } from './csvFile.ts';

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

/** The line that names the columns, and what repeats it. */
export interface StatementHead {
  /** 0 if no line names them. */
  line: number;
  columns: Columns;
  /** Why no line can be it. */
  missing?: Problem;
  /** Where the columns stand below this row, if it names them again, as each page of a long file does. */
  again(row: CsvRow): Columns | undefined;
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
  const isNamed = ({ cells }: CsvRow) => {
    const names = new Set(cells.map(tidy));
    return named.every((name) => names.has(name));
  };
  const worded = wanted.flatMap(([name, column]) =>
    typeof column === 'number' && (name === 'date' || MONEY.some((one) => one === name)) ? [column] : [],
  );
  const isWorded = ({ cells }: CsvRow) =>
    worded.map((column) => cells[column] ?? '').every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell));
  const isHead = named.length > 0 ? isNamed : isWorded;
  const told = rows.find(({ line }) => line === format.headerLine);
  const found =
    format.headerLine === 0
      ? undefined
      : told !== undefined && isHead(told)
        ? told
        : rows.slice(0, WITHIN_ROWS).find(isHead);
  const columnsIn = ({ cells }: Pick<CsvRow, 'cells'>): Columns => {
    const names = cells.map(tidy);
    return Object.fromEntries(
      wanted.map(([name, column]) => [
        name,
        typeof column === 'number' ? column : names.indexOf(tidy(column)),
      ]),
    );
  };
  const line = found?.line ?? format.headerLine ?? 0;
  const above = new Set(rows.filter((row) => row.line < line).map(withoutDigits));
  const head: StatementHead = {
    line,
    columns: columnsIn(found ?? { cells: [] }),
    again: (row) =>
      found !== undefined && (named.length > 0 ? isNamed(row) : sameCells(row, found, worded))
        ? columnsIn(row)
        : undefined,
    repeats: (row) => above.has(withoutDigits(row)),
  };
  if (named.length === 0 || found !== undefined) return head;
  const names = new Set((told?.cells ?? []).map(tidy));
  const text = named
    .filter((name) => !names.has(name))
    .join(', ')
    .slice(0, 80);
  return { ...head, missing: { line: told?.line ?? 1, problem: 'COLUMNS', text } };
}

/** A name or word without differences of letter case and spaces. */
export const tidy = (name: string): string => oneSpelling(name).trim().replace(/\s+/g, ' ').toLowerCase();

const withoutDigits = ({ cells }: CsvRow): string =>
  cells.map((cell) => tidy(cell).replace(/\d+/g, '0')).join('\n');

const sameCells = (one: CsvRow, other: CsvRow, columns: readonly number[]): boolean =>
  columns.every((column) => tidy(one.cells[column] ?? '') === tidy(other.cells[column] ?? ''));
