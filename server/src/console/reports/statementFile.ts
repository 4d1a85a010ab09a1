import type { Problem, StatementMapping } from '@krapao/contract/api/operator/reconciliation';
import { BANK_FACTS, bankCodeOfNumber } from '@krapao/contract/banks';
import type { StatementLine } from '../../providers/bankStatement.ts';
import { readCsv } from './csvFile.ts';
import { readAmount, readMoment, readReference } from './csvValue.ts';

const DAY_MS = 86_400_000;

/** A line of incoming money, and its position in the file. */
export interface FileLine extends StatementLine {
  line: number;
  isDay: boolean;
}

export interface StatementFile {
  incoming: FileLine[];
  /** The number of dated lines without incoming money. */
  leftAlone: number;
  problems: Problem[];
}

/** A line without a reference: skipped and shown, because nothing would prevent a second credit. */
export const hinders = ({ problem }: Problem): boolean => problem !== 'REFERENCE';

/**
 * Reads a bank's statement by the columns that the operator chose. Lines without a date and incoming money are ignored.
 */
export function readStatement(
  text: string,
  mapping: StatementMapping,
  currency: 'THB' | 'LAK',
  now = new Date(),
): StatementFile {
  const { rows, problem } = readCsv(text);
  const file: StatementFile = { incoming: [], leftAlone: 0, problems: problem ? [problem] : [] };
  for (const { line, cells } of rows) {
    if (line <= mapping.headerLine) continue;
    const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''));
    const refuse = (what: Problem['problem'], value: string) =>
      file.problems.push({ line, problem: what, text: value.slice(0, 80) });
    const amountText = cell(mapping.amount);
    if (amountText === '' || /^-+$/.test(amountText)) {
      if (cells.length <= mapping.amount && cell(mapping.date) !== '') refuse('COLUMNS', cells.join(' | '));
      else if (readMoment(cell(mapping.date), cell(mapping.time)) !== null) file.leftAlone += 1;
      continue;
    }
    const amount = readAmount(amountText);
    if (amount === null) {
      refuse('AMOUNT', amountText);
      continue;
    }
    if (amount <= 0n) {
      file.leftAlone += 1;
      continue;
    }
    const dateText = `${cell(mapping.date)} ${cell(mapping.time)}`.trim();
    const moment = readMoment(cell(mapping.date), cell(mapping.time));
    if (moment === null) {
      refuse('DATE', dateText);
      continue;
    }
    if (moment.at.getTime() > now.getTime() + DAY_MS) {
      refuse('DATE_FUTURE', dateText);
      continue;
    }
    const reference = readReference(cell(mapping.reference));
    if (reference === null) {
      refuse('REFERENCE', cell(mapping.reference) || amountText);
      continue;
    }
    file.incoming.push({
      line,
      isDay: moment.isDay,
      transRef: reference,
      ...bankOf(cell(mapping.senderBank)),
      amount,
      currency,
      sender: {
        displayName: cell(mapping.senderName).slice(0, 200),
        account: accountOf(cell(mapping.senderAccount)),
        proxy: null,
      },
      reference: null,
      transferredAt: moment.at,
    });
  }
  return file;
}

function bankOf(cell: string): Pick<StatementLine, 'sendingBank' | 'sendingBankCode'> {
  const code = /^\d{1,3}$/.test(cell) ? bankCodeOfNumber(cell.padStart(3, '0')) : cell.toUpperCase();
  if (code === undefined || !Object.hasOwn(BANK_FACTS, code))
    return { sendingBank: undefined, sendingBankCode: undefined };
  return { sendingBank: BANK_FACTS[code]?.number, sendingBankCode: code };
}

function accountOf(cell: string): string | null {
  const account = cell.trim().replace(/^'/, '');
  return /^[0-9xX*\s-]{4,30}$/.test(account) ? account : null;
}
