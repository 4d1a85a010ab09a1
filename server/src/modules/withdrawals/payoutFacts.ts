import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { isHeldByCase } from '../cases/heldByCase.ts';
import type { StoredSender } from '../deposits/incoming/incomingTransfer.ts';
import { compareSender } from '../deposits/incoming/maskedParty.ts';
import { compareAgain, isHeldByFinding } from '../identity/findings/heldByFinding.ts';
import { accessChangedAt } from './freshAccess.ts';
import type { WithdrawalRow } from './withdrawalRow.ts';

/** The facts for the rules of automatic payout. Amounts in satang, ages in hours. */
export interface PayoutFacts {
  isSuspended: boolean;
  isFrozen: boolean;
  arePayoutsStopped: boolean;
  isHeldByCase: boolean;
  isHeldByFinding: boolean;
  memberAge: number;
  bankAccountAge: number;
  /** Since the password, or another way into the account, last changed. */
  accessAge: number;
  /** Released for this member within 24 hours: sum and number, without this withdrawal. */
  memberDay: Satang;
  memberDayCount: number;
  /** Released by the rules for all members within an hour, without this withdrawal. */
  siteHour: Satang;
  /** Minutes from the end of the member's last bonus to this withdrawal. */
  sinceBonus: number | undefined;
  largestDeposit: Satang;
  /** The median of the member's deposits; undefined if there are too few. */
  usualDeposit: Satang | undefined;
}

/** With fewer deposits there is no usual amount. */
const DEPOSITS_MIN = 4;
/** How many days back, and how many of the newest transfers, are checked for their sender. */
const PAYER_DAYS = 30;
const PAYERS_MAX = 500;

/**
 * Reads the current facts, and compares the member with the lists again; the caller holds the lock of the sums. A freeze at the same moment waits for the payout, or
 * the payout for it.
 */
export async function readPayoutFacts(trx: Trx, row: WithdrawalRow): Promise<PayoutFacts> {
  await compareAgain(trx, [row.member_id]);
  const { rows } = await sql<{
    is_suspended: boolean;
    is_frozen: boolean;
    are_stopped: boolean;
    is_held_by_case: boolean;
    is_held_by_finding: boolean;
    member_age: number;
    bank_account_age: number;
    access_age: number;
    member_day: bigint;
    member_day_count: number;
    site_hour: bigint;
    since_bonus: number | null;
    largest: bigint | null;
    usual: bigint | null;
    deposits: number;
  }>`
    select m.status = 'suspended' as is_suspended, m.frozen_at is not null as is_frozen,
      m.payouts_stopped_at is not null as are_stopped,
      ${isHeldByCase(sql.ref('m.id'))} as is_held_by_case,
      ${isHeldByFinding(sql.ref('m.id'))} as is_held_by_finding,
      extract(epoch from site.now() - m.created_at)::float8 / 3600 as member_age,
      extract(epoch from site.now() - m.bank_account_changed_at)::float8 / 3600 as bank_account_age,
      extract(epoch from site.now() - ${accessChangedAt('m')})::float8 / 3600 as access_age,
      day.amount as member_day, day.count as member_day_count,
      (select coalesce(sum(w.amount), 0)::bigint from withdrawal w
        where w.released_at > site.now() - interval '1 hour' and w.stopped_by = '{}' and w.state <> 'REJECTED'
          and w.id <> ${row.id}) as site_hour,
      (select extract(epoch from ${row.created_at}::timestamptz - max(b.ended_at))::float8 / 60 from member_bonus b
        where b.member_id = m.id) as since_bonus,
      paid.largest, paid.usual, paid.deposits
    from member m
    cross join lateral (
      select coalesce(sum(w.amount), 0)::bigint as amount, count(*)::integer as count from withdrawal w
      where w.member_id = m.id and w.released_at > site.now() - interval '24 hours' and w.state <> 'REJECTED'
        and w.id <> ${row.id}) as day
    cross join lateral (
      select max(d.amount) filter (where d.at > site.now() - interval '7 days') as largest,
        percentile_disc(0.5) within group (order by d.amount) as usual, count(*)::integer as deposits
      from (${depositsOf(row.member_id)}) as d
      where d.at > site.now() - interval '90 days') as paid
    where m.id = ${row.member_id}
    for share of m`.execute(trx);
  const facts = rows[0];
  if (facts === undefined) throw new Error(`withdrawal ${row.id} is nobody's`);
  return {
    isSuspended: facts.is_suspended,
    isFrozen: facts.is_frozen,
    arePayoutsStopped: facts.are_stopped,
    isHeldByCase: facts.is_held_by_case,
    isHeldByFinding: facts.is_held_by_finding,
    memberAge: facts.member_age,
    bankAccountAge: facts.bank_account_age,
    accessAge: facts.access_age,
    memberDay: facts.member_day,
    memberDayCount: facts.member_day_count,
    siteHour: facts.site_hour,
    sinceBonus: facts.since_bonus ?? undefined,
    largestDeposit: facts.largest ?? 0n,
    usualDeposit: facts.deposits < DEPOSITS_MIN ? undefined : (facts.usual ?? undefined),
  };
}

/** Money that came into the member's wallet from outside the house: deposits, adjustments by operators, and what came with a merged account. */
const depositsOf = (memberId: bigint) => sql`
  select p.amount, p.at from ledger.posting p
  join ledger.account w on w.id = p.credit
  join ledger.account d on d.id = p.debit
  where w.member_id = ${memberId} and w.kind = 'wallet' and p.phase = 'single' and p.reverses_id is null
    and d.kind in ('bank', 'gateway', 'gift', 'adjustment', 'merge')
    and not exists (select from ledger.reversed_posting r where r.reverses_id = p.id)`;

/**
 * The stakes in satang still missing until the deposits have been played `shareBps` (10000: once). From each day with a
 * deposit on, the stakes since then must suffice for the deposits since then, so that old play does not cover new
 * money. Stakes are the providers' figures; moving money into a game and out again is no stake.
 */
export async function missingPlay(db: Db | Trx, memberId: bigint, shareBps: number): Promise<Satang> {
  const { rows } = await sql<{ missing: bigint }>`
    select coalesce(max(since.deposited * ${shareBps} / 10000 - since.staked), 0)::bigint as missing
    from (
      select deposit, sum(deposit) over newest as deposited, sum(stake) over newest as staked
      from (
        select day, sum(deposit) as deposit, sum(stake) as stake
        from (
          select (d.at at time zone 'Asia/Bangkok')::date as day, d.amount as deposit, 0 as stake
          from (${depositsOf(memberId)}) as d
          union all select p.day, 0, p.stake from play_day p where p.member_id = ${memberId}
        ) as event group by day
      ) as days
      window newest as (order by day desc)
    ) as since where since.deposit > 0`.execute(db);
  const missing = rows[0]?.missing ?? 0n;
  return missing > 0n ? missing : 0n;
}

/** Whether a deposit of the last weeks came from an account that is certainly not the payout account. */
export async function hasThirdPartyPayer(trx: Trx, row: WithdrawalRow): Promise<boolean> {
  const transfers = await trx
    .selectFrom('incoming_transfer')
    .select('sender')
    .where('member_id', '=', row.member_id)
    .where('credited_at', '>', sql<Date>`site.now() - make_interval(days => ${PAYER_DAYS})`)
    .orderBy('id', 'desc')
    .limit(PAYERS_MAX)
    .execute();
  return transfers.some(({ sender }) => {
    const payer = sender as unknown as StoredSender;
    return compareSender(payer, payer.bankCode, row) === 'no_match';
  });
}

/** Whether this account of the member was never paid before. */
export async function isFirstPayout(db: Db | Trx, row: WithdrawalRow): Promise<boolean> {
  const paid = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('member_id', '=', row.member_id)
    .where('state', '=', 'PAID')
    .where('bank_code', '=', row.bank_code)
    .where('bank_account_no', '=', row.bank_account_no)
    .where('currency', '=', row.currency)
    .limit(1)
    .executeTakeFirst();
  return paid === undefined;
}
