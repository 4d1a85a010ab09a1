import type { ChatRoomSummary } from '@krapao/contract/events';
import { type ChatSocket, openSocket } from '@krapao/ui/chat/socket.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../lib/api.ts';
import { keys } from './chat.ts';
import { hearMessage, loseRooms, tellRoom } from './conversations.ts';

/** Several events in a short time cause one reload. */
const GATHER_MS = 300;

/**
 * Passes new messages to their conversations as they arrive, and reloads everything after the connection was broken.
 * @param room the socket's name of the shown conversation
 * @param onRoom called for every conversation that changed
 * @returns whether the socket is connected (if not, the inbox must poll), and how the customer is told that we type
 */
export function useInboxSocket(room: string | undefined, onRoom: (room: ChatRoomSummary) => void) {
  const queries = useQueryClient();
  const [socket, setSocket] = useState<ChatSocket>();
  const [isConnected, setIsConnected] = useState(false);
  const told = useEffectEvent(onRoom);

  useEffect(() => {
    let inbox: string | undefined;
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
    const connection = openSocket(
      window.location.origin,
      // A ticket is valid for a minute, so each connection requests its own.
      async () => {
        const answer = await client('POST /api/console/chat/ticket');
        inbox = answer.inbox;
        connection.join(inbox);
        return { operatorTicket: answer.ticket };
      },
      {
        messaging: hearMessage,
        read: ({ room: name, by, position }) =>
          tellRoom(name, (conversation) => conversation.hearRead(by, position)),
        typing: ({ room: name, by }) => tellRoom(name, (conversation) => conversation.hearTyping(by)),
        room: (summary) => {
          told(summary);
          renewSoon(summary.id);
        },
        removed: renewSoon,
        onJoined: (name, position) => {
          tellRoom(name, (conversation) => conversation.joined(position));
          if (name !== inbox) return;
          setIsConnected(true);
          void queries.invalidateQueries({ queryKey: ['chat'] });
        },
        onLost: () => {
          setIsConnected(false);
          loseRooms();
        },
      },
    );
    setSocket(connection);
    return () => {
      clearTimeout(gathering);
      connection.close();
      setSocket(undefined);
      loseRooms();
    };
  }, [queries]);

  useEffect(() => (room === undefined ? undefined : socket?.join(room)), [socket, room]);

  return {
    isConnected,
    typing: () => {
      if (room !== undefined) socket?.typing(room);
    },
  };
}
