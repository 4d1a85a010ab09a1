import type { ChatContent } from '@krapao/contract/chatContent';
import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '../../database/connect.ts';
import type { RoomRow } from './room.ts';

export type MessageRow = Selectable<Database['chat_message']>;

export type Author =
  | { sender: 'customer' }
  | { sender: 'system' }
  | { sender: 'operator'; operatorId: bigint; name: string };

interface NewMessage {
  author: Author;
  /** Media without their link, which is signed when the message is shown. */
  content: ChatContent;
  clientId?: string | undefined;
}

/** Appends a message to a locked room and updates `room`. Its author has read the messages before. */
export async function appendMessage(
  trx: Trx,
  room: RoomRow,
  { author, content, clientId }: NewMessage,
): Promise<MessageRow> {
  const position = room.last_position + 1;
  const message = await trx
    .insertInto('chat_message')
    .values({
      room_id: room.id,
      position,
      sender: author.sender,
      operator_id: author.sender === 'operator' ? author.operatorId : null,
      sender_name: author.sender === 'operator' ? author.name : null,
      message_type: content.message_type,
      payload: JSON.stringify(content.payload),
      client_id: clientId ?? null,
      session_id: room.session_id,
      created_at: sql`site.clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const changed = await trx
    .updateTable('chat_room')
    .set({
      last_position: position,
      last_message_at: message.created_at,
      session_id: room.session_id,
      ...(author.sender === 'customer' ? { customer_read: position } : {}),
      ...(author.sender === 'operator' ? { operator_read: position } : {}),
    })
    .where('id', '=', room.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  Object.assign(room, changed);
  return message;
}
