import type { MoneyFigure } from '@krapao/contract/figures';
import type { Satang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import { MONEY_PARTS, type MoneyPart, type Moved } from './moneyFigure.ts';

const MOVED = sql`m.kind, 'THB' as currency,
  coalesce(sum(m.amount) filter (where m.amount > 0), 0)::bigint as debited,
  coalesce(-sum(m.amount) filter (where m.amount < 0), 0)::bigint as credited`;

/** What house accounts moved with a member, ever. */
export async function memberMoved(db: Db | Trx, memberId: bigint): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select ${MOVED} from ledger.member_money m where m.member_id = ${memberId} group by m.kind`.execute(db);
  return rows;
}

/**
 * The same by month in Bangkok (YYYY-MM), from a month on; months without a movement are absent.
 * @param from YYYY-MM
 */
export async function memberMonths(
  db: Db | Trx,
  memberId: bigint,
  from: string,
): Promise<ReadonlyMap<string, Moved[]>> {
  const { rows } = await sql<Moved & { month: string }>`
    select to_char(m.at at time zone 'Asia/Bangkok', 'YYYY-MM') as month, ${MOVED}
    from ledger.member_money m
    where m.member_id = ${memberId} and m.at >= ${`${from}-01`}::timestamp at time zone 'Asia/Bangkok'
    group by 1, m.kind`.execute(db);
  return Map.groupBy(rows, ({ month }) => month);
}

/** A member's postings of a part: `at`, `amount` (what each adds to it), `posting_id`, `code`, `cause`, `member_id`. */
export const postingsOf = (
  { way, gave }: MoneyPart,
  memberId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select moved.at, moved.amount * ${way} as amount, moved.posting_id, moved.code, moved.cause, moved.member_id
  from ledger.member_money moved where moved.member_id = ${memberId} and moved.kind = any(${[...gave]}::text[]))`;

/** A member's figure as part of a query, in satang. @param when what else is true of `part.at` */
export const figureOf = (
  figure: MoneyFigure,
  memberId: RawBuilder<unknown>,
  when: RawBuilder<unknown> = sql`true`,
): RawBuilder<Satang> => sql`(
  select coalesce(sum(part.amount), 0)::bigint from ${postingsOf(MONEY_PARTS[figure], memberId)} part where ${when})`;

/** What a figure of a member is made of; `satang` as JSON writes it. */
export interface FigureFacts {
  /** Movements that made it larger. */
  count: number;
  satang: number;
  lastAt: string | null;
}

/** The same with the number of movements and the last one, as one JSON column. */
export const figureFactsOf = (
  figure: MoneyFigure,
  memberId: RawBuilder<unknown>,
): RawBuilder<FigureFacts> => sql`(
  select json_build_object('count', count(*) filter (where part.amount > 0), 'satang', coalesce(sum(part.amount), 0),
    'lastAt', max(part.at) filter (where part.amount > 0))
  from ${postingsOf(MONEY_PARTS[figure], memberId)} part)`;
