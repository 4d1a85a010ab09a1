import type { Role } from '@krapao/contract/permissions';
import type { QueueName } from '@krapao/contract/queues';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { Trx } from '../../database/connect.ts';
import { QUEUES } from '../../queues.ts';
import { seenBy } from './waitingRows.ts';

const CLAIM_SECONDS = 120;

/** As the database writes them: one item has one id, and so one claim. */
const ID = { bigint: /^(?:0|[1-9][0-9]{0,17})$/, uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ };

/** Whether a text can be the id of an item of this queue. */
export function isItemId(queue: QueueName, item: string): boolean {
  return ID[QUEUES[queue].id].test(item);
}

/** The maximum number of items that one operator claims: enough for several open pages, never a whole queue. */
const HELD_MAX = 20;

/**
 * Claims an item for two minutes, or renews the claim. Above the maximum the oldest claim is released. A requester of
 * an approval cannot block others from it.
 * @throws AppError QUEUE_TAKEN while another operator has it, and the errors of requireWaiting
 */
export async function claimItem(
  trx: Trx,
  queue: QueueName,
  item: string,
  { id, role }: Pick<Operator, 'id' | 'role'>,
): Promise<void> {
  await requireWaiting(trx, queue, item, role);
  const { rows } = await sql`
    insert into queue_claim (queue, item, operator_id, expires_at)
    values (${queue}, ${item}, ${id}, site.clock_timestamp() + make_interval(secs => ${CLAIM_SECONDS}))
    on conflict (queue, item) do update
      set operator_id = excluded.operator_id, expires_at = excluded.expires_at,
        claimed_at = case when queue_claim.operator_id = excluded.operator_id and queue_claim.expires_at > site.now()
          then queue_claim.claimed_at else excluded.claimed_at end
      where queue_claim.operator_id = excluded.operator_id or queue_claim.expires_at <= site.now()
        or (queue_claim.queue = 'approvals' and exists (select from approval
          where approval.id::text = queue_claim.item and approval.asked_by = queue_claim.operator_id))
    returning 1`.execute(trx);
  if (rows.length === 0) throw new AppError('QUEUE_TAKEN');
  await sql`
    delete from queue_claim where operator_id = ${id} and (queue, item) not in (
      select queue, item from queue_claim where operator_id = ${id}
      order by expires_at desc limit ${HELD_MAX})`.execute(trx);
}

/** @throws AppError NO_DATA if the queue has no such item for the role, ALREADY_DECIDED if it had */
async function requireWaiting(trx: Trx, queue: QueueName, item: string, role?: Role): Promise<void> {
  const { table, id, waits, endedAt } = QUEUES[queue];
  if (!isItemId(queue, item)) throw new AppError('NO_DATA');
  const { rows } = await sql<{ waits: boolean; isOver: boolean }>`
    select ${waits} as waits, coalesce(decided_at, ${endedAt}) is not null as "isOver"
    from ${sql.table(table)}
    where id = ${item}::${sql.raw(id)} and ${role === undefined ? sql`true` : seenBy(role, queue)}`.execute(
    trx,
  );
  const [row] = rows;
  if (row?.isOver && !row.waits) throw new AppError('ALREADY_DECIDED');
  if (!row?.waits) throw new AppError('NO_DATA');
}

/** Releases an item; another operator's claim stays. */
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
 * Uses up the operator's claim with the decision: of two operators only one decides. @returns since when it was open
 * @throws AppError QUEUE_NOT_TAKEN if the operator does not hold the claim, and the errors of requireWaiting
 */
export async function useClaim(trx: Trx, queue: QueueName, item: string, operatorId: bigint): Promise<Date> {
  const { rows } = await sql<{ claimed_at: Date }>`
    delete from queue_claim
    where queue = ${queue} and item = ${item} and operator_id = ${operatorId} and expires_at > site.now()
    returning claimed_at`.execute(trx);
  const [claim] = rows;
  if (claim) return claim.claimed_at;
  await requireWaiting(trx, queue, item);
  throw new AppError('QUEUE_NOT_TAKEN');
}

/**
 * Lets go on only who has the item open, and keeps the claim.
 * @throws AppError QUEUE_NOT_TAKEN if the operator does not hold the claim, and the errors of requireWaiting
 */
export async function requireClaim(
  trx: Trx,
  queue: QueueName,
  item: string,
  operatorId: bigint,
): Promise<void> {
  await requireWaiting(trx, queue, item);
  const claim = await trx
    .selectFrom('queue_claim')
    .select('item')
    .where('queue', '=', queue)
    .where('item', '=', item)
    .where('operator_id', '=', operatorId)
    .where('expires_at', '>', sql<Date>`site.now()`)
    .executeTakeFirst();
  if (claim === undefined) throw new AppError('QUEUE_NOT_TAKEN');
}
