import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { BEFORE_MS, ENTERED_WITHIN_MS, type Outflow } from './outflows.ts';

const DAY_MS = 86_400_000;

/** A line of a statement that tells of money that left. */
export interface LeftLine {
  key: string;
  /** Our account; undefined where all lines are of one. */
  accountId?: bigint;
  amount: Satang;
  at: Date;
  isDay: boolean;
  /** The bank's reference; empty if it has none. */
  reference: string;
}

/**
 * What explains each line, one to one: first what has the line's reference, then the nearest of its amount, what is
 * booked before what is open, and that before what has not left by our books. A line of a whole bank file explains its
 * payouts, and one of an entry with its fee both. @returns outflows by the line's key
 */
export function explainLines(lines: readonly LeftLine[], outflows: readonly Outflow[]): Map<string, Outflow> {
  const explained = new Map<string, Outflow>();
  const used = new Set<string>();
  const opened = new Set<string>();
  const byAmount = Map.groupBy(outflows, ({ amount }) => amount);
  const take = (line: LeftLine, isOf: (outflow: Outflow) => boolean) => {
    if (explained.has(line.key)) return;
    const [found] = (byAmount.get(line.amount) ?? [])
      .filter(
        (one) =>
          !used.has(one.subject) &&
          !opened.has(one.subject) &&
          !(one.within && used.has(one.within)) &&
          isOfAccount(line, one) &&
          isNear(line, one) &&
          isOf(one),
      )
      .toSorted((a, b) => distance(line, a) - distance(line, b));
    if (found === undefined) return;
    explained.set(line.key, found);
    used.add(found.subject);
    if (found.within !== null) opened.add(found.within);
  };
  // Lines of several accounts are in one order, whichever account asks.
  const inTime = lines.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || Number((a.accountId ?? 0n) - (b.accountId ?? 0n)),
  );
  for (const line of inTime) take(line, ({ reference }) => reference !== '' && reference === line.reference);
  for (const standing of ['BOOKED', 'OPEN', 'UNPAID'] as const)
    for (const line of inTime) take(line, (outflow) => outflow.standing === standing);
  return explained;
}

const isOfAccount = ({ accountId }: LeftLine, outflow: Outflow): boolean =>
  accountId === undefined || outflow.accountId == null || outflow.accountId === accountId;

function isNear({ at, isDay }: LeftLine, outflow: Outflow): boolean {
  const latest = at.getTime() + (isDay ? DAY_MS : 0) + BEFORE_MS;
  const until = (outflow.until ?? outflow.at).getTime();
  return outflow.at.getTime() <= latest && until >= at.getTime() - ENTERED_WITHIN_MS;
}

const distance = ({ at }: LeftLine, outflow: Outflow) => Math.abs(at.getTime() - outflow.at.getTime());

/** The stored lines of an account in a period, the oldest first. */
export function storedLines(db: Db | Trx, accountId: bigint, { from, to }: { from: Date; to: Date }) {
  return db
    .selectFrom('statement_outgoing')
    .select(['id', 'line_key as key', 'amount', 'at', 'is_day as isDay', 'reference', 'description'])
    .select(['balance_after as balance', 'told_by as toldBy'])
    .where('deposit_account_id', '=', accountId)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('at')
    .execute();
}

/** A line and what a file writes of it. */
export interface NewLine extends LeftLine {
  text: string;
  balance: Satang | null;
}

/**
 * Stores lines of an account, each once: a file in another form may tell the same line without its seconds, its balance
 * or its reference. @param toldBy the operator whose file it is. @returns those that are new
 */
export async function storeOutgoing(
  trx: Trx,
  accountId: bigint,
  lines: readonly NewLine[],
  toldBy: bigint,
): Promise<NewLine[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`krapao.outgoing:${accountId}`}, 0))`.execute(
    trx,
  );
  const fresh = await unknownLines(trx, accountId, lines);
  for (let at = 0; at < fresh.length; at += 500)
    await trx
      .insertInto('statement_outgoing')
      .values(
        fresh.slice(at, at + 500).map((line) => ({
          deposit_account_id: accountId,
          line_key: line.key,
          at: line.at,
          is_day: line.isDay,
          amount: line.amount,
          reference: line.reference,
          description: line.text,
          balance_after: line.balance,
          told_by: toldBy,
        })),
      )
      .execute();
  return fresh;
}

/** The lines that no earlier file told. */
export async function unknownLines(
  db: Db | Trx,
  accountId: bigint,
  lines: readonly NewLine[],
): Promise<NewLine[]> {
  if (lines.length === 0) return [];
  const times = lines.map(({ at }) => at.getTime());
  const stored = await db
    .selectFrom('statement_outgoing')
    .select(['line_key as key', 'amount', 'at', 'is_day as isDay', 'reference', 'balance_after as balance'])
    .where('deposit_account_id', '=', accountId)
    .where('at', '>=', new Date(Math.min(...times) - DAY_MS))
    .where('at', '<=', new Date(Math.max(...times) + DAY_MS))
    .orderBy('id')
    .execute();
  const keys = new Set(stored.map(({ key }) => key));
  const told = new Set(lines.map(({ key }) => key));
  // A stored line that this file names itself is not another of its lines.
  const others = Map.groupBy(
    stored.filter(({ key }) => !told.has(key)),
    ({ amount }) => amount,
  );
  const used = new Set<string>();
  return lines.filter((line) => {
    if (keys.has(line.key)) return false;
    const same = others.get(line.amount)?.find((one) => !used.has(one.key) && maySame(line, one));
    if (same) used.add(same.key);
    return same === undefined;
  });
}

type Compared = Pick<NewLine, 'at' | 'isDay' | 'reference' | 'balance'>;

function maySame(a: Compared, b: Compared): boolean {
  const differ = <T>(one: T, other: T, none: T) => one !== none && other !== none && one !== other;
  if (differ(a.reference, b.reference, '') || differ(a.balance, b.balance, null)) return false;
  const [start, other] = [a.at.getTime(), b.at.getTime()];
  return start < other + lengthOf(b) && other < start + lengthOf(a);
}

/** How long a time stands for, in ms: a day, a minute where no seconds are written, a second. */
const lengthOf = ({ at, isDay }: Compared) => (isDay ? DAY_MS : at.getUTCSeconds() === 0 ? 60_000 : 1_000);
