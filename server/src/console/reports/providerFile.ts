import type { Problem, ProviderMapping } from '@krapao/contract/api/operator/reconciliation';
import type { Satang } from '@krapao/contract/money';
import { joinsLines, readCsv } from './csvFile.ts';
import { looksLikeAmount, readAmount, readMoment, readReference } from './csvValue.ts';

/** A transfer in a provider's list. */
export interface ProviderLine {
  line: number;
  reference: string;
  amount: Satang;
  at: Date | null;
}

export interface ProviderFile {
  lines: ProviderLine[];
  problems: Problem[];
}

/**
 * Reads a provider's list of transfers. The reference decides the direction, whatever the sign. A transfer above the line
 * that names the columns, or wider than it, is a problem; where a page repeats that line, it says nothing.
 * @throws AppError CSV_INVALID, CSV_TOO_LONG
 */
export function readProviderFile(text: string, mapping: ProviderMapping): ProviderFile {
  const { rows, problem } = readCsv(text);
  const problems: Problem[] = problem ? [problem] : [];
  const lines: ProviderLine[] = [];
  const head = rows.find(({ line }) => line === mapping.headerLine)?.cells;
  const counts = (cells: readonly string[]) => tellsTransfer(cells, mapping);
  for (const row of rows) {
    const { line, cells } = row;
    const refuse = (what: Problem['problem'], value: string) =>
      problems.push({ line, problem: what, text: value.slice(0, 80) });
    const read = readLine(cells, mapping);
    if (joinsLines(row, [mapping.reference, mapping.amount], counts)) refuse('QUOTES', cells.join(' | '));
    else if (line <= mapping.headerLine) {
      if (counts(cells)) refuse('ABOVE_HEADER', cells.join(' | '));
    } else if (Array.isArray(read)) {
      if (cells.join('\n') !== head?.join('\n')) refuse(...read);
    } else if (head !== undefined && cells.slice(head.length).some((cell) => cell !== ''))
      refuse('COLUMNS', cells.join(' | '));
    else lines.push({ line, ...read });
  }
  return { lines, problems };
}

/** A transfer, or what is wrong with it. */
function readLine(
  cells: readonly string[],
  mapping: ProviderMapping,
): Omit<ProviderLine, 'line'> | [Problem['problem'], string] {
  const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
  const amount = readAmount(cell(mapping.amount));
  const reference = readReference(cell(mapping.reference));
  const moment = mapping.date === undefined ? null : readMoment(cell(mapping.date), cell(mapping.time));
  if (reference === null) return ['REFERENCE', cells.join(' | ')];
  if (amount === null) return ['AMOUNT', cell(mapping.amount)];
  if (mapping.date !== undefined && moment === null) return ['DATE', cell(mapping.date)];
  return {
    reference: reference.toLowerCase(),
    amount: amount < 0n ? -amount : amount,
    at: moment?.at ?? null,
  };
}

/** Whether cells are a transfer, or a dated one whose amount has a mistake in it. */
function tellsTransfer(cells: readonly string[], mapping: ProviderMapping): boolean {
  const read = readLine(cells, mapping);
  if (!Array.isArray(read)) return true;
  const { date, time, amount } = mapping;
  return (
    read[0] === 'AMOUNT' &&
    date !== undefined &&
    readMoment(cells[date] ?? '', cells[time ?? -1] ?? '') !== null &&
    looksLikeAmount(cells[amount] ?? '')
  );
}
