import type { Problem } from '@krapao/contract/api/operator/reconciliation';
import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { fieldText } from '@krapao/contract/csv';
import { CsvError, parse } from 'csv-parse/sync';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { AppError } from '../../appError.ts';
import { readJson } from '../../outsideJson.ts';

const LINES_MAX = 20_000;
/** Above every real file: no bank or provider has this many columns, or a cell this long. */
const CELLS_MAX = 100;
const CELL_MAX = 2_000;
const SEPARATORS = /[,;\t]/;
type Separator = ',' | ';' | '\t';
const SEPARATORS_MAX = 2_000;
const SHOWN_LINES = 12;

/** One row of a CSV file, and the line where it begins, counted from 1 as an editor shows it. */
export interface CsvRow {
  line: number;
  cells: string[];
  /**
   * The further lines of cells with line breaks, split at the separator. Where a quote stands that does not belong there,
   * rows of the file end up in a cell.
   */
  within: string[][];
  /** The lines of the file that a row with line breaks is made of, each split at the separator; empty for a row of one line. */
  lines: string[][];
}

/** Reads the form's `mapping`. @throws AppError INVALID_REQUEST */
export function readMapping<S extends TSchema>(schema: S, text: string): Static<S> {
  const value = readJson(text);
  if (Check(schema, value)) return value;
  throw new AppError('INVALID_REQUEST', 'the mapping of the columns');
}

/**
 * Splits a file into rows. Lines end in LF, CRLF or CR, also mixed in one file. Unless told, the separator is the comma,
 * semicolon or tab on which the lines agree. A cell of a file of ours reads as it was before we wrote it.
 * @returns the rows; or the first line with unbalanced quotes, or that is in no row
 * @throws AppError CSV_INVALID if the file is empty or no text, or has wider lines or longer cells than any statement;
 * CSV_TOO_LONG above 20,000 lines
 */
export function readCsv(
  content: string,
  separator?: Separator,
): { rows: CsvRow[]; problem: Problem | undefined } {
  if (content.includes('\0') || content.trim() === '') throw new AppError('CSV_INVALID');
  // The parser takes the end of the first line for that of all, and counts a CRLF within quotes twice.
  const text = content.replace(/\r\n?/g, '\n');
  const lines = text.split('\n');
  if (lines.some((line) => line.split(SEPARATORS, SEPARATORS_MAX).length === SEPARATORS_MAX))
    throw new AppError('CSV_INVALID', 'a line of more cells than any statement has');
  const delimiter = separator ?? separatorOf(lines);
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: '\n',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: LINES_MAX + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    if (records.length > LINES_MAX) throw new AppError('CSV_TOO_LONG', `above ${LINES_MAX} lines`);
    if (
      records.some(({ record }) => record.length > CELLS_MAX || record.some((cell) => cell.length > CELL_MAX))
    )
      throw new AppError(
        'CSV_INVALID',
        `a line of more than ${CELLS_MAX} cells, or a cell above ${CELL_MAX} characters`,
      );
    const rows = records.map(({ record, info }) => ({
      line: info.lines - breaksOf(record),
      cells: record.map(fieldText),
      within: record.flatMap((cell) =>
        cell
          .split('\n')
          .slice(1)
          .map((line) => line.split(delimiter)),
      ),
      lines: linesOf(record, delimiter),
    }));
    const lost = lineInNoRow(lines, rows);
    return lost === undefined
      ? { rows, problem: undefined }
      : {
          rows: [],
          problem: { line: lost, problem: 'QUOTES', text: (lines[lost - 1] ?? '').slice(0, 80) },
        };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    return { rows: [], problem: { line, problem: 'QUOTES', text: error.code } };
  }
}

/** The line breaks within the cells of a row. */
const breaksOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

function linesOf(record: readonly string[], delimiter: Separator): string[][] {
  const lines: string[][] = [[]];
  for (const cell of record) {
    const parts = cell.split('\n');
    const pieces = parts.length > 1 ? parts.map((part) => part.split(delimiter)) : [[cell]];
    lines.at(-1)?.push(...(pieces[0] ?? []));
    lines.push(...pieces.slice(1));
  }
  return lines.length > 1 ? lines.map((cells) => cells.map((text) => fieldText(text.trim()))) : [];
}

/**
 * Whether a row is made of several lines that count by themselves, or of one whose values in these columns are not the
 * row's: a quote stands where none belongs.
 */
export function joinsLines(
  { cells, lines }: CsvRow,
  columns: readonly number[],
  counts: (line: string[]) => boolean,
): boolean {
  const counted = lines.filter(counts);
  const isOwn = (text: string, column: number) =>
    (cells[column] ?? '').split('\n').some((part) => part.trim() === text);
  return (
    counted.length > 1 ||
    counted.some((line) =>
      columns.some((column) => (line[column] ?? '') !== '' && !isOwn(line[column] ?? '', column)),
    )
  );
}

/** The first line with something in it that no row holds; undefined if rows and blank lines make up the whole file. */
function lineInNoRow(
  lines: readonly string[],
  rows: readonly Pick<CsvRow, 'line' | 'cells'>[],
): number | undefined {
  let next = 1;
  for (const { line, cells } of [...rows, { line: lines.length + 1, cells: [] }]) {
    for (; next < line; next += 1) if (lines[next - 1]?.trim() !== '') return next;
    next = line + breaksOf(cells) + 1;
  }
  return undefined;
}

/**
 * The first lines of a file, and which of them names the columns: the first line with the maximum number of filled
 * cells.
 */
export function describeCsv(text: string) {
  const { rows, problem } = readCsv(text);
  if (problem) throw new AppError('CSV_INVALID', `line ${problem.line}: ${problem.text}`);
  const head = rows.slice(0, 40);
  const filled = head.map(({ cells }) => cells.filter((cell) => cell !== '').length);
  const widest = Math.max(...filled);
  const header = head[filled.findIndex((count) => count >= widest * 0.8)];
  const headerLine = header?.line ?? 1;
  const from = head.findIndex(({ line }) => line === headerLine);
  return {
    lines: rows.length,
    headerLine,
    rows: head
      .slice(from, from + SHOWN_LINES)
      .map(({ line, cells }) => ({ line, cells: cells.slice(0, 100).map((cell) => cell.slice(0, 120)) })),
  };
}

/** The text of a file in UTF-8, UTF-16 or the Thai Windows code page; by its look unless the encoding is told. */
export function decodeCsv(content: Buffer, encoding: StatementFormat['encoding'] = 'AUTO'): string {
  if (encoding !== 'AUTO') return new TextDecoder(encoding).decode(content);
  if (isUtf16(content)) return new TextDecoder('utf-16le').decode(content);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-874').decode(content);
  }
}

/** The text of a file that is UTF-8, or UTF-16 with its mark. @throws AppError CSV_INVALID for any other encoding */
export function decodeUnicode(content: Buffer): string {
  try {
    return new TextDecoder(isUtf16(content) ? 'utf-16le' : 'utf-8', { fatal: true }).decode(content);
  } catch {
    throw new AppError('CSV_INVALID', 'the text is not UTF-8');
  }
}

const isUtf16 = (content: Buffer): boolean => content[0] === 0xff && content[1] === 0xfe;

/** The separator of a first line that names the columns; of one column alone, the tab, which names do not have. */
export function separatorOfHeader(text: string): Separator {
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  return ([',', ';', '\t'] as const).find((separator) => header.includes(separator)) ?? '\t';
}

function separatorOf(lines: readonly string[]): Separator {
  const bare = lines.slice(0, 50).map((line) => line.replace(/"[^"]*"/g, ''));
  const count = (separator: string) => bare.filter((line) => line.split(separator).length >= 3).length;
  const [best] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a));
  return best ?? ',';
}
