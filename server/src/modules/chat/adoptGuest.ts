import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Trx } from '../../database/connect.ts';
import { lockRoomById, type RoomRow } from './room.ts';

export interface Adopted {
  /** The member's room; undefined if the guest had written nothing. */
  room: RoomRow | undefined;
  /** The guest's room, merged into the member's. */
  removed: bigint | undefined;
}

/**
 * Keeps a guest's messages after log-in: the guest's room becomes the member's, or its messages are added to the
 * member's own room. The guest cannot be used again.
 * @throws AppError NO_USER for a guest that another member took
 */
export async function adoptGuest(trx: Trx, memberId: bigint, guestId: string): Promise<Adopted> {
  const rooms = await trx
    .selectFrom('chat_room')
    .selectAll()
    .where((e) => e.or([e('member_id', '=', memberId), e('guest_id', '=', guestId)]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const guest = rooms.find((room) => room.guest_id === guestId);
  const own = rooms.find((room) => room.member_id === memberId);
  if (guest === undefined || guest === own) return { room: own, removed: undefined };
  if (guest.adopted_by === memberId) return { room: own, removed: undefined };
  if (guest.member_id !== null || guest.adopted_by !== null) throw new AppError('NO_USER', 'another member');
  if (own === undefined) {
    await trx.updateTable('chat_room').set({ member_id: memberId }).where('id', '=', guest.id).execute();
    return { room: await lockRoomById(trx, guest.id), removed: undefined };
  }
  await moveMessages(trx, guest, own);
  return { room: await lockRoomById(trx, own.id), removed: guest.id };
}

async function moveMessages(trx: Trx, guest: RoomRow, own: RoomRow): Promise<void> {
  const start = own.last_position;
  await sql`
    update chat_message m set room_id = ${own.id}, position = m.position + ${start},
      client_id = case when exists (
        select from chat_message o where o.room_id = ${own.id} and o.client_id = m.client_id) then null else m.client_id end
    where m.room_id = ${guest.id}`.execute(trx);
  await sql`update chat_file set room_id = ${own.id} where room_id = ${guest.id}`.execute(trx);
  await sql`update chat_note set room_id = ${own.id} where room_id = ${guest.id}`.execute(trx);
  await sql`update chat_wait set room_id = ${own.id} where room_id = ${guest.id}`.execute(trx);
  await sql`update chat_closing set room_id = ${own.id} where room_id = ${guest.id}`.execute(trx);
  // A side that had read the whole member's room has read as far as it had in the guest's.
  const read = (side: 'customer_read' | 'operator_read') =>
    own[side] === own.last_position ? start + guest[side] : own[side];
  await trx
    .updateTable('chat_room')
    .set({
      last_position: start + guest.last_position,
      customer_read: read('customer_read'),
      operator_read: read('operator_read'),
      // What the bot had is a person's now: the member's own chat may have one.
      asked_at: sql`least(asked_at, ${guest.asked_at}::timestamptz,
        ${guest.bot_until === null ? null : guest.last_message_at}::timestamptz,
        ${own.bot_question === null ? null : own.last_message_at}::timestamptz)`,
      bot_question: null,
      bot_until: null,
      session_id: guest.last_position > 0 ? guest.session_id : own.session_id,
      // Who closed the member's conversation has it no more; who answers the guest goes on.
      ...(own.status === 'closed' && { assigned_to: guest.assigned_to, is_answered: guest.is_answered }),
      last_message_at: sql`greatest(last_message_at, ${guest.last_message_at}::timestamptz)`,
      status:
        own.status === 'open' || (guest.status === 'open' && guest.last_position > 0) ? 'open' : 'closed',
    })
    .where('id', '=', own.id)
    .execute();
  await trx
    .updateTable('chat_room')
    .set({
      adopted_by: own.member_id,
      asked_at: null,
      bot_question: null,
      bot_until: null,
      last_position: 0,
      customer_read: 0,
      operator_read: 0,
      status: 'closed',
      last_message_at: null,
    })
    .where('id', '=', guest.id)
    .execute();
}
