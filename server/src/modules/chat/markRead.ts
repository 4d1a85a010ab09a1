import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import { readKind } from '../notifications/markRead.ts';
import type { RoomRow } from './room.ts';

/** Marks a room as read by one side up to its newest message (CHT-08); undefined when that changes nothing. */
export async function markRead(
  trx: Trx,
  roomId: bigint,
  by: 'customer' | 'operator',
): Promise<RoomRow | undefined> {
  const column = by === 'customer' ? 'customer_read' : 'operator_read';
  const room = await trx
    .updateTable('chat_room')
    .set({ [column]: sql`last_position` })
    .where('id', '=', roomId)
    .whereRef(column, '<', 'last_position')
    .returningAll()
    .executeTakeFirst();
  if (by === 'customer' && room?.member_id != null) await readKind(trx, room.member_id, 'chatAnswered');
  return room;
}

/** What the customer has not read: messages of operators and of the site. */
export async function countUnread(trx: Trx, room: RoomRow): Promise<number> {
  const { count } = await trx
    .selectFrom('chat_message')
    .select((e) => e.fn.countAll<bigint>().as('count'))
    .where('room_id', '=', room.id)
    .where('position', '>', room.customer_read)
    .where('sender', '<>', 'customer')
    .executeTakeFirstOrThrow();
  return Number(count);
}
