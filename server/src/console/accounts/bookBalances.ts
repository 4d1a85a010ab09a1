import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { Satang } from '@krapao/contract/money';

/** A line of a book, as far as balances need it. */
export interface Moved {
  at: Date;
  amount: Satang;
  /** It counts nothing. */
  isReversed: boolean;
  /** What the bank says that the account held after this line. */
  told: { balance: Satang; at: Date; isDay: boolean } | null;
}

export interface Balances {
  /** By our books, after this line and all before it. */
  balance: Satang;
  /** What the bank says, and what it has more than our books then; null where no statement tells of the line. */
  told: { balance: Satang; difference: Satang } | null;
}

const MINUTE_MS = 60_000;

/**
 * The balances after each line, in the order of the book. The bank's is compared with the books in the bank's order: it
 * may enter a payout later than it was sent. Within a minute, or a day where a statement tells no times, the order is the
 * one in which the bank's balances follow each other. @param before what the account held before the first line
 */
export function balancesOf(lines: readonly Moved[], before: Satang): Balances[] {
  const hasDays = lines.some(({ told }) => told?.isDay);
  const groups = Map.groupBy(
    [...lines.keys()].toSorted((a, b) => timeOf(lines[a]) - timeOf(lines[b]) || a - b),
    (nth) => (hasDays ? bangkokDay(timeOf(lines[nth])) : Math.floor(timeOf(lines[nth]) / MINUTE_MS)),
  );
  const held = new Map<number, Satang>();
  let atBank = before;
  for (const group of groups.values())
    for (const nth of inBanksOrder(lines, group, atBank)) {
      atBank += counted(lines[nth]);
      held.set(nth, atBank);
    }
  let balance = before;
  return lines.map((line, nth) => {
    balance += counted(line);
    if (line.told === null) return { balance, told: null };
    const theirs = line.told.balance;
    return { balance, told: { balance: theirs, difference: theirs - (held.get(nth) ?? balance) } };
  });
}

/** Lines whose balance follows come first, then those of which the bank tells no balance, then the rest. */
function inBanksOrder(lines: readonly Moved[], group: readonly number[], start: Satang): number[] {
  const rest = [...group];
  const order: number[] = [];
  let held = start;
  while (rest.length > 0) {
    const follows = rest.findIndex((nth) => lines[nth]?.told?.balance === held + counted(lines[nth]));
    const silent = rest.findIndex((nth) => lines[nth]?.told === null);
    const [next = 0] = rest.splice(Math.max(follows >= 0 ? follows : silent, 0), 1);
    held += counted(lines[next]);
    order.push(next);
  }
  return order;
}

const counted = (line: Moved | undefined) => (line === undefined || line.isReversed ? 0n : line.amount);
const timeOf = (line: Moved | undefined) => (line?.told ?? line)?.at.getTime() ?? 0;
