import { bangkokDay } from '@krapao/contract/bangkokTime';
import { BANK_FACTS } from '@krapao/contract/banks';
import { plainDigits } from '@krapao/contract/digits';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import { type CsvRow, readCsv, separatorOfHeader } from './csvFile.ts';

/** A line of a list of persons or accounts. */
export interface ListLine {
  line: number;
  reference: string;
  names: string[];
  /** YYYY-MM-DD. */
  birthDate: string | null;
  documentNumber: string | null;
  bankCode: string | null;
  accountNo: string | null;
}

const COLUMNS = ['reference', 'names', 'birthDate', 'documentNumber', 'bankCode', 'accountNo'] as const;
type Column = (typeof COLUMNS)[number];

const NAMES_MAX = 20;
const NAME_MAX = 120;

/**
 * Reads a list: a CSV whose first line names the columns `reference`, `names` (forms of the name, separated by ; or in lines of their own),
 * `birthDate` (YYYY-MM-DD, not after today), `documentNumber`, `bankCode` (of a known bank) and `accountNo`, in any
 * order; others are left alone. Where a page repeats the first line, it says nothing.
 * @throws AppError CSV_INVALID with the line that says nothing, or cannot be read; CSV_TOO_LONG
 */
export function readListFile(text: string, now = clock.date()): ListLine[] {
  const { rows, problem } = readCsv(text, separatorOfHeader(text));
  const [header, ...below] = rows;
  const isHeader = ({ cells }: CsvRow) => cells.join('\n') === header?.cells.join('\n');
  const lines = below.filter((row) => !isHeader(row));
  if (problem) throw new AppError('CSV_INVALID', `line ${problem.line}: ${problem.text}`);
  const place = new Map(
    COLUMNS.map((name) => [
      name,
      header?.cells.findIndex((cell) => cell.trim().toLowerCase() === name.toLowerCase()) ?? -1,
    ]),
  );
  if (![...place.values()].some((at) => at >= 0)) throw new AppError('CSV_INVALID', 'no column is known');
  const columns = header?.cells.length ?? 0;
  const today = bangkokDay(now);
  if (lines.length === 0) throw new AppError('CSV_INVALID', 'no entry');
  return lines.map(({ line, cells, within, lines: parts }) => {
    const cell = (name: Column) => cells[place.get(name) ?? -1]?.normalize('NFC').trim() || null;
    const refuse = (what: string) => new AppError('CSV_INVALID', `line ${line}: ${what}`);
    if (cells.slice(columns).some((text) => text !== '')) throw refuse('more cells than columns');
    const isWhole = (one: string[]) => one.length >= columns;
    if (columns > 1 && (within.some(isWhole) || parts.filter(isWhole).length > 1))
      throw refuse('a line within quotes');
    const names = (cell('names') ?? '')
      .split(/[;\n]/)
      .map((name) => inOrder(name.trim()))
      .filter((name) => name !== '');
    const accountNo = plainDigits(cell('accountNo') ?? '').replace(/[\s-]/g, '') || null;
    const documentNumber = cell('documentNumber');
    const birthDate = cell('birthDate');
    const bankCode = cell('bankCode')?.toUpperCase() ?? null;
    if (names.length === 0 && accountNo === null && documentNumber === null)
      throw refuse('no name, number or account');
    if (names.length > NAMES_MAX || names.some((name) => name.length > NAME_MAX)) throw refuse('names');
    if (accountNo !== null && !/^[0-9]{6,20}$/.test(accountNo)) throw refuse('accountNo');
    if (documentNumber !== null && documentNumber.length > 40) throw refuse('documentNumber');
    if (birthDate !== null && (!isDay(birthDate) || birthDate > today)) throw refuse('birthDate');
    if (bankCode !== null && !Object.hasOwn(BANK_FACTS, bankCode)) throw refuse('bankCode');
    const reference = (cell('reference') ?? `line ${line}`).slice(0, 100);
    return { line, reference, names, birthDate, documentNumber, bankCode, accountNo };
  });
}

/** A name in the order of banks: lists also write `SURNAME, GIVEN`. */
function inOrder(name: string): string {
  const [surname = '', given, ...more] = name.split(',').map((part) => part.trim());
  return given === undefined || more.length > 0 ? name : `${given} ${surname}`.trim();
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}
