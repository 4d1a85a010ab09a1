import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../database/connect.ts';
import type { Connections, LiveConnection } from '../../../providers/connections/connections.ts';
import { notify } from '../notify.ts';

/** The messaging service that members are shown; undefined where the site has none. */
export function messengerOf(connections: Connections): LiveConnection<'notify'> | undefined {
  const [first] = connections.deciding('notify');
  return first;
}

/** What the member's settings show. */
export async function readMessenger(
  db: Db,
  connections: Connections,
  memberId: bigint,
): Promise<ResponseOf<Contract['GET /api/notifications/messenger']>> {
  const service = messengerOf(connections);
  if (service === undefined) return { service: null, linkedAt: null };
  const link = await db
    .selectFrom('messenger_link')
    .select('linked_at')
    .where('member_id', '=', memberId)
    .where('connection_id', '=', service.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const { title, port } = service;
  return { service: { title, addUrl: port.addUrl }, linkedAt: link?.linked_at.toISOString() ?? null };
}

/** The member ends the link, and is told of it. */
export async function unlinkMessenger(trx: Trx, memberId: bigint): Promise<void> {
  const ended = await trx
    .updateTable('messenger_link')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_reason: 'MEMBER' })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (ended) await notify(trx, { memberId, kind: 'messengerUnlinked', key: `messenger:${ended.id}:ended` });
}

/**
 * The service's user blocked the site's account. @param at by the service's clock: a block from before the link, told once
 * more, ends nothing
 */
export async function endLinkOfUser(
  db: Db,
  connectionId: string,
  { userId, at }: { userId: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messenger_link')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_reason: 'USER' })
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('linked_at', '<', at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
