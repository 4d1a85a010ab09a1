import { type Selectable, sql } from 'kysely';
import type { OutcomeRow, OutcomeSource } from '../../calls/outcomeRow.ts';
import { type RequestKey, requestKeyColumns, sameRequest } from '../../calls/requestKey.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { Transfer, TransferLeg } from '../../database/schemaTypes.ts';

export type GameTransfer = Selectable<Transfer>;
export type LegRow = Selectable<TransferLeg>;

/** The transfer that this key of the member made before. @throws AppError IDEMPOTENCY_MISMATCH */
export async function findByKey(
  db: Db | Trx,
  memberId: bigint,
  requestKey: RequestKey | undefined,
): Promise<GameTransfer | undefined> {
  if (requestKey === undefined) return undefined;
  const known = await db
    .selectFrom('transfer')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', requestKey.key)
    .executeTakeFirst();
  return sameRequest(known, requestKey);
}

/** Transfers by their key. One that failed half way keeps it: what has moved must not move again. */
export const transferOutcome: OutcomeSource = {
  made: (memberId, key) => sql<OutcomeRow>`
    select 'transfer', id::text, case status when 'PENDING' then 'under_way' when 'SUCCESS' then 'done' else 'refused' end,
      failure, case status when 'SUCCESS' then moved else amount end
    from transfer where member_id = ${memberId} and idempotency_key = ${key}`,
  free: (db, memberId, key) =>
    db
      .updateTable('transfer')
      .set(requestKeyColumns(undefined))
      .where('member_id', '=', memberId)
      .where('idempotency_key', '=', key)
      .where('status', '=', 'FAILED')
      .where(
        sql<boolean>`not exists (
          select from transfer_leg l where l.transfer_id = transfer.id and l.state = 'CONFIRMED')`,
      )
      .execute(),
};

/** The statement's cause of a transfer, and that of its way on from the wallet where this alone failed. */
export const causeOf = (transferId: string): string => `transfer:${transferId}`;
export const onwardCauseOf = (transferId: string): string => `transfer:${transferId}:onward`;
