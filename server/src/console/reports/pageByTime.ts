import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { type PageAsked, presentRows } from './figureRows.ts';
import type { FigureRow } from './figures.ts';
import type { Span } from './period.ts';

const HOUR_MS = 3_600_000;
/** A piece that holds too few rows is followed by one so many times as long. */
const LONGER = 4;

/** The time in a row's key, as `orderOf` writes it: in UTC, with microseconds. */
const KEY = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\d{3}-/;

/**
 * One page of rows of which a period may hold too many to count, oldest first. It is read in pieces of time from the last row
 * shown on, so that a page costs what these pieces hold, however long the period is. Nothing says what all come to.
 * @param rowsIn the rows of a piece, by a condition that an index of times answers
 * @throws AppError INVALID_REQUEST (`after` is no key)
 */
export async function pageByTime(
  trx: Trx,
  rowsIn: (piece: Span) => RawBuilder<FigureRow>,
  { start, end }: Span,
  { after, limit }: PageAsked,
) {
  const found: FigureRow[] = [];
  let length = HOUR_MS;
  for (let from = after === undefined ? start : timeOf(after); found.length <= limit && from < end; ) {
    const to = new Date(Math.min(from.getTime() + length, end.getTime()));
    const { rows } = await sql<FigureRow>`
      select r.key, r.at, r.what, r.amount::bigint as amount, r.member_id, r.subject
      from (${rowsIn({ start: from < start ? start : from, end: to })}) r
      where r.key collate "C" > ${after ?? ''} order by r.key collate "C"
      limit ${limit + 1 - found.length}`.execute(trx);
    found.push(...rows);
    from = to;
    length *= LONGER;
  }
  return { count: null, sum: null, ...presentRows(found, limit) };
}

function timeOf(key: string): Date {
  const [, year, month, day, hour, minute, second, ms] = KEY.exec(key) ?? [];
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  if (Number.isNaN(at.getTime())) throw new AppError('INVALID_REQUEST', 'no key of a row');
  return at;
}
