import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { bookOf } from '../../modules/cash/accountBook.ts';
import { type PageAsked, pageOf } from '../reports/figureRows.ts';
import { type FigureRow, orderOf, postingRows } from '../reports/figures.ts';
import { readPeriod, type Span } from '../reports/period.ts';
import { inSnapshot } from './listAccounts.ts';
import { HOUSE_ENTRIES } from './placeBooks.ts';
import { ledgerNameOf, requirePlace } from './places.ts';

/**
 * What the books moved at a place on a day, oldest first, and what all of it sums to; in units of the place's currency.
 * One snapshot. @throws AppError NO_DATA, INVALID_REQUEST (no day)
 */
export function dayOfPlace(
  db: Db,
  { id, day, ...page }: PageAsked & { id: string; day: string },
  gateways: ReadonlyMap<string, string>,
) {
  const span = readPeriod({ from: day, to: day });
  return inSnapshot(db, async (trx) => {
    const { account } = await requirePlace(trx, id, gateways);
    const rows = account === null ? houseRows(id, span) : bookRows(account.id, span);
    return pageOf(trx, rows, page);
  });
}

/** Each line is a posting, at the time at which the bank moved it. What was reversed counts nothing, and is left out. */
function bookRows(accountId: bigint, { start, end }: Span): RawBuilder<FigureRow> {
  return sql<FigureRow>`
    select ${orderOf(sql.ref('b.at'))} || '-' || b.subject || b.kind as key, b.at, b.kind as what, b.amount,
      b.member_id, b.subject
    from (${bookOf(accountId)}) b where b.at >= ${start} and b.at < ${end}`;
}

function houseRows(id: string, span: Span): RawBuilder<FigureRow> {
  const { kind, label } = ledgerNameOf(id);
  const of = sql`a.kind = ${kind} and a.provider = ${label} and a.currency = 'THB'`;
  return sql<FigureRow>`
    ${postingRows(of, 1, span)}
    union all
    select ${orderOf(sql.ref('e.at'))} || '-' || e.subject, e.at, e.kind, e.amount, null, e.subject
    from (${HOUSE_ENTRIES}) e where e.place = ${id} and e.at >= ${span.start} and e.at < ${span.end}`;
}
