import { sql } from 'kysely';
import type { Trx } from '../../database/connect.ts';
import type { RoomRow } from './room.ts';

/**
 * From here on the customer of a locked room waits for a person's first answer, unless they wait already or a person has
 * answered this chat.
 */
export async function beginWait(trx: Trx, room: RoomRow, at: Date): Promise<void> {
  const changed = await trx
    .updateTable('chat_room')
    .set({ asked_at: at })
    .where('id', '=', room.id)
    .where('asked_at', 'is', null)
    .where('is_answered', '=', false)
    .returningAll()
    .executeTakeFirst();
  if (changed) Object.assign(room, changed);
}

/**
 * Ends the wait of a locked room's customer, and keeps how long it took.
 * @param answeredBy null: the chat was closed without an answer, which keeps no promise
 */
export async function endWait(trx: Trx, room: RoomRow, answeredBy: bigint | null): Promise<void> {
  if (room.asked_at !== null)
    await trx
      .insertInto('chat_wait')
      .values({
        room_id: room.id,
        asked_at: room.asked_at,
        ended_at: sql<Date>`greatest(site.clock_timestamp(), ${room.asked_at}::timestamptz)`,
        answered_by: answeredBy,
      })
      .execute();
  if (room.asked_at === null && room.is_answered === (answeredBy !== null)) return;
  const changed = await trx
    .updateTable('chat_room')
    .set({ asked_at: null, is_answered: answeredBy !== null })
    .where('id', '=', room.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  Object.assign(room, changed);
}
