import type { Selectable } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Transfer, TransferLeg } from '../../database/schemaTypes.ts';

export type TransferRow = Selectable<Transfer>;
export type LegRow = Selectable<TransferLeg>;

/** How a call is repeated: its key, and what the key stands for. */
export interface Idempotency {
  key: string;
  fingerprint: Buffer;
}

/** The transfer that this key of the member made before. @throws AppError IDEMPOTENCY_MISMATCH */
export async function findByKey(
  db: Db | Trx,
  memberId: bigint,
  idempotency: Idempotency | undefined,
): Promise<TransferRow | undefined> {
  if (idempotency === undefined) return undefined;
  const known = await db
    .selectFrom('transfer')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', idempotency.key)
    .executeTakeFirst();
  if (known && !known.fingerprint?.equals(idempotency.fingerprint))
    throw new AppError('IDEMPOTENCY_MISMATCH');
  return known;
}

/** The statement's cause of a transfer, and that of its way on from the wallet where this alone failed. */
export const causeOf = (transferId: string): string => `transfer:${transferId}`;
export const onwardCauseOf = (transferId: string): string => `transfer:${transferId}:onward`;
