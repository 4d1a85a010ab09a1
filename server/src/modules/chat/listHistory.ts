import type { Db, Trx } from '../../database/connect.ts';
import type { MessageRow } from './appendMessage.ts';

/** A page of a room's messages, newest first (CHT-03). */
export function listHistory(
  db: Db | Trx,
  roomId: bigint,
  { limit, skip }: { limit: number; skip: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('chat_message')
    .selectAll()
    .where('room_id', '=', roomId)
    .orderBy('position', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
}
