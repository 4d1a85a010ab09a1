import { countsMembers, type Figure, type MemberFigure } from '@krapao/contract/figures';
import { bahtFromSatang } from '@krapao/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { inSnapshot } from '../accounts/listAccounts.ts';
import { type FigureRow, type Games, rowsOf } from './figures.ts';
import { memberRows } from './memberFigures.ts';
import { readPeriod } from './period.ts';

/** What each game has a part of: rewards belong to none. */
const OF_GAMES: readonly Figure[] = ['stake', 'win', 'ggr'];

export interface PageAsked {
  /** The key of the last row shown. */
  after?: string;
  limit: number;
}

interface Asked extends PageAsked, Games {
  figure: Figure;
  from: string;
  to: string;
}

/**
 * The rows behind a figure, oldest first, and with the first page what all of them come to; baht. One snapshot.
 * @throws AppError INVALID_REQUEST for an invalid period, and for games of a figure that has none
 */
export function figureRows(db: Db, { figure, from, to, after, limit, ...games }: Asked) {
  const period = readPeriod({ from, to });
  if ((games.game ?? games.group) !== undefined && !OF_GAMES.includes(figure))
    throw new AppError('INVALID_REQUEST', `${figure} is of no game alone`);
  return inSnapshot(db, async (trx) => {
    const rows = isOfMembers(figure) ? await memberRows(trx, figure, period) : rowsOf(figure, period, games);
    const page = await pageOf(trx, rows, { limit, ...(after !== undefined && { after }) });
    return countsMembers(figure) ? { ...page, sum: null } : page;
  });
}

/** One page of rows, oldest first; the first one with the number and the sum of all. @param trx one snapshot */
export async function pageOf(trx: Trx, rows: RawBuilder<FigureRow>, { after, limit }: PageAsked) {
  const { rows: sums } = await (after === undefined
    ? sql<{ count: bigint; sum: bigint }>`
        select count(*) as count, coalesce(sum(amount), 0)::bigint as sum from (${rows}) r`.execute(trx)
    : { rows: [] });
  const { rows: page } = await sql<FigureRow>`
    select r.key, r.at, r.what, r.amount::bigint as amount, r.member_id, r.subject from (${rows}) r
    where r.key collate "C" > ${after ?? ''} order by r.key collate "C" limit ${limit + 1}`.execute(trx);
  const [all] = sums;
  return {
    count: all === undefined ? null : Number(all.count),
    sum: all === undefined ? null : bahtFromSatang(all.sum),
    ...presentRows(page, limit),
  };
}

/** One page of rows, in baht. @param found in the order of their keys; one more than `limit` if there are further ones */
export function presentRows(found: readonly FigureRow[], limit: number) {
  const shown = found.slice(0, limit);
  return {
    rows: shown.map(({ key, at, what, amount, member_id, subject }) => ({
      id: key,
      at: at.toISOString(),
      what,
      amount: amount === null ? null : bahtFromSatang(amount),
      memberId: member_id === null ? null : String(member_id),
      subject,
    })),
    next: found.length > limit ? (shown.at(-1)?.key ?? null) : null,
  };
}

const isOfMembers = (figure: Figure): figure is MemberFigure =>
  countsMembers(figure) || figure === 'firstDeposits';
