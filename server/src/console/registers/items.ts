import { isAllowed, type Role } from '@krapao/contract/permissions';
import { QUEUE_PERMISSIONS, type QueueName } from '@krapao/contract/queues';
import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { QUEUES } from '../../queues.ts';
import { isItemId } from '../queues/claim.ts';
import { hasAddress } from '../queues/itemState.ts';
import { seenBy } from '../queues/waitingRows.ts';
import type { StoredRow } from './registers.ts';

/** Where what caused a row waits, or was decided. */
const QUEUE_OF: Readonly<Partial<Record<string, QueueName>>> = {
  slip: 'slips',
  incoming: 'incoming',
  seen: 'incoming',
  gateway: 'latePayments',
  gift: 'gifts',
  manual: 'transferClaims',
  withdrawal: 'withdrawals',
  transferLeg: 'transfers',
};

interface Item {
  queue: QueueName;
  id: string;
}

function itemOf({ cause }: Pick<StoredRow, 'cause'>): Item | undefined {
  const [kind = '', id = ''] = cause.split(':');
  const queue = QUEUE_OF[kind];
  return queue !== undefined && isItemId(queue, id) ? { queue, id } : undefined;
}

/** The items of rows, in their order: null where nothing ever waited, or the role may not see it. */
export async function itemsOf(
  trx: Trx,
  role: Role,
  rows: readonly Pick<StoredRow, 'cause'>[],
): Promise<(Item | null)[]> {
  const items = rows.map(itemOf);
  const seen = new Set<string>();
  for (const [queue, of] of Map.groupBy(items, (item) => item?.queue)) {
    if (queue === undefined || !isAllowed(role, QUEUE_PERMISSIONS[queue])) continue;
    const { table, id: type } = QUEUES[queue];
    const ids = of.flatMap((item) => item?.id ?? []);
    const { rows: found } = await sql<{ id: string }>`
      select id::text as id from ${sql.table(table)}
      where id = any(${ids}::${sql.raw(type)}[]) and ${hasAddress(queue)} and ${seenBy(role, queue)}`.execute(
      trx,
    );
    for (const { id } of found) seen.add(`${queue} ${id}`);
  }
  return items.map((item) => (item !== undefined && seen.has(`${item.queue} ${item.id}`) ? item : null));
}
