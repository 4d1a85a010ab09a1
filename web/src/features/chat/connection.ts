import type { ChatMessage } from '@krapao/contract/api/chat';
import type { ClientEvents, ReadEvent, ServerEvents } from '@krapao/contract/events';
import { CHAT } from '@krapao/contract/limits';
import { io, type Socket } from 'socket.io-client';
import { apiBase } from '../../lib/api.ts';
import { getToken } from '../../lib/session.ts';
import type { ChatIdentity } from './identity.ts';

interface Listeners {
  onMessage: (message: ChatMessage) => void;
  onRead: (event: ReadEvent) => void;
  onConnected: (isConnected: boolean) => void;
  /** The server does not take us as who we say we are. */
  onRefused: () => void;
  /** The room is joined; its newest position is this. */
  onJoined: (position: number) => void;
}

export interface RoomConnection {
  close(): void;
}

/** CHT-02: a socket that joins our room and comes back whenever it is lost. */
export function openConnection({ room, guest }: ChatIdentity, listeners: Listeners): RoomConnection {
  const socket: Socket<ServerEvents, ClientEvents> = io(apiBase || window.location.origin, {
    transports: ['websocket'],
    reconnectionDelay: CHAT.reconnectDelayMs,
    reconnectionDelayMax: CHAT.reconnectDelayMs,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    forceNew: true,
    auth: (answer) => answer({ ...guest, ...(getToken() === null ? {} : { token: getToken() }) }),
  });
  let isJoined = false;

  function join(): void {
    socket.emit('join', room, (result) => {
      if (result.code !== 'OK') return;
      isJoined = true;
      listeners.onConnected(true);
      if ('position' in result) listeners.onJoined(result.position);
    });
  }
  function lost(): void {
    isJoined = false;
    listeners.onConnected(false);
  }
  socket.on('connect', join);
  socket.on('disconnect', lost);
  socket.on('connect_error', () => {
    lost();
    // Without an answer of the server the socket goes on trying by itself.
    if (!socket.active) listeners.onRefused();
  });
  socket.on('messaging', listeners.onMessage);
  socket.on('read', listeners.onRead);
  const recheck = setInterval(() => {
    if (!socket.connected) socket.connect();
    else if (!isJoined) join();
  }, CHAT.socketRecheckMs);
  const onOnline = () => void (socket.connected || socket.connect());
  window.addEventListener('online', onOnline);

  return {
    close: () => {
      clearInterval(recheck);
      window.removeEventListener('online', onOnline);
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}
