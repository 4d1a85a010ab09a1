import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../database/connect.ts';
import type { Transfer, TransferLeg } from '../../database/schemaTypes.ts';
import { type RequestKey, sameRequest } from '../../http/requestKey.ts';

export type TransferRow = Selectable<Transfer>;
export type LegRow = Selectable<TransferLeg>;

/** The transfer that this key of the member made before. @throws AppError IDEMPOTENCY_MISMATCH */
export async function findByKey(
  db: Db | Trx,
  memberId: bigint,
  requestKey: RequestKey | undefined,
): Promise<TransferRow | undefined> {
  if (requestKey === undefined) return undefined;
  const known = await db
    .selectFrom('transfer')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', requestKey.key)
    .executeTakeFirst();
  return sameRequest(known, requestKey);
}

/** The statement's cause of a transfer, and that of its way on from the wallet where this alone failed. */
export const causeOf = (transferId: string): string => `transfer:${transferId}`;
export const onwardCauseOf = (transferId: string): string => `transfer:${transferId}:onward`;
