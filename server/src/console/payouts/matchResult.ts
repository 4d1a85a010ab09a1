import { bahtFromSatang } from '@krapao/contract/money';
import { type PayoutRowState, RESULT_KINDS, type ResultKind } from '@krapao/contract/payoutFormats';
import { compareNumber, plainNumber } from '../../modules/deposits/incoming/maskedParty.ts';
import { isId, isReference, type ResultLine } from './readResult.ts';

/** A row of our file. The amount is in hundredths of the file's currency. */
export interface SentRow {
  line: number;
  withdrawalId: string;
  reference: string;
  /** Whether the file names the row by the withdrawal's id, as files did before they had references. */
  isNamedById?: boolean;
  state: PayoutRowState;
  /** The state of its withdrawal: a row that was handed to a person ends there. */
  withdrawalState: string;
  /** What an answer of the bank said of a row that is with a person; null if none did. */
  bankWords: string | null;
  accountNo: string;
  amount: bigint;
  isOwnMoney: boolean;
}

/** What a line of the bank's answer means for our file. */
export interface Meaning {
  line: ResultLine;
  kind: ResultKind;
  row: SentRow | undefined;
  /** Another amount or account than ours, or lines that differ. */
  isDoubtful: boolean;
}

export interface ResultPlan {
  meanings: Meaning[];
  /** Open rows that no line mentions. */
  silent: number;
  /** The answer belongs to another file: nothing of it may be applied. */
  isOther: boolean;
  /** Withdrawals that its lines name and the file does not: the answer is another file's if one of them is in a file. */
  foreignIds: string[];
}

/**
 * Finds the row of each line, by our reference; in an answer without any of our references by account and amount, and
 * then every line has to be of this file, and every row must have its line. The same lines always mean the same rows,
 * whatever was applied before.
 */
export function matchResult(rows: readonly SentRow[], lines: readonly ResultLine[]): ResultPlan {
  const known = rowsByReference(rows);
  const rowNamed = ({ reference }: ResultLine) => known.get(reference.toLowerCase());
  const isForeign = (line: ResultLine) => rowNamed(line) === undefined && isReference(line.reference);
  const hasReferences = lines.some((line) => rowNamed(line) !== undefined || isForeign(line));
  const found = hasReferences ? byReference(lines, rowNamed) : byAccount(rows, lines);
  const linesOf = Map.groupBy(lines, (line) => found.get(line)?.line);
  const decided = new Set<number>();
  const meanings = lines.map((line): Meaning => {
    const row = found.get(line);
    if (row === undefined) return { line, kind: 'foreign', row, isDoubtful: false };
    const all = linesOf.get(row.line) ?? [];
    const outcomes = new Set(all.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unknown'));
    const isDoubtful = outcomes.size > 1 || all.some((one) => differs(row, one));
    const kind = kindOf(row, line, isDoubtful);
    if (kind === 'unknown') return { line, row, kind, isDoubtful };
    // The first final line of a row counts, also behind one such as "Processing".
    const isRepeated = decided.has(row.line) && kind !== 'contradicts';
    decided.add(row.line);
    return { line, row, kind: isRepeated ? 'answered' : kind, isDoubtful };
  });
  const matched = meanings.filter(({ row }) => row !== undefined).length;
  const isWhole = matched === meanings.length && rows.every(({ line }) => linesOf.has(line));
  return {
    meanings,
    silent: rows.filter(({ state, line }) => state === 'EXPORTED' && !linesOf.has(line)).length,
    isOther: matched === 0 || lines.some(isForeign) || (!hasReferences && !isWhole),
    foreignIds: lines
      .filter((line) => rowNamed(line) === undefined && isId(line.reference))
      .map(({ reference }) => reference),
  };
}

/** How many lines there are of each kind. */
export function countKinds(meanings: readonly Meaning[]): Record<ResultKind, number> {
  const counts = Object.fromEntries(RESULT_KINDS.map((kind) => [kind, 0])) as Record<ResultKind, number>;
  for (const { kind } of meanings) counts[kind] += 1;
  return counts;
}

/** What a line says about its row; doubtful if it shows another amount or account, or another line differs. */
export function kindOf(row: SentRow, line: ResultLine, isDoubtful: boolean): ResultKind {
  const { outcome } = line;
  if (outcome === 'unknown') return 'unknown';
  switch (row.state) {
    case 'EXPORTED':
      if (isDoubtful) return 'person';
      return outcome === 'paid' && row.isOwnMoney ? 'own' : outcome;
    case 'STUCK':
      return kindWithPerson(row, line, isDoubtful);
    case 'PAID':
      return outcome === 'paid' && !isDoubtful ? 'answered' : 'contradicts';
    case 'REFUSED':
    case 'TAKEN_BACK':
      return outcome === 'paid' ? 'contradicts' : 'answered';
  }
}

/**
 * Of a row that a person has: whoever decides it reads what the bank says, and where it is decided the bank may
 * contradict that. One that an earlier file paid (PAID_LATE) must not be paid by this one too.
 */
function kindWithPerson(
  { withdrawalState, bankWords }: SentRow,
  line: ResultLine,
  isDoubtful: boolean,
): ResultKind {
  const isPaid = line.outcome === 'paid';
  if (bankWords === toldWords(line)) return 'answered';
  if (bankWords === 'PAID_LATE') return isPaid ? 'contradicts' : 'answered';
  if (withdrawalState === 'PAID') return isPaid && !isDoubtful ? 'answered' : 'contradicts';
  if (withdrawalState === 'REJECTED') return isPaid ? 'contradicts' : 'answered';
  return 'person';
}

const WORDS_MAX = 200;

/** What a person reads of a line: the bank's words, and its amount. */
export function toldWords({ words, amount }: Pick<ResultLine, 'words' | 'amount'>): string {
  const shown = amount === null ? '' : ` (${bahtFromSatang(amount).toFixed(2)})`;
  return `${words.slice(0, WORDS_MAX - shown.length)}${shown}`;
}

/** Another amount or certainly another account. */
function differs(row: SentRow, { amount, account }: ResultLine): boolean {
  if (amount !== null && amount !== row.amount) return true;
  return account !== '' && compareNumber(account, row.accountNo) === 'no_match';
}

/** The rows by what the file names them, in lower case. */
export function rowsByReference(rows: readonly SentRow[]): Map<string, SentRow> {
  return new Map(
    rows.flatMap((row) => [
      [row.reference.toLowerCase(), row] as const,
      ...(row.isNamedById ? [[row.withdrawalId.toLowerCase(), row] as const] : []),
    ]),
  );
}

function byReference(
  lines: readonly ResultLine[],
  rowNamed: (line: ResultLine) => SentRow | undefined,
): Map<ResultLine, SentRow> {
  return new Map(
    lines.flatMap((line) => {
      const row = rowNamed(line);
      return row === undefined ? [] : [[line, row] as const];
    }),
  );
}

/**
 * Pairs lines with rows of the same account and amount, in the order of both, where every line of the group says the
 * same and each row has its line. A single payment to an account with another amount is that row too: a person has to
 * see it.
 */
function byAccount(rows: readonly SentRow[], lines: readonly ResultLine[]): Map<ResultLine, SentRow> {
  const found = new Map<ResultLine, SentRow>();
  const rowsTo = Map.groupBy(rows, ({ accountNo }) => accountNo);
  const accountOf = (line: ResultLine): string | undefined => {
    const shown = plainNumber(line.account);
    if (shown === null) return undefined;
    if (rowsTo.has(shown)) return shown;
    const candidates = new Set(
      rows
        .filter(({ accountNo, amount }) => {
          return amount === line.amount && compareNumber(shown, accountNo) === 'match';
        })
        .map(({ accountNo }) => accountNo),
    );
    return candidates.size === 1 ? [...candidates][0] : undefined;
  };
  const linesTo = Map.groupBy(lines, accountOf);
  for (const [account, sent] of rowsTo) {
    const said = linesTo.get(account) ?? [];
    const [only] = said;
    const [row] = sent;
    if (said.length === 1 && sent.length === 1 && only !== undefined && row !== undefined) {
      found.set(only, row);
      continue;
    }
    for (const [amount, equal] of Map.groupBy(sent, (one) => one.amount)) {
      const told = said.filter((line) => line.amount === amount);
      const isClear = told.length === equal.length && new Set(told.map(({ outcome }) => outcome)).size === 1;
      for (const [index, line] of told.entries()) {
        const its = equal[index] ?? equal[0];
        if (its === undefined) continue;
        found.set(line, its);
        if (!isClear) line.outcome = 'unknown';
      }
    }
  }
  return found;
}
