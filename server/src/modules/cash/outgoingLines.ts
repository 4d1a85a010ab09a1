import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { PAYOUT_AT } from './cashBook.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A bank enters what it was told to pay at most this long afterwards. */
const ENTERED_WITHIN_MS = 3 * DAY_MS;
/** Books are written by hand: an entry may name a later time than the bank. */
const BEFORE_MS = HOUR_MS;

/** A line of a statement that tells of money that left. */
export interface LeftLine {
  key: string;
  amount: Satang;
  at: Date;
  isDay: boolean;
  /** The bank's reference; empty if it has none. */
  reference: string;
}

/** Something that takes money out of an account. */
export interface Outflow {
  /** As the audit log names it: `withdrawal:…`, `payoutBatch:7`, `cashEntry:3`, `cashFee:3`. */
  subject: string;
  amount: Satang;
  at: Date;
  reference: string;
  /** False for a payout whose end is not known: it may have left. */
  isBooked: boolean;
  /** The subject of the bank file that pays it together with others. */
  within: string | null;
}

/**
 * What explains each line, one to one: first what has the line's reference, then the nearest of its amount, what is
 * booked before what is open. A line of a whole bank file explains its payouts. @returns outflows by the line's key
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
          isNear(line, one) &&
          isOf(one),
      )
      .toSorted((a, b) => distance(line, a) - distance(line, b));
    if (found === undefined) return;
    explained.set(line.key, found);
    used.add(found.subject);
    if (found.within !== null) opened.add(found.within);
  };
  const inTime = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const line of inTime) take(line, ({ reference }) => reference !== '' && reference === line.reference);
  for (const line of inTime) take(line, ({ isBooked }) => isBooked);
  for (const line of inTime) take(line, () => true);
  return explained;
}

function isNear({ at, isDay }: LeftLine, outflow: Outflow): boolean {
  const latest = at.getTime() + (isDay ? DAY_MS : 0) + BEFORE_MS;
  return outflow.at.getTime() <= latest && outflow.at.getTime() >= at.getTime() - ENTERED_WITHIN_MS;
}

const distance = ({ at }: LeftLine, outflow: Outflow) => Math.abs(at.getTime() - outflow.at.getTime());

/** What left the account, or may have left it, around these times by our books. */
export async function outflowsOf(
  db: Db | Trx,
  account: { id: bigint; account_no: string; currency: string },
  { from, to }: { from: Date; to: Date },
): Promise<Outflow[]> {
  const currency = account.currency === 'LAK' ? 'LAK' : 'THB';
  const start = new Date(from.getTime() - ENTERED_WITHIN_MS);
  const end = new Date(to.getTime() + DAY_MS + BEFORE_MS);
  const { rows } = await sql<Outflow>`
    select 'withdrawal:' || id as subject, pay_amount as amount, coalesce(${PAYOUT_AT}, created_at) as at,
      coalesce(trans_ref, '') as reference, state = 'PAID' as "isBooked", 'payoutBatch:' || payout_batch_id as within
    from withdrawal
    where pay_currency = ${currency} and pay_amount is not null
      and state in ('PAID', 'SENT', 'UNKNOWN', 'STUCK', 'EXPORTED')
      and (cash_account_id = ${account.id} or cash_account_id is null and (from_account_no is null or from_account_no = ${account.account_no}))
      and coalesce(${PAYOUT_AT}, created_at) between ${start} and ${end}
    union all
    select 'payoutBatch:' || b.id, sum(w.pay_amount)::bigint, b.created_at, '', bool_and(r.state = 'PAID'), null
    from payout_batch b join payout_batch_row r on r.payout_batch_id = b.id join withdrawal w on w.id = r.withdrawal_id
    where b.terms ->> 'payingAccount' = ${account.account_no} and r.state not in ('REFUSED', 'TAKEN_BACK')
      and w.pay_currency = ${currency} and b.created_at between ${start} and ${end}
    group by b.id having count(*) > 1
    union all
    select 'cashEntry:' || id, amount, moved_at, reference, true, null
    from cash_entry
    where from_account_id = ${account.id} and kind <> 'OPENING' and state = 'APPLIED' and reversed_at is null
      and amount > 0 and moved_at between ${start} and ${end}
    union all
    select 'cashFee:' || id, fee, moved_at, '', true, null
    from cash_entry
    where coalesce(from_account_id, to_account_id) = ${account.id} and state = 'APPLIED' and reversed_at is null
      and fee > 0 and moved_at between ${start} and ${end}`.execute(db);
  return rows;
}

/** The stored lines of an account in a period with what explains each; null where nothing does. */
export async function explainedLines(
  db: Db | Trx,
  account: { id: bigint; account_no: string; currency: string },
  { from, to }: { from: Date; to: Date },
) {
  const lines = await db
    .selectFrom('statement_outgoing')
    .select(['id', 'line_key as key', 'amount', 'at', 'is_day as isDay', 'reference', 'description'])
    .where('deposit_account_id', '=', account.id)
    .where('at', '>=', from)
    .where('at', '<=', to)
    .orderBy('at')
    .execute();
  if (lines.length === 0) return [];
  const explained = explainLines(lines, await outflowsOf(db, account, { from, to }));
  return lines.map((line) => ({ ...line, explainedBy: explained.get(line.key) ?? null }));
}

/** A line and what a file writes of it. */
export interface NewLine extends LeftLine {
  text: string;
  balance: Satang | null;
}

/**
 * Stores lines of an account, each once: a file in another form may tell the same line without its seconds, its balance
 * or its reference. @returns how many are new
 */
export async function storeOutgoing(trx: Trx, accountId: bigint, lines: readonly NewLine[]): Promise<number> {
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
        })),
      )
      .execute();
  return fresh.length;
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
