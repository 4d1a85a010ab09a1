import { bahtFromSatang } from '@krapao/contract/money';
import { sql } from 'kysely';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { currencyOf } from '../../modules/cash/cashBook.ts';
import { explainedLines } from '../../modules/cash/explanations.ts';
import type { Outflow } from '../../modules/cash/outflows.ts';
import type { DepositAccount } from '../../modules/deposits/depositAccounts.ts';
import { inSnapshot, lastTold, openingOf, presentTold, requireAccount } from './listAccounts.ts';

const SHOWN_MAX = 5_000;
/** How far back differences are looked for in a book without an opening balance. */
const UNOPENED_MS = 31 * 86_400_000;

type Why =
  | 'NOT_BOOKED'
  | 'AMOUNT'
  | 'NOT_ON_STATEMENT'
  | 'NOT_ARRIVED'
  | 'ACCOUNT_UNKNOWN'
  | 'LEFT_NOT_BOOKED'
  | 'LEFT_UNEXPLAINED';

interface Difference {
  why: Why;
  at: Date;
  /** What it adds to the difference, in hundredths. */
  amount: bigint;
  reference: string;
  subject: string;
}

/**
 * The difference between the bank's last balance and our books of that time, since the book began: what explains it, by
 * kind, and what is still unexplained; and what left after that balance without an explanation, as a file without balances tells
 * of it too. A payout of an unknown account is here only where the account's statement shows it. Newest first; in units of the
 * account's currency. One snapshot.
 */
export function differencesOf(db: Db, id: string) {
  return inSnapshot(db, async (trx) => {
    const account = await requireAccount(trx, id);
    const opening = await openingOf(trx, account.id);
    const told = await lastTold(trx, account.id);
    const to = told?.at ?? clock.date();
    const from = opening ?? new Date(to.getTime() - UNOPENED_MS);
    const left = await leftLines(trx, account, { from, to: clock.date() });
    const arrived = told === undefined ? [] : await arrivals(trx, account, { from, to });
    const isThen = ({ at }: Difference) => told !== undefined && at <= to;
    const explaining = [...arrived, ...left.filter(isThen)];
    const explained = sumOf(explaining);
    // Without an opening balance the books do not say what the account held.
    const difference = told === undefined || opening === undefined ? null : told.balance - told.expected;
    return {
      told: told === undefined ? null : presentTold(told, opening),
      kinds: [...Map.groupBy(explaining, ({ why }) => why)].map(([why, rows]) => ({
        why,
        count: rows.length,
        amount: bahtFromSatang(sumOf(rows)),
      })),
      explained: bahtFromSatang(explained),
      unexplained: difference === null ? null : bahtFromSatang(difference - explained),
      differences: present(explaining),
      later: present(left.filter((row) => !isThen(row) && row.why === 'LEFT_UNEXPLAINED')),
    };
  });
}

const sumOf = (rows: readonly Difference[]) => rows.reduce((all, { amount }) => all + amount, 0n);

const present = (rows: readonly Difference[]) =>
  rows
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, SHOWN_MAX)
    .map(({ why, at, amount, reference, subject }) => ({
      why,
      at: at.toISOString(),
      amount: bahtFromSatang(amount),
      reference,
      subject,
    }));

interface Span {
  from: Date;
  to: Date;
}

/**
 * What makes our books differ from what arrived. A dismissed report counts where a statement shows its money: others came
 * twice or were false, or an operator entered the money.
 */
async function arrivals(trx: Trx, account: DepositAccount, { from, to }: Span): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with arrived as (
      select t.*, exists (select from cash_entry e where e.incoming_transfer_id = t.id) as is_explained
      from incoming_transfer t
      where t.deposit_account_id = ${account.id} and t.currency = ${currencyOf(account)}
        and t.transferred_at > ${from} and t.transferred_at <= ${to}
    ), span as (
      select min(transferred_at) as first, max(transferred_at) as last from arrived where statement_read_at is not null
    )
    select 'NOT_BOOKED' as why, transferred_at as at, amount, trans_ref as reference, 'incoming:' || id as subject
      from arrived
      where cash_posting_id is null and not is_explained and (status <> 'DISMISSED' or statement_read_at is not null)
    union all
    select 'AMOUNT', transferred_at, statement_amount - amount, trans_ref, 'incoming:' || id
      from arrived where cash_posting_id is not null and statement_amount <> amount
    union all
    select 'NOT_ON_STATEMENT', transferred_at, -amount, trans_ref, 'incoming:' || id
      from arrived, span
      where cash_posting_id is not null and statement_read_at is null and transferred_at between first and last
    union all
    select 'NOT_ARRIVED', moved_at, -amount, reference, 'cashEntry:' || id
      from cash_entry
      where to_account_id = ${account.id} and kind = 'TRANSFER' and state = 'APPLIED' and reversed_at is null
        and incoming_transfer_id is null and moved_at > ${from} and moved_at <= ${to}`.execute(trx);
  return rows;
}

/** Lines of statements that tell of money that left, and that our books of the account lack. */
async function leftLines(trx: Trx, account: DepositAccount, span: Span): Promise<Difference[]> {
  const lines = await explainedLines(trx, account, span);
  const found: Difference[] = [];
  for (const { id, at, amount, reference, description, explainedBy } of lines) {
    const why = lacking(explainedBy);
    if (why === null) continue;
    const booked = explainedBy === null ? 0n : await bookedOf(trx, explainedBy);
    if (amount > booked)
      found.push({
        why,
        at,
        amount: booked - amount,
        reference: reference || description,
        subject: explainedBy?.subject ?? `statementLine:${id}`,
      });
  }
  return found;
}

/** Why the books of the account lack what a line tells; null where they have it. */
function lacking(outflow: Outflow | null): Why | null {
  if (outflow === null) return 'LEFT_UNEXPLAINED';
  if (outflow.standing === 'OPEN') return 'LEFT_NOT_BOOKED';
  return outflow.accountId === null ? 'ACCOUNT_UNKNOWN' : null;
}

/** What of a bank file without its end is booked. */
async function bookedOf(trx: Trx, { subject }: Outflow): Promise<bigint> {
  const [kind, id = ''] = subject.split(':');
  if (kind !== 'payoutBatch') return 0n;
  const { rows } = await sql<{ booked: bigint }>`
    select coalesce(sum(pay_amount), 0)::bigint as booked from withdrawal
    where payout_batch_id = ${id} and cash_posting_id is not null`.execute(trx);
  return rows[0]?.booked ?? 0n;
}
