import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { parseRowId } from './rowId.ts';

/**
 * Whether a row can be attached to this member's conversation. @param memberId null for a guest, who has no rows
 * @throws AppError INVALID_REQUEST if it is no row of this member
 */
export async function requireRow(db: Db | Trx, memberId: bigint | null, rowId: string): Promise<void> {
  const { table, id } = parseRowId(rowId);
  const found =
    memberId !== null &&
    (await db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst());
  if (!found) throw new AppError('INVALID_REQUEST', 'no such row');
}
