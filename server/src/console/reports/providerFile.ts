import type { Problem, ProviderMapping } from '@krapao/contract/api/operator/reconciliation';
import type { Satang } from '@krapao/contract/money';
import { readCsv } from './csvFile.ts';
import { readAmount, readMoment, readReference } from './csvValue.ts';

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
 * Reads a provider's list of transfers. The reference decides the direction, whatever the sign.
 * @throws AppError CSV_INVALID, CSV_TOO_LONG
 */
export function readProviderFile(text: string, mapping: ProviderMapping): ProviderFile {
  const { rows, problem } = readCsv(text);
  const problems: Problem[] = problem ? [problem] : [];
  const lines: ProviderLine[] = [];
  for (const { line, cells } of rows) {
    if (line <= mapping.headerLine) continue;
    const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
    const refuse = (what: Problem['problem'], value: string) =>
      problems.push({ line, problem: what, text: value.slice(0, 80) });
    const amount = readAmount(cell(mapping.amount));
    const reference = readReference(cell(mapping.reference));
    const moment = mapping.date === undefined ? null : readMoment(cell(mapping.date), cell(mapping.time));
    if (reference === null) refuse('REFERENCE', cells.join(' | '));
    else if (amount === null) refuse('AMOUNT', cell(mapping.amount));
    else if (mapping.date !== undefined && moment === null) refuse('DATE', cell(mapping.date));
    else
      lines.push({
        line,
        reference: reference.toLowerCase(),
        amount: amount < 0n ? -amount : amount,
        at: moment?.at ?? null,
      });
  }
  return { lines, problems };
}
