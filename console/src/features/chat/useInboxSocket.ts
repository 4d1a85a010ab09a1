import type { ChatMessage } from '@krapao/contract/api/chat';
import type { ChatRoomSummary, ClientEvents, ServerEvents } from '@krapao/contract/events';
import { CHAT } from '@krapao/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { io, type Socket } from 'socket.io-client';
import { client } from '../../lib/api.ts';
import { keys } from './chat.ts';
import { putMessages, readUpTo } from './messages.ts';

/** Several events in a short time cause one reload. */
const GATHER_MS = 300;

/**
 * Writes new messages into the query cache as they arrive, and reloads everything after the connection was broken.
 * @param open the shown conversation
 * @param onRoom called for every conversation that changed
 * @returns whether the socket is connected; if not, the inbox must poll
 */
export function useInboxSocket(
  open: Pick<ChatRoomSummary, 'id' | 'room' | 'memberId' | 'guestId'> | undefined,
  onRoom: (room: ChatRoomSummary) => void,
): boolean {
  const queries = useQueryClient();
  const [inbox, setInbox] = useState<string>();
  const [socket, setSocket] = useState<Socket<ServerEvents, ClientEvents>>();
  const [isConnected, setIsConnected] = useState(false);

  const hear = useEffectEvent((message: ChatMessage) => {
    // Rooms that were opened before stay joined.
    if (open && message.userId === open.memberId && message.guestId === open.guestId)
      putMessages(queries, open.id, [message]);
  });
  const told = useEffectEvent(onRoom);

  useEffect(() => {
    const connection: Socket<ServerEvents, ClientEvents> = io(window.location.origin, {
      transports: ['websocket'],
      reconnectionDelay: CHAT.reconnectDelayMs,
      reconnectionDelayMax: CHAT.socketRecheckMs,
      forceNew: true,
      // A ticket is valid for a minute, so each connection requests its own.
      auth: (answer) => {
        client('POST /api/console/chat/ticket').then(
          ({ ticket, inbox: name }) => {
            setInbox(name);
            answer({ operatorTicket: ticket });
          },
          () => answer({}),
        );
      },
    });
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    const renewSoon = (id: string) => {
      changed.add(id);
      gathering ??= setTimeout(() => {
        gathering = undefined;
        void queries.invalidateQueries({ queryKey: keys.rooms });
        for (const one of changed) void queries.invalidateQueries({ queryKey: keys.room(one) });
        changed.clear();
      }, GATHER_MS);
    };
    connection.on('connect', () => {
      setIsConnected(true);
      void queries.invalidateQueries({ queryKey: ['chat'] });
    });
    connection.on('disconnect', () => setIsConnected(false));
    connection.on('connect_error', () => setIsConnected(false));
    connection.on('messaging', (message) => hear(message));
    connection.on('read', ({ room, by, position }) => {
      if (by === 'customer') markRead(room, position);
    });
    connection.on('room', (summary) => {
      told(summary);
      renewSoon(summary.id);
    });
    connection.on('removed', renewSoon);
    const markRead = (room: string, position: number) => {
      const id = rooms.get(room);
      if (id === undefined) return;
      queries.setQueryData<readonly ChatMessage[]>(
        keys.messages(id),
        (known) => known && readUpTo(known, position),
      );
    };
    // A refused connection is not retried automatically.
    const recheck = setInterval(() => connection.connected || connection.connect(), CHAT.socketRecheckMs);
    setSocket(connection);
    return () => {
      clearInterval(recheck);
      clearTimeout(gathering);
      connection.removeAllListeners();
      connection.disconnect();
      setSocket(undefined);
    };
  }, [queries]);

  useEffect(() => {
    if (isConnected && inbox !== undefined) socket?.emit('join', inbox);
  }, [socket, isConnected, inbox]);

  const [id, room] = [open?.id, open?.room];
  useEffect(() => {
    if (!isConnected || id === undefined || room === undefined) return;
    rooms.set(room, id);
    socket?.emit('join', room, (answer) => {
      const known = queries.getQueryData<readonly ChatMessage[]>(keys.messages(id))?.at(-1)?.position ?? 0;
      if ('position' in answer && answer.position > known)
        void queries.invalidateQueries({ queryKey: keys.messages(id) });
    });
  }, [queries, socket, isConnected, id, room]);

  return isConnected;
}

/** The conversations by the names of their sockets' rooms; a joined room stays joined. */
const rooms = new Map<string, string>();
