import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';
import type { Line, Posted } from './command.ts';
import { toAppError } from './ledgerError.ts';
import { type PostedRow, presentPosted } from './post.ts';

interface BatchRow extends PostedRow {
  item: number;
  refused: string | null;
  refused_by: string;
  message: string;
}

/**
 * Writes many lines in one round trip. Each line is booked or refused independently: a repeated key is a replay, and a
 * refused line does not affect the others. Lines of one batch count as simultaneous, so a line must not depend on
 * another. With a Db the batch is a transaction of its own.
 * @returns answers in the order of the lines; a refusal is the AppError that post throws
 * @throws Error of the database for all lines together: nothing was written, or it is unknown
 */
export async function postBatch(db: Db | Trx, lines: readonly Line[]): Promise<(Posted | Error)[]> {
  const all = <K extends keyof Line>(name: K) => lines.map((line) => line[name]);
  const { rows } = await sql<BatchRow>`
    select * from ledger.post_batch(${all('key')}::uuid[], ${all('phase')}::text[], ${all('code')}::text[],
      ${all('debit')}::bigint[], ${all('credit')}::bigint[], ${all('amount')}::bigint[], ${all('pendingId')}::bigint[],
      ${all('reversesId')}::bigint[], ${all('groupId')}::uuid[], ${all('actor')}::text[], ${all('cause')}::text[])`.execute(
    db,
  );
  const answers = new Map(rows.map((row) => [row.item, answerOf(row)]));
  return lines.map(
    (_line, nth) =>
      answers.get(nth + 1) ??
      new AppError('INTERNAL_SERVER_ERROR', 'ledger: no answer for a line of a batch'),
  );
}

function answerOf(row: BatchRow): Posted | Error {
  if (row.refused === null) return presentPosted(row);
  const { refused: code, refused_by: constraint, message } = row;
  const error = toAppError({ code, constraint, message });
  return error instanceof Error ? error : new AppError('INTERNAL_SERVER_ERROR', `ledger: ${message}`);
}
