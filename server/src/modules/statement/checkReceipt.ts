import type { Contract } from '@krapao/contract/api/index';
import type { StatementEntry } from '@krapao/contract/api/statementEntry';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtFromSatang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { Db } from '../../database/connect.ts';
import type { Keys } from '../../sealed.ts';
import { entryOfCode } from './receiptCode.ts';

/**
 * What the entry of a receipt says now; nothing of the member. Amount in baht.
 * @throws AppError NO_DATA if this site gave no such receipt
 */
export async function checkReceipt(
  db: Db,
  keys: Keys,
  code: string,
): Promise<ResponseOf<Contract['POST /api/receipt']>> {
  const id = entryOfCode(keys, code);
  const entry =
    id &&
    (await db
      .selectFrom('statement_entry')
      .select(['statement_type', 'status', 'amount', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst());
  if (!entry) throw new AppError('NO_DATA');
  return {
    statementType: entry.statement_type as StatementEntry['statementType'],
    status: entry.status as StatementEntry['status'],
    amount: bahtFromSatang(entry.amount),
    createdAt: entry.created_at.toISOString(),
  };
}
