import type { ChatMessage } from '@krapao/contract/api/chat';
import { ApiError } from '@krapao/contract/client';
import type { ChatRoomSummary } from '@krapao/contract/events';
import { type Conversation, openConversation } from '@krapao/ui/chat/conversation.ts';
import type { Written } from '@krapao/ui/chat/messageLog.ts';
import { uploadFetch } from '@krapao/ui/uploadFetch.ts';
import { client, queryClient } from '../../lib/api.ts';
import { errorText } from '../../lib/errorText.ts';
import { selfNow } from '../../lib/self.ts';
import { keys, type OperatorMessage } from './chat.ts';

export type OperatorWords = Extract<Written, OperatorMessage>;

type Room = Pick<ChatRoomSummary, 'id' | 'room' | 'memberId' | 'guestId'>;

/** How many messages of the history are asked for at once. */
const PAGE = 30;
/** So many conversations are kept beside those with something on its way. */
const KEPT = 20;

const opened = new Map<string, { room: Room; conversation: Conversation<OperatorWords> }>();
let reader: string | undefined;

/**
 * A conversation as an operator has it. What is on its way goes on while another one is looked at, and for nobody else:
 * the next operator in this browser begins with none.
 */
export function conversationOf(room: Room, operatorId: string): Conversation<OperatorWords> {
  if (operatorId !== reader) for (const id of [...opened.keys()]) forget(id);
  reader = operatorId;
  const conversation = opened.get(room.id)?.conversation ?? openRoom(room, operatorId);
  // The one that was opened last stands last.
  opened.delete(room.id);
  opened.set(room.id, { room, conversation });
  const idle = [...opened].filter(([, one]) => one.conversation.view().log.outgoing.length === 0);
  for (const [id] of idle.slice(0, -KEPT)) forget(id);
  return conversation;
}

/** Tells the conversation of a socket's room something. */
export function tellRoom(name: string, tell: (conversation: Conversation<OperatorWords>) => void): void {
  for (const { room, conversation } of opened.values()) if (room.room === name) tell(conversation);
}

/** Tells a message to the conversation that it belongs to. */
export function hearMessage(message: ChatMessage): void {
  for (const { room, conversation } of opened.values())
    if (message.userId === room.memberId && message.guestId === room.guestId) conversation.hear(message);
}

/** The socket is lost: nothing is heard of any conversation. */
export function loseRooms(): void {
  for (const { conversation } of opened.values()) conversation.lost();
}

function forget(id: string): void {
  opened.get(id)?.conversation.close();
  opened.delete(id);
}

function openRoom({ id }: Room, operatorId: string): Conversation<OperatorWords> {
  const params = { id };
  // What waits for the network may outlive the session: nobody else sends it in their own name.
  const checkWriter = () => {
    if (selfNow()?.id !== operatorId) throw new ApiError('offline', 0, 'who wrote it is not logged in');
  };
  const renew = () => {
    void queryClient.invalidateQueries({ queryKey: keys.rooms });
    void queryClient.invalidateQueries({ queryKey: keys.room(id) });
  };
  return openConversation<OperatorWords>({
    ours: 'operator',
    page: PAGE,
    sendDelayMs: 0,
    problemOf: errorText,
    history: (limit, skip) =>
      client('POST /api/console/chat/rooms/:id/history', { params, body: { limit, skip } }),
    markRead: async () => {
      await client('PUT /api/console/chat/rooms/:id/read', { params });
      renew();
      void queryClient.invalidateQueries({ queryKey: ['queues'] });
    },
    post: async (clientId, message) => {
      checkWriter();
      const body = { clientId, message };
      return client('POST /api/console/chat/rooms/:id/messages', { params, body }).finally(renew);
    },
    upload: async ({ kind, blob }, { onProgress, signal }) => {
      checkWriter();
      const form = new FormData();
      form.append('file', blob);
      const { path } = await client(`POST /api/console/chat/rooms/:id/upload-${kind}`, {
        params,
        form,
        signal,
        fetch: uploadFetch(onProgress),
      });
      return path;
    },
  });
}
