import type { ChatMessage } from '@krapao/contract/api/chat';
import type { ChatContent, ChatSender } from '@krapao/contract/chatContent';
import type { MessageRow } from './appendMessage.ts';
import { signMediaLink } from './mediaLink.ts';
import type { RoomRow } from './room.ts';

/** A message as both sides see it, with newly signed links to media. Operators appear only with their name. */
export function presentMessage(room: RoomRow, message: MessageRow, linkKey: Buffer): ChatMessage {
  const content = { message_type: message.message_type, payload: message.payload } as ChatContent;
  return {
    _id: String(message.id),
    clientId: message.client_id,
    position: message.position,
    sender: message.sender as ChatSender,
    message:
      content.message_type === 'media'
        ? {
            ...content,
            payload: { ...content.payload, url: signMediaLink(linkKey, content.payload.filePath) },
          }
        : content,
    isRead: message.position <= (message.sender === 'customer' ? room.operator_read : room.customer_read),
    createdAt: message.created_at.toISOString(),
    session_id: message.session_id,
    userId: room.member_id === null ? null : String(room.member_id),
    guestId: room.member_id === null ? room.guest_id : null,
    ...(message.sender_name === null ? {} : { name: message.sender_name }),
  };
}
