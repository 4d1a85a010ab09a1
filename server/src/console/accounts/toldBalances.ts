import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { BookLine } from '../../modules/cash/accountBook.ts';
import { explainedLines } from '../../modules/cash/explanations.ts';
import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';
import type { Moved } from './bookBalances.ts';

const DAY_MS = 86_400_000;
/** A bank enters a payout some days after it was sent. */
const LATE_MS = 3 * DAY_MS;

type Told = NonNullable<Moved['told']>;

/**
 * What the bank said that the account held after each line of its book: by the statement, or by a feed's text; null where
 * no line of the bank is matched.
 */
export async function toldAfter(
  trx: Trx,
  account: DepositAccount,
  lines: readonly Pick<BookLine, 'at' | 'kind' | 'subject'>[],
): Promise<(Told | null)[]> {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return [];
  const arrived = await toldOfArrivals(trx, lines);
  const span = { from: new Date(first.at.getTime() - DAY_MS), to: new Date(last.at.getTime() + LATE_MS) };
  const left = await explainedLines(trx, account, span);
  const told = new Map<string, Told>();
  for (const { explainedBy, balance, at, isDay } of left)
    if (explainedBy !== null && balance !== null) told.set(explainedBy.subject, { balance, at, isDay });
  return lines.map(({ kind, subject }) => {
    if (isArrival(kind)) return arrived.get(subject) ?? null;
    const entry = subject.replace('cashEntry:', '');
    // The fee stands last: after it, a line of both tells the balance.
    if (kind === 'FEE') return told.get(`cashFee:${entry}`) ?? told.get(`cashWhole:${entry}`) ?? null;
    return told.get(subject) ?? null;
  });
}

const isArrival = (kind: BookLine['kind']) => kind === 'DEPOSIT' || kind === 'ARRIVED';

async function toldOfArrivals(
  trx: Trx,
  lines: readonly Pick<BookLine, 'kind' | 'subject'>[],
): Promise<Map<string, Told>> {
  const ids = lines.flatMap(({ kind, subject }) =>
    isArrival(kind) ? [BigInt(subject.replace('incoming:', ''))] : [],
  );
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ subject: string; at: Date; balance: bigint }>`
    select 'incoming:' || t.id as subject, t.transferred_at as at, coalesce(t.statement_balance, (
      select r.balance_after from feed_report r
      where r.incoming_transfer_id = t.id and r.balance_after is not null order by r.id limit 1)) as balance
    from incoming_transfer t where t.id = any(${ids}::bigint[])`.execute(trx);
  return new Map(
    rows.flatMap(({ subject, at, balance }) =>
      balance === null ? [] : [[subject, { balance, at, isDay: false }] as const],
    ),
  );
}
