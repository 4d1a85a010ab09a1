import { LIMIT_PERIODS, type LimitPeriod } from '@krapao/contract/api/protection/limits';
import type { Satang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import { countsIn, leavesAt, PERIOD_LENGTH } from './memberLimit.ts';

/** Adjustments under these reasons may be a deposit of the member's and count as one. */
export const DEPOSIT_REASONS: readonly string[] = ['MISSING_DEPOSIT', 'OTHER'];

/**
 * Everything that counts against a person's deposit limits, gross, as `at` and `amount`: postings of deposits, and what
 * operators added in place of one; of erased accounts too (docs/decisions/211-what-outlives-an-erasure.md).
 */
const depositsOfPerson = (memberId: bigint, since: RawBuilder<Date>) => sql`(
    select p.at, p.amount::bigint as amount
    from ledger.account w join ledger.posting p on p.credit = w.id
    where w.member_id = any(accounts_of(${memberId})) and w.kind = 'wallet' and w.currency = 'THB' and p.code = 'deposit'
      and p.at > ${since}
    union all
    select decided_at, amount from balance_adjustment
    where member_id = any(accounts_of(${memberId})) and state = 'APPLIED' and amount > 0 and decided_at > ${since}
      and reason_code = any(${[...DEPOSIT_REASONS]}::text[]))`;

const AT = sql<Date>`at`;
const ago = (period: LimitPeriod) => sql<Date>`site.clock_timestamp() - ${PERIOD_LENGTH[period]}`;

/** What was deposited for the member in the periods that end now, in satang. */
export async function depositsIn(db: Db | Trx, memberId: bigint): Promise<Record<LimitPeriod, Satang>> {
  const sums = LIMIT_PERIODS.map(
    (period) =>
      sql`coalesce(sum(amount) filter (where ${countsIn(AT, period)}), 0)::bigint as ${sql.ref(period)}`,
  );
  const { rows } = await sql<Record<LimitPeriod, bigint>>`
    select ${sql.join(sums)} from ${depositsOfPerson(memberId, ago('month'))} d`.execute(db);
  return rows[0] ?? { day: 0n, week: 0n, month: 0n };
}

/** The sum of the member's QRs and orders that can still be paid, in satang. */
export async function depositsWaiting(db: Db | Trx, memberId: bigint): Promise<Satang> {
  const { rows } = await sql<{ amount: bigint }>`
    select coalesce(sum(amount), 0)::bigint as amount from (
      select amount from deposit_qr
      where member_id = ${memberId} and status = 'OPEN' and expires_at > site.clock_timestamp()
      union all
      select amount from gateway_payment
      where member_id = ${memberId} and status in ('CREATING', 'OPEN') and expires_at > site.clock_timestamp()) w`.execute(
    db,
  );
  return rows[0]?.amount ?? 0n;
}

/** When a deposit limit that is used up has room again: enough of what was deposited has left the period by then. */
export async function depositOpensAt(
  db: Db | Trx,
  memberId: bigint,
  { period, most }: { period: LimitPeriod; most: Satang },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select leaves_at as at from (
      select leaves_at, sum(amount) over () - sum(amount) over (order by leaves_at) as remaining
      from (select ${leavesAt(AT, period)} as leaves_at, amount
        from ${depositsOfPerson(memberId, ago(period))} d where ${countsIn(AT, period)}) d) d
    where remaining < ${most} order by leaves_at limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
