import type { Permission } from '@krapao/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../../appError.ts';
import type { Trx } from '../../../database/connect.ts';

/** Who may decide the items of each queue. */
export const QUEUE_PERMISSION = {
  slips: 'deposit.decide',
  incoming: 'deposit.decide',
  gateways: 'deposit.decide',
  gifts: 'deposit.decide',
  notices: 'deposit.decide',
  withdrawals: 'withdrawal.decide',
  transfers: 'transfer.decide',
  adjustments: 'balance.adjust',
} as const satisfies Record<string, Permission>;

export type QueueName = keyof typeof QUEUE_PERMISSION;

const CLAIM_SECONDS = 120;

/** Takes an item for two minutes, or keeps it for two more. @throws AppError QUEUE_TAKEN while another has it */
export async function claimItem(trx: Trx, queue: QueueName, item: string, operatorId: bigint): Promise<void> {
  const { rows } = await sql`
    insert into queue_claim (queue, item, operator_id, expires_at)
    values (${queue}, ${item}, ${operatorId}, now() + make_interval(secs => ${CLAIM_SECONDS}))
    on conflict (queue, item) do update
      set operator_id = excluded.operator_id, expires_at = excluded.expires_at
      where queue_claim.operator_id = excluded.operator_id or queue_claim.expires_at <= now()
    returning 1`.execute(trx);
  if (rows.length === 0) throw new AppError('QUEUE_TAKEN');
}

/** Gives an item back; somebody else's stays theirs. */
export async function releaseItem(
  trx: Trx,
  queue: QueueName,
  item: string,
  operatorId: bigint,
): Promise<void> {
  await trx
    .deleteFrom('queue_claim')
    .where('queue', '=', queue)
    .where('item', '=', item)
    .where('operator_id', '=', operatorId)
    .execute();
}

/**
 * Ends the operator's claim with the decision that it was taken for: of two operators one decides.
 * @throws AppError QUEUE_NOT_TAKEN where the operator does not have the item (any more)
 */
export async function useClaim(trx: Trx, queue: QueueName, item: string, operatorId: bigint): Promise<void> {
  const { rows } = await sql`
    delete from queue_claim
    where queue = ${queue} and item = ${item} and operator_id = ${operatorId} and expires_at > now()
    returning 1`.execute(trx);
  if (rows.length === 0) throw new AppError('QUEUE_NOT_TAKEN');
}
