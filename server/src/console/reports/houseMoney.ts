import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { countedUpTo } from './countedUpTo.ts';
import { EVER, type Span } from './period.ts';

const HOUR_MS = 3_600_000;
/** Before every posting; midnight in Bangkok, as spans begin. */
export const BEGINNING = EVER.start;

/** The movements of one house account in one bucket of a period; satang. */
export interface HouseMovement {
  accountId: bigint;
  kind: string;
  label: string | null;
  currency: string;
  /** The name of the bucket, as in bucketsOf; null if no buckets were requested. */
  bucket: string | null;
  debited: Satang;
  debits: number;
  credited: Satang;
  credits: number;
}

/**
 * The movements of each house account in a span. Full hours of sealed postings come from their totals, all others from
 * the postings (docs/decisions/126-reports.md). Holds and voids move no money.
 * @param trx one snapshot, so that totals and postings are consistent
 * @param span begins at midnight in Bangkok
 * @param bucket `hour` names HH:00, `day` YYYY-MM-DD, in Bangkok
 */
export async function houseMovements(
  trx: Trx,
  { start, end }: Span,
  bucket: 'hour' | 'day' | 'none' = 'none',
): Promise<HouseMovement[]> {
  const counted = await countedUpTo(trx);
  // Hours are grouped by arithmetic; the name is formatted once per bucket, not once per hour.
  const bin = {
    hour: sql`date_bin('1 hour', s.at, '2020-01-01 00:00+07')`,
    day: sql`date_bin('1 day', s.at, '2020-01-01 00:00+07')`,
    none: sql`null::timestamptz`,
  }[bucket];
  const format = bucket === 'hour' ? 'HH24:00' : 'YYYY-MM-DD';
  const { rows } = await sql<{
    account_id: bigint;
    kind: string;
    label: string | null;
    currency: string;
    bucket: string | null;
    debited: bigint;
    debits: bigint;
    credited: bigint;
    credits: bigint;
  }>`
    with house as materialized (select id from ledger.account where mode = 'derived'),
    uncounted as (
      select p.at, p.debit, p.credit, p.amount from ledger.posting p
      where p.at >= ${start} and p.at < ${end} and p.phase in ('single', 'post')
        and p.xid >= ${counted}
      union all
      select p.at, p.debit, p.credit, p.amount from ledger.posting p
      where p.at >= greatest(${start}::timestamptz, ${hourOf(end)}::timestamptz) and p.at < ${end} and p.phase in ('single', 'post')
        and p.xid < ${counted}
    ),
    side as (
      select h.hour as at, h.account_id, h.debited, h.debits, h.credited, h.credits from ledger.report_hour h
      where h.hour >= ${start} and h.hour < ${hourOf(end)}
      union all
      select u.at, u.debit, u.amount, 1, 0, 0 from uncounted u where u.debit in (select id from house)
      union all
      select u.at, u.credit, 0, 0, u.amount, 1 from uncounted u where u.credit in (select id from house)
    ),
    moved as (
      select s.account_id, ${bin} as bin, sum(s.debited)::bigint as debited, sum(s.debits)::bigint as debits,
        sum(s.credited)::bigint as credited, sum(s.credits)::bigint as credits
      from side s group by 1, 2
    )
    select m.account_id, to_char(m.bin at time zone 'Asia/Bangkok', ${format}) as bucket, m.debited, m.debits, m.credited,
      m.credits, a.kind, a.provider as label, a.currency
    from moved m join ledger.account a on a.id = m.account_id`.execute(trx);
  return rows.map(({ account_id: accountId, debits, credits, ...row }) => ({
    ...row,
    accountId,
    debits: Number(debits),
    credits: Number(credits),
  }));
}

/** The start of the last full hour before a time. */
function hourOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);
}
