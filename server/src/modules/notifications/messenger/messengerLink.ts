import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { sql } from 'kysely';
import { type Prover, useProof } from '../../../calls/stepUp.ts';
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

/** What the password proves before a link ends or another takes its place. */
export const MESSENGER_PROVING = { action: 'security', subject: 'messenger' } as const;

/** Whether a LINE user or another is linked to the member. */
export async function isLinked(trx: Trx, memberId: bigint): Promise<boolean> {
  const link = await trx
    .selectFrom('messenger_link')
    .select('id')
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return link !== undefined;
}

/** The member ends the link with the password, and is told of it. @throws AppError STEP_UP_REQUIRED */
export async function unlinkMessenger(trx: Trx, prover: Prover): Promise<void> {
  if (!(await isLinked(trx, prover.memberId))) return;
  await useProof(trx, prover, MESSENGER_PROVING);
  await endLink(trx, prover.memberId, 'MEMBER');
}

/** Ends the member's link and tells of it first, there too: whoever is sent away must learn of it. */
export async function endLink(trx: Trx, memberId: bigint, reason: 'MEMBER' | 'REPLACED'): Promise<void> {
  const link = await trx
    .selectFrom('messenger_link')
    .select('id')
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (link === undefined) return;
  await notify(trx, { memberId, kind: 'messengerUnlinked', key: `messenger:${link.id}:ended` });
  await trx
    .updateTable('messenger_link')
    .set({ ended_at: sql<Date>`site.clock_timestamp()`, ended_reason: reason })
    .where('id', '=', link.id)
    .execute();
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
    .set({ ended_at: sql<Date>`site.clock_timestamp()`, ended_reason: 'USER' })
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('linked_at', '<', at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
