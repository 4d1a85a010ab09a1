import type { ClientEvents, ServerEvents, SocketAuth } from '@krapao/contract/events';
import { CHAT } from '@krapao/contract/limits';
import { io, type Socket } from 'socket.io-client';

/** Receives the events of the server, and of the socket itself. */
interface Listeners extends Partial<ServerEvents> {
  /** The socket has joined a room, whose newest position is this. */
  onJoined: (room: string, position: number) => void;
  onLost: () => void;
  /** The server has rejected our identity. */
  onRefused?: () => void;
}

export interface ChatSocket {
  /** Joins a room, and joins it again after each reconnect. The returned function leaves the room. */
  join(room: string): () => void;
  /** Tells the others in a joined room that we type, at most every few seconds. */
  typing(room: string): void;
  close(): void;
}

/**
 * CHT-02: a socket that reconnects after every loss and joins its rooms again.
 * @param address of the server
 * @param auth called at each connection; when it throws, the socket connects without credentials
 */
export function openSocket(
  address: string,
  auth: () => SocketAuth | Promise<SocketAuth>,
  { onJoined, onLost, onRefused, ...events }: Listeners,
): ChatSocket {
  const socket: Socket<ServerEvents, ClientEvents> = io(address, {
    transports: ['websocket'],
    reconnectionDelay: CHAT.reconnectDelayMs,
    reconnectionDelayMax: CHAT.reconnectDelayMs,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    forceNew: true,
    auth: async (answer) => {
      try {
        answer(await auth());
      } catch {
        answer({});
      }
    },
  });
  /** The rooms to join, and whether each is joined. */
  const rooms = new Map<string, boolean>();

  function ask(room: string): void {
    socket.emit('join', room, (result) => {
      if (!('position' in result) || !rooms.has(room)) return;
      rooms.set(room, true);
      onJoined(room, result.position);
    });
  }
  function askForMissing(): void {
    for (const [room, isJoined] of rooms) if (!isJoined) ask(room);
  }
  function lost(): void {
    for (const room of rooms.keys()) rooms.set(room, false);
    onLost();
  }
  function comeBack(): void {
    if (!socket.connected) socket.connect();
  }
  for (const [event, listener] of Object.entries(events)) socket.on(event as keyof ServerEvents, listener);
  socket.on('connect', askForMissing);
  socket.on('disconnect', lost);
  socket.on('connect_error', () => {
    lost();
    // When the server cannot be reached, the socket retries by itself.
    if (!socket.active) onRefused?.();
  });
  const recheck = setInterval(() => {
    comeBack();
    if (socket.connected) askForMissing();
  }, CHAT.socketRecheckMs);
  window.addEventListener('online', comeBack);

  let signedAt = 0;
  return {
    typing: (room) => {
      if (!rooms.get(room) || Date.now() - signedAt < CHAT.typingEachMs) return;
      signedAt = Date.now();
      socket.volatile.emit('typing', room);
    },
    join: (room) => {
      rooms.set(room, false);
      if (socket.connected) ask(room);
      return () => void rooms.delete(room);
    },
    close: () => {
      clearInterval(recheck);
      window.removeEventListener('online', comeBack);
      socket.removeAllListeners();
      socket.disconnect();
    },
  };
}
