import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { type Selectable, sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Database, Trx } from '../../../database/connect.ts';
import { areHeldBack } from '../heldBack.ts';

export type BatchRow = Selectable<Database['payout_batch']>;
export type BatchFile = ResponseOf<Contract['POST /api/console/withdrawals/export']>;

/** The file as it was made. */
export const fileOf = ({ id, file_name: fileName, content, encoding }: BatchRow): BatchFile => ({
  batchId: id.toString(),
  fileName,
  content,
  encoding: encoding as BatchFile['encoding'],
  leftOut: [],
});

/**
 * Locks a batch: whoever changes its rows holds this lock first. @throws AppError NO_DATA
 */
export async function lockBatch(trx: Trx, id: bigint): Promise<BatchRow> {
  const batch = await trx
    .selectFrom('payout_batch')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (batch === undefined) throw new AppError('NO_DATA', 'no such file');
  return batch;
}

/** The members whose rows have no answer yet. */
export async function openMembers(trx: Trx, batchId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ member_id: bigint }>`
    select distinct w.member_id from payout_batch_row r join withdrawal w on w.id = r.withdrawal_id
    where r.payout_batch_id = ${batchId} and r.state = 'EXPORTED'`.execute(trx);
  return rows.map(({ member_id }) => member_id);
}

/**
 * The same file again, with its members; only while every row waits for the bank. What has an answer may be in the next
 * file already, or refunded; who was held back since must not be paid by it.
 * @throws AppError NO_DATA, ALREADY_DECIDED if nothing of it waits for the bank, PAYOUT_FILE_ANSWERED if a part does
 * not, PAYOUT_FILE_HELD
 */
export async function readBatch(
  trx: Trx,
  batchId: bigint,
): Promise<{ file: BatchFile; memberIds: bigint[] }> {
  const batch = await lockBatch(trx, batchId);
  const memberIds = await openMembers(trx, batchId);
  if (memberIds.length === 0) throw new AppError('ALREADY_DECIDED', 'no row of it waits for the bank');
  const closed = await trx
    .selectFrom('payout_batch_row')
    .where('payout_batch_id', '=', batchId)
    .where('state', '<>', 'EXPORTED')
    .select('line')
    .executeTakeFirst();
  if (closed !== undefined) throw new AppError('PAYOUT_FILE_ANSWERED', `row ${closed.line}`);
  if (await areHeldBack(trx, memberIds)) throw new AppError('PAYOUT_FILE_HELD');
  return { file: fileOf(batch), memberIds };
}
