import type { Problem } from '@krapao/contract/api/operator/reconciliation';
import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { BANK_FACTS, bankCodeOfNumber } from '@krapao/contract/banks';
import type { Satang } from '@krapao/contract/money';
import { clock } from '../../clock.ts';
import { unreferenced } from '../../modules/deposits/incoming/unreferenced.ts';
import type { StatementLine } from '../../providers/bankStatement.ts';
import { type CsvRow, joinsLines, readCsv } from './csvFile.ts';
import { looksLikeAmount, readAmount, readMoment, readReference, showsDate } from './csvValue.ts';
import { type Columns, headOf, type StatementHead, tidy } from './statementHead.ts';

const DAY_MS = 86_400_000;

/** A line of incoming money, and its position in the file. */
export interface FileLine extends StatementLine {
  line: number;
  isDay: boolean;
  /** After the line; null if the file does not tell it. */
  balance: Satang | null;
}

/** A line of money that left. */
export interface OutgoingLine {
  line: number;
  /** The same in every file that tells of it. */
  key: string;
  /** The bank's reference; empty if it has none. */
  reference: string;
  amount: Satang;
  at: Date;
  isDay: boolean;
  /** What the bank writes of it: the receiver, the kind, the channel. */
  text: string;
  balance: Satang | null;
}

export interface StatementFile {
  incoming: FileLine[];
  outgoing: OutgoingLine[];
  /** The number of dated lines without money. */
  leftAlone: number;
  problems: Problem[];
  /** The balance at the end of each day in Bangkok on which a line tells one, oldest first. */
  closings: { balance: Satang; at: Date }[];
}

/** The account whose statement it is. */
export interface FileAccount {
  id: string;
  currency: 'THB' | 'LAK';
}

interface ReadLine {
  line: number;
  /** Below zero it left. */
  amount: Satang;
  at: Date;
  isDay: boolean;
  reference: string;
  text: string;
  sender: { name: string; account: string | null; bank: string };
  balance: Satang | null;
}

/**
 * Reads a bank's statement by the account's format. Lines without a date and money are ignored, and what pages repeat. A
 * dated line of money that cannot be read, or stands above the head, is a problem, and so is one wider than the head.
 */
export function readStatement(
  text: string,
  format: StatementFormat,
  account: FileAccount,
  now = clock.date(),
): StatementFile {
  const { rows, problem } = readCsv(text);
  const problems: Problem[] = problem ? [problem] : [];
  const head = headOf(rows, format);
  if (head.missing !== undefined) problems.push(head.missing);
  let { columns, width } = head;
  const read: ReadLine[] = [];
  let leftAlone = 0;
  for (const row of head.missing === undefined ? rows : []) {
    const isAbove = row.line <= head.line;
    const again = isAbove ? undefined : head.again(row);
    if (again) ({ columns, width } = again);
    if (holdsLines(row, columns, format)) {
      problems.push(refusal(row, 'QUOTES', row.cells.join(' | ')));
      continue;
    }
    if (isAbove) {
      if (tellsMoney(row.cells, columns, format))
        problems.push(refusal(row, 'ABOVE_HEADER', row.cells.join(' | ')));
      continue;
    }
    const result = again ? 'empty' : readBelow(row, format, { columns, width }, now);
    if (result === 'empty') continue;
    if (result === 'left alone') leftAlone += 1;
    else if (isMoney(result)) read.push(result);
    else if (tellsMoney(row.cells, columns, format) || !head.repeats(row)) problems.push(result);
  }
  const keyOf = keys(account);
  const incoming: FileLine[] = [];
  const outgoing: OutgoingLine[] = [];
  for (const one of read) {
    const { line, isDay, balance } = one;
    if (one.amount > 0n)
      incoming.push({
        line,
        isDay,
        balance,
        transRef: one.reference || keyOf(one),
        ...bankOf(one.sender.bank),
        amount: one.amount,
        currency: account.currency,
        sender: { displayName: one.sender.name, account: one.sender.account, proxy: null },
        reference: null,
        transferredAt: one.at,
      });
    else
      outgoing.push({
        line,
        isDay,
        balance,
        key: keyOf(one),
        reference: one.reference,
        amount: -one.amount,
        at: one.at,
        text: one.text || one.sender.name,
      });
  }
  return { incoming, outgoing, leftAlone, problems, closings: closingsOf(read, now) };
}

/** How many columns a table may have moved to the side on one of its pages. */
const SHIFTS = [-1, 1, -2, 2, -3, 3];
/** The columns of money that moved. */
const MOVED = ['amount', 'in', 'out'] as const;

/**
 * A row below the head. One that nothing is read from must not be a line of money in other columns; one with more cells
 * than the head has an amount or a text that was split.
 */
function readBelow(
  row: CsvRow,
  format: StatementFormat,
  { columns, width }: Pick<StatementHead, 'columns' | 'width'>,
  now: Date,
): ReturnType<typeof readLine> {
  const result = readLine(row, format, columns, now);
  if (result !== 'empty') {
    const isWider = row.cells.slice(width).some((cell) => cell !== '');
    return isWider && (result === 'left alone' || isMoney(result))
      ? refusal(row, 'COLUMNS', row.cells.join(' | '))
      : result;
  }
  const isShifted = SHIFTS.some((by) => {
    const moved = Object.entries(columns).map(([name, column]) => [name, column + by] as const);
    if (moved.some(([, column]) => column < 0)) return false;
    return isMoney(readLine(row, format, Object.fromEntries(moved), now));
  });
  return isShifted ? refusal(row, 'COLUMNS', row.cells.join(' | ')) : result;
}

const isMoney = (result: ReturnType<typeof readLine>): result is ReadLine =>
  typeof result === 'object' && 'amount' in result;

/** Whether cells with line breaks hold a line of money, because a quote stands where none belongs. */
const holdsLines = (row: CsvRow, columns: Columns, format: StatementFormat): boolean =>
  joinsLines(
    row,
    [columns.date, ...MOVED.map((name) => columns[name])].filter((column) => column !== undefined),
    (line) => tellsMoney(line, columns, format),
  );

/** Whether cells have a date and an amount other than zero, or what looks like an amount. */
const tellsMoney = (cells: readonly string[], columns: Columns, format: StatementFormat): boolean =>
  readMoment(cells[columns.date ?? 0] ?? '', '', format) !== null &&
  MOVED.map((name) => cells[columns[name] ?? -1] ?? '').some(
    (text) => looksLikeAmount(text, format.decimal) && readAmount(text, format.decimal) !== 0n,
  );

const refusal = ({ line }: CsvRow, problem: Problem['problem'], text: string): Problem => ({
  line,
  problem,
  text: text.slice(0, 80),
});

function readLine(
  row: CsvRow,
  format: StatementFormat,
  columns: Columns,
  now: Date,
): ReadLine | Problem | 'empty' | 'left alone' {
  const { line, cells } = row;
  const cell = (name: keyof Columns) => {
    const column = columns[name];
    return column === undefined ? '' : (cells[column] ?? '');
  };
  const refuse = (problem: Problem['problem'], text: string) => refusal(row, problem, text);
  const moment = readMoment(cell('date'), cell('time'), format);
  const money = MOVED.map((name) => ({ name, text: cell(name) })).filter(
    ({ text }) => text !== '' && !/^-+$/.test(text),
  );
  if (money.length === 0) {
    const first = columns.amount ?? columns.in ?? 0;
    if (cells.length <= first && showsDate(cells.join(' '))) return refuse('COLUMNS', cells.join(' | '));
    return moment === null ? 'empty' : 'left alone';
  }
  let amount = 0n;
  for (const { name, text } of money) {
    const value = readAmount(text, format.decimal);
    if (value === null) return refuse('AMOUNT', text);
    // Both columns hold zero where nothing moved in them; some banks write what left below zero.
    const size = value < 0n ? -value : value;
    amount += name === 'amount' ? signed(value, cell('direction'), format) : name === 'out' ? -size : value;
  }
  if (money.filter(({ text }) => readAmount(text, format.decimal) !== 0n).length > 1)
    return refuse('AMOUNT', money.map(({ text }) => text).join(' | '));
  if (amount === 0n) return 'left alone';
  const dateText = `${cell('date')} ${cell('time')}`.trim();
  if (moment === null) return refuse('DATE', dateText);
  if (moment.at.getTime() > now.getTime() + DAY_MS) return refuse('DATE_FUTURE', dateText);
  const balanceText = cell('balance');
  const balance = balanceText === '' ? null : readAmount(balanceText, format.decimal);
  if (balance === null && balanceText !== '') return refuse('BALANCE', balanceText);
  return {
    line,
    amount,
    ...moment,
    reference: readReference(cell('reference')) ?? '',
    text: cell('description').slice(0, 200),
    sender: {
      name: cell('senderName').slice(0, 200),
      account: accountOf(cell('senderAccount')),
      bank: cell('senderBank'),
    },
    balance,
  };
}

function signed(value: Satang, word: string, { direction }: StatementFormat): Satang {
  if (direction === undefined) return value;
  const size = value < 0n ? -value : value;
  const said = tidy(word);
  return direction.in.some((one) => tidy(one) === said) ? size : -size;
}

/**
 * Names lines without a reference: the same for a line in each file that has it. Lines that nothing in the file tells
 * apart are counted, so that two equal payments are two.
 */
function keys({ id }: FileAccount): (line: ReadLine) => string {
  const counted = new Map<string, number>();
  return ({ at, isDay, amount, sender, balance, reference }) => {
    const facts = [at.toISOString(), isDay, amount, sender.name, sender.account, balance, reference].map(
      String,
    );
    const nth = counted.get(facts.join('\n')) ?? 0;
    counted.set(facts.join('\n'), nth + 1);
    return unreferenced('STATEMENT', id, ...facts, String(nth));
  };
}

/** The balance after the last line of each day, oldest first; files are in the order of time or against it. */
function closingsOf(lines: readonly ReadLine[], now: Date): StatementFile['closings'] {
  const told = lines.flatMap(({ at, isDay, amount, balance }) =>
    balance === null ? [] : [{ at, isDay, amount, balance }],
  );
  const [first, second] = told;
  const last = told.at(-1);
  if (first === undefined || last === undefined) return [];
  // Within one minute or day the balances tell the order.
  const isBackwards =
    last.at.getTime() === first.at.getTime()
      ? second !== undefined &&
        first.balance - second.balance === first.amount &&
        second.balance - first.balance !== second.amount
      : last.at < first.at;
  const ordered = isBackwards ? told.toReversed() : told;
  const days = new Map(ordered.map((line) => [bangkokDay(line.at), line]));
  return [...days.values()].map(({ at, isDay, balance }) => {
    const end = at.getTime() + (isDay ? DAY_MS - 1 : 0);
    return { balance, at: new Date(Math.min(end, Math.max(now.getTime(), at.getTime()))) };
  });
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
