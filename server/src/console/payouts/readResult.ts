import type { ResultMapping } from '@krapao/contract/api/operator/payoutBatches';
import { RESULT_COLUMNS, type ResultColumn } from '@krapao/contract/payoutFormats';
import { AppError } from '../../appError.ts';
import type { ResultReading } from '../../modules/withdrawals/batch/payoutFormat.ts';
import { readRowReference } from '../../modules/withdrawals/batch/writeFile.ts';
import { type CsvRow, readCsv } from '../reports/csvFile.ts';
import { readAmount } from '../reports/csvValue.ts';

/** Above every answer to a file of 500 payments. */
const LINES_MAX = 5_000;
const HEADER_WITHIN = 40;
const SAMPLE_LINES = 6;
const WORDS_MAX = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A line of the bank's answer. The amount is in hundredths; null where the file shows none. */
export interface ResultLine {
  line: number;
  outcome: 'paid' | 'refused' | 'unknown';
  /** Our reference if the line shows it anywhere, else the text of the reference column. */
  reference: string;
  account: string;
  amount: bigint | null;
  words: string;
  bankReference: string | undefined;
}

export interface ResultText {
  isMapped: boolean;
  mapping: ResultMapping;
  sample: string[][];
  lines: ResultLine[];
}

/** Whether a text is a withdrawal's id, as files named their rows before they had references. */
export const isId = (text: string): boolean => UUID.test(text);

/** Whether a text is the reference of a row, of this file or of another one. */
export const isReference = (text: string): boolean => readRowReference(text) !== undefined;

/**
 * Reads the bank's answer. Without a chosen status, columns are found by the names in the header. A status that the format
 * does not know is no final answer.
 * @param known what the file names its rows by, in lower case
 * @throws AppError CSV_INVALID, CSV_TOO_LONG
 */
export function readResult(
  text: string,
  reading: ResultReading,
  chosen: ResultMapping,
  known: { has: (reference: string) => boolean },
): ResultText {
  const isKnown = (cell: string) => known.has(cell.toLowerCase());
  const isOurs = (cell: string) => isReference(cell) || isKnown(cell);
  const { rows, problem } = readCsv(text);
  if (problem) throw new AppError('CSV_INVALID', `line ${problem.line}: ${problem.text}`);
  if (rows.length > LINES_MAX) throw new AppError('CSV_TOO_LONG', `above ${LINES_MAX} lines`);
  const header =
    chosen.headerLine === undefined
      ? rows.slice(0, HEADER_WITHIN).find(({ cells }) => columnOf(cells, reading, 'status') !== undefined)
      : rows.find(({ line }) => line === chosen.headerLine);
  const mapping =
    chosen.status === undefined ? { ...guess(header?.cells ?? [], reading), ...chosen } : chosen;
  const isBelow = ({ line }: CsvRow) => line > (header?.line ?? 0);
  const headText = header?.cells.join('\n');
  const swallowed = rows.find(({ cells: own, lines }) => {
    const ours = lines.filter((cells) => cells.length >= 3 && cells.some(isOurs));
    return ours.length > 1 || ours.some((cells) => !cells.some((cell) => isOurs(cell) && own.includes(cell)));
  });
  if (swallowed) throw new AppError('CSV_INVALID', `line ${swallowed.line}: QUOTES`);
  // A payment of ours counts wherever it stands; pages repeat the line that names the columns.
  const body = rows.filter(
    (row) =>
      row !== header &&
      row.cells.join('\n') !== headText &&
      (isBelow(row) || row.cells.some((cell) => isOurs(cell.trim()))),
  );
  const isMapped =
    mapping.status !== undefined &&
    ((mapping.account !== undefined && mapping.amount !== undefined) ||
      mapping.reference !== undefined ||
      body.some(({ cells }) => cells.some((cell) => isOurs(cell.trim()))));
  const cellOf = (cells: readonly string[], column: ResultColumn) => {
    const place = mapping[column];
    return place === undefined ? '' : (cells[place] ?? '').replace(/^'/, '').trim();
  };
  return {
    isMapped,
    mapping: { headerLine: header?.line ?? 0, ...mapping },
    sample: [...(header ? [header] : []), ...body]
      .slice(0, SAMPLE_LINES)
      .map(({ cells }) => cells.slice(0, 40).map((cell) => cell.slice(0, 80))),
    lines: isMapped ? body.flatMap(({ line, cells }) => readLine(line, cells)) : [],
  };

  /** A bank's own numbers may look like ours: the column of references goes before the other cells. */
  function referenceOf(cells: readonly string[]): string {
    const own = cellOf(cells, 'reference');
    if (isOurs(own)) return own;
    const texts = cells.map((cell) => cell.trim());
    return texts.find(isReference) ?? texts.find(isKnown) ?? (own || (texts.find(isId) ?? ''));
  }

  function readLine(line: number, cells: readonly string[]): ResultLine[] {
    const status = cellOf(cells, 'status');
    const account = cellOf(cells, 'account');
    const reference = referenceOf(cells);
    // The sums below the list.
    if (status === '' && account === '' && !isOurs(reference)) return [];
    const amountText = cellOf(cells, 'amount');
    const amount = amountText === '' ? null : readAmount(amountText);
    const isLegible = amountText === '' || amount !== null;
    const outcome = reading.paid.test(status) ? 'paid' : reading.refused.test(status) ? 'refused' : 'unknown';
    const bankReference = cellOf(cells, 'bankReference');
    return [
      {
        line,
        outcome: isLegible ? outcome : 'unknown',
        reference: reference.slice(0, 80),
        account: account.slice(0, 40),
        amount: amount !== null && amount < 0n ? -amount : amount,
        words: [status, cellOf(cells, 'words')].filter(Boolean).join(': ').slice(0, WORDS_MAX),
        bankReference: /^[0-9A-Za-z-]{1,40}$/.test(bankReference) ? bankReference : undefined,
      },
    ];
  }
}

function guess(header: readonly string[], reading: ResultReading): ResultMapping {
  const taken = new Set<number>();
  const mapping: ResultMapping = {};
  for (const column of SEARCHED) {
    const found = columnOf(header, reading, column, taken);
    if (found === undefined) continue;
    taken.add(found);
    mapping[column] = found;
  }
  return mapping;
}

/** A name such as "bank reference" is also a reference: the special ones are looked for first. */
const SEARCHED = RESULT_COLUMNS.toSorted(
  (one, other) => Number(one === 'reference') - Number(other === 'reference'),
);

function columnOf(
  header: readonly string[],
  { columns }: ResultReading,
  column: ResultColumn,
  taken: ReadonlySet<number> = new Set(),
): number | undefined {
  const found = header.findIndex((name, place) => !taken.has(place) && columns[column].test(name.trim()));
  return found < 0 ? undefined : found;
}
