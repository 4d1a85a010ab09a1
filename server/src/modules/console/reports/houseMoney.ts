import type { Satang } from '@krapao/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../../database/connect.ts';
import type { Span } from './period.ts';

/** What one account of the house did in one bucket of a period; satang. */
export interface HouseMovement {
  accountId: bigint;
  kind: string;
  label: string | null;
  currency: string;
  /** The name of the bucket, as bucketsOf names them; null where none were asked for. */
  bucket: string | null;
  debited: Satang;
  debits: number;
  credited: Satang;
  credits: number;
}

/**
 * What each account of the house moved in a span, from the postings alone: holds and their voids move nothing.
 * @param bucket `hour` names HH:00, `day` YYYY-MM-DD, in Bangkok
 */
export async function houseMovements(
  db: Db,
  { start, end }: Span,
  bucket: 'hour' | 'day' | 'none' = 'none',
): Promise<HouseMovement[]> {
  // Bins are cut by adding; names are made once for each bin, not for each posting.
  const bin = {
    hour: sql`date_bin('1 hour', p.at, '2020-01-01 00:00+07')`,
    day: sql`date_bin('1 day', p.at, '2020-01-01 00:00+07')`,
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
    moved as (
      select side.account_id, ${bin} as bin,
        coalesce(sum(p.amount) filter (where side.is_debit), 0)::bigint as debited,
        count(*) filter (where side.is_debit) as debits,
        coalesce(sum(p.amount) filter (where not side.is_debit), 0)::bigint as credited,
        count(*) filter (where not side.is_debit) as credits
      from ledger.posting p
      cross join lateral (values (p.debit, true), (p.credit, false)) as side (account_id, is_debit)
      where p.at >= ${start} and p.at < ${end} and p.phase in ('single', 'post')
        and side.account_id in (select id from house)
      group by 1, 2
    )
    select m.account_id, to_char(m.bin at time zone 'Asia/Bangkok', ${format}) as bucket, m.debited, m.debits, m.credited,
      m.credits, a.kind, a.provider as label, a.currency
    from moved m join ledger.account a on a.id = m.account_id`.execute(db);
  return rows.map(({ account_id: accountId, debits, credits, ...row }) => ({
    ...row,
    accountId,
    debits: Number(debits),
    credits: Number(credits),
  }));
}
