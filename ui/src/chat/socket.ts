import type { ClientEvents, ServerEvents, SocketAuth } from '@krapao/contract/events';
import { CHAT } from '@krapao/contract/limits';
import { io, type Socket } from 'socket.io-client';

/** What is told of the server's events, and of the socket itself. */
interface Listeners extends Partial<ServerEvents> {
  /** A room is joined; its newest position is this. */
  onJoined: (room: string, position: number) => void;
  onLost: () => void;
  /** The server does not take us as who we say we are. */
  onRefused?: () => void;
}

export interface ChatSocket {
  /** Joins a room, again after each loss, until the answer is called. */
  join(room: string): () => void;
  close(): void;
}

/**
 * CHT-02: a socket that joins its rooms and comes back whenever it is lost.
 * @param address of the server
 * @param auth asked at each connection; where it throws, the server is asked without
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
  /** The rooms to be in, and whether each is joined. */
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
    // Without an answer of the server the socket goes on trying by itself.
    if (!socket.active) onRefused?.();
  });
  const recheck = setInterval(() => {
    comeBack();
    if (socket.connected) askForMissing();
  }, CHAT.socketRecheckMs);
  window.addEventListener('online', comeBack);

  return {
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
