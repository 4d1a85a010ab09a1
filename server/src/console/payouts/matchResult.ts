import { type PayoutRowState, RESULT_KINDS, type ResultKind } from '@krapao/contract/payoutFormats';
import { compareNumber, plainNumber } from '../../modules/deposits/incoming/maskedParty.ts';
import { isOurs, type ResultLine } from './readResult.ts';

/** A row of our file. The amount is in hundredths of the file's currency. */
export interface SentRow {
  line: number;
  withdrawalId: string;
  reference: string;
  state: PayoutRowState;
  accountNo: string;
  amount: bigint;
  isOwnMoney: boolean;
}

/** What a line of the bank's answer means for our file. */
export interface Meaning {
  line: ResultLine;
  kind: ResultKind;
  row: SentRow | undefined;
}

export interface ResultPlan {
  meanings: Meaning[];
  /** Open rows that no line mentions. */
  silent: number;
  /** The answer belongs to another file: nothing of it may be applied. */
  isOther: boolean;
}

/**
 * Finds the row of each line, by our reference; in an answer without any of our references by account and amount, and
 * then every line has to be of this file. The same lines always mean the same rows, whatever was applied before.
 */
export function matchResult(rows: readonly SentRow[], lines: readonly ResultLine[]): ResultPlan {
  const hasReferences = lines.some(({ reference }) => isOurs(reference));
  const found = hasReferences ? byReference(rows, lines) : byAccount(rows, lines);
  const linesOf = Map.groupBy(lines, (line) => found.get(line)?.line);
  const seen = new Set<number>();
  const meanings = lines.map((line): Meaning => {
    const row = found.get(line);
    if (row === undefined) return { line, kind: 'foreign', row };
    const all = linesOf.get(row.line) ?? [];
    const outcomes = new Set(all.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unknown'));
    const isRepeated = seen.has(row.line);
    seen.add(row.line);
    const kind = kindOf(row, line, outcomes.size > 1 || all.some((one) => differs(row, one)));
    return { line, row, kind: isRepeated && kind !== 'unknown' ? 'answered' : kind };
  });
  const matched = meanings.filter(({ row }) => row !== undefined).length;
  return {
    meanings,
    silent: rows.filter(({ state, line }) => state === 'EXPORTED' && !seen.has(line)).length,
    isOther: matched === 0 || (!hasReferences && matched < meanings.length),
  };
}

/** How many lines there are of each kind. */
export function countKinds(meanings: readonly Meaning[]): Record<ResultKind, number> {
  const counts = Object.fromEntries(RESULT_KINDS.map((kind) => [kind, 0])) as Record<ResultKind, number>;
  for (const { kind } of meanings) counts[kind] += 1;
  return counts;
}

/** What a line says about its row; doubtful if it shows another amount or account, or another line differs. */
export function kindOf(row: SentRow, { outcome }: ResultLine, isDoubtful: boolean): ResultKind {
  if (outcome === 'unknown') return 'unknown';
  switch (row.state) {
    case 'EXPORTED':
      if (isDoubtful) return 'person';
      return outcome === 'paid' && row.isOwnMoney ? 'own' : outcome;
    case 'STUCK':
      return 'answered';
    case 'PAID':
      return outcome === 'paid' && !isDoubtful ? 'answered' : 'contradicts';
    case 'REFUSED':
    case 'TAKEN_BACK':
      return outcome === 'paid' ? 'contradicts' : 'answered';
  }
}

/** Another amount or certainly another account. */
function differs(row: SentRow, { amount, account }: ResultLine): boolean {
  if (amount !== null && amount !== row.amount) return true;
  return account !== '' && compareNumber(account, row.accountNo) === 'no_match';
}

function byReference(rows: readonly SentRow[], lines: readonly ResultLine[]): Map<ResultLine, SentRow> {
  const known = new Map(
    rows.flatMap((row) => [
      [row.reference.toLowerCase(), row] as const,
      [row.withdrawalId.toLowerCase(), row] as const,
    ]),
  );
  return new Map(
    lines.flatMap((line) => {
      const row = known.get(line.reference.toLowerCase());
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
        const its = equal[isClear ? index : 0];
        if (its === undefined) continue;
        found.set(line, its);
        if (!isClear) line.outcome = 'unknown';
      }
    }
  }
  return found;
}
