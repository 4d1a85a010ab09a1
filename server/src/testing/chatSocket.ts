import type { ChatMessage } from '@krapao/contract/api/chat';
import type { ClientEvents, JoinAnswer, ReadEvent, ServerEvents, SocketAuth } from '@krapao/contract/events';
import { io, type Socket } from 'socket.io-client';

export interface ChatSocket {
  socket: Socket<ServerEvents, ClientEvents>;
  /** The received events, in order. */
  messages: ChatMessage[];
  reads: ReadEvent[];
  join(room: string): Promise<JoinAnswer>;
  close(): void;
}

/** A connected socket. Rejects with the error code as message. */
export async function openChatSocket(
  url: string,
  auth: SocketAuth,
  headers: Record<string, string> = {},
): Promise<ChatSocket> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
    extraHeaders: headers,
  });
  const messages: ChatMessage[] = [];
  const reads: ReadEvent[] = [];
  socket.on('messaging', (message) => messages.push(message));
  socket.on('read', (event) => reads.push(event));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  return {
    socket,
    messages,
    reads,
    join: (room) => new Promise((resolve) => socket.emit('join', room, resolve)),
    close: () => socket.close(),
  };
}
