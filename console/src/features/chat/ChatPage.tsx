import type { ChatRoomSummary } from '@krapao/contract/events';
import { followKeyboard } from '@krapao/ui/followKeyboard.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { KEY_OF } from '../../lib/keyOf.ts';
import { paths } from '../../lib/paths.ts';
import { queuesQuery } from '../../lib/queuesQuery.ts';
import { useSelf } from '../../lib/self.ts';
import { useActions } from '../../lib/useActions.ts';
import { alertOf } from './alerts.ts';
import './chat.css';
import '@krapao/ui/chat/typingDots.css';
import { Conversation } from './Conversation.tsx';
import { keys, lineOf, nameOf, type RoomQueue } from './chat.ts';
import { MemberPane } from './MemberPane.tsx';
import { RoomList } from './RoomList.tsx';
import { useInboxSocket } from './useInboxSocket.ts';

const PAGE = 50;
/** Without a socket the inbox polls. */
const ASK_MS = 5_000;

/** Chats of members and guests: the waiting ones, the messages, and the customer. */
export function ChatPage() {
  const t = useT();
  const { self } = useSelf();
  const [location, go] = useLocation();
  const open = /^\/chat\/(\d{1,18})$/.exec(location)?.[1];
  const [queue, setQueue] = useState<RoomQueue>('waiting');
  const [search, setSearch] = useState('');
  const detail = useQuery({
    queryKey: keys.room(open ?? ''),
    queryFn: () => client('GET /api/console/chat/rooms/:id', { params: { id: open ?? '' } }),
    enabled: open !== undefined,
  });
  const { data: waiting } = useQuery(queuesQuery);
  const desk = useQuery({ queryKey: keys.desk, queryFn: () => client('GET /api/console/chat/desk') });
  /** On a narrow screen the member lies above the conversation. */
  const [isMemberShown, setMemberShown] = useState(false);
  /** The conversation in which R was pressed before it had loaded. */
  const [wanted, setWanted] = useState<string>();
  const show = (id: string) => {
    setWanted(undefined);
    setMemberShown(false);
    go(`${paths.chat}/${id}`);
  };

  const told = useRef(new Map<string, number>());
  const { isConnected, typing } = useInboxSocket(detail.data?.room.room, (room: ChatRoomSummary) => {
    const { lastMessage, unread, id } = room;
    const isSeen = id === open && document.visibilityState === 'visible';
    if (unread === 0 || isSeen || lastMessage?.sender !== 'customer') return;
    const own = desk.data?.operators.find((operator) => operator.id === self?.id);
    if (room.isWithBot || (room.skill !== null && !own?.skills.includes(room.skill))) return;
    // A note or a new owner also updates the conversation, but does not ring.
    if (lastMessage.position <= (told.current.get(id) ?? 0)) return;
    told.current.set(id, lastMessage.position);
    alertOf(nameOf(room), lineOf(lastMessage), () => show(id));
  });
  const list = useInfiniteQuery({
    queryKey: [...keys.rooms, queue, search],
    queryFn: ({ pageParam }) =>
      client('POST /api/console/chat/rooms', { body: { queue, search, limit: PAGE, skip: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.rooms.length === PAGE ? pages.length * PAGE : undefined),
    placeholderData: (before) => before,
    refetchInterval: isConnected ? false : ASK_MS,
  });

  const rooms = uniqueRooms(list.data?.pages.flatMap((page) => page.rooms) ?? []);
  const step = (by: number) => {
    const at = rooms.findIndex(({ id }) => id === open);
    const next = rooms[at < 0 ? 0 : (at + by + rooms.length) % rooms.length];
    if (next) show(next.id);
  };
  useActions([
    { name: t('chat.next'), key: KEY_OF.next, isOff: rooms.length === 0, perform: () => step(1) },
    { name: t('chat.previous'), key: KEY_OF.previous, isOff: rooms.length === 0, perform: () => step(-1) },
    { key: KEY_OF.write, isOff: detail.data !== undefined, perform: () => setWanted(open) },
  ]);

  return (
    <div
      ref={(panes) => (panes ? followKeyboard(panes) : undefined)}
      className="panes chat-panes"
      data-view={open === undefined ? 'list' : isMemberShown ? 'member' : 'conversation'}
    >
      <RoomList
        list={list}
        rooms={rooms}
        operators={desk.data?.operators ?? []}
        open={open}
        onOpen={show}
        queue={queue}
        onQueue={setQueue}
        search={search}
        onSearch={setSearch}
        isConnected={isConnected}
        promise={waiting?.promises.chats}
        overdue={waiting?.overdue.chats ?? 0}
      />
      {open === undefined ? (
        <p className="centre muted chat-nothing">{t('chat.choose')}</p>
      ) : (
        <QueryState query={detail}>
          {(found) => (
            <>
              {self && (
                <Conversation
                  key={open}
                  room={found.room}
                  desk={desk.data}
                  self={self}
                  startsWriting={wanted === open}
                  onTyping={typing}
                  onBack={() => go(paths.chat)}
                  onMember={() => setMemberShown(true)}
                />
              )}
              <MemberPane key={`${open}/member`} detail={found} onBack={() => setMemberShown(false)} />
            </>
          )}
        </QueryState>
      )}
    </div>
  );
}

/** A conversation that moved up while pages were loaded is on two pages. */
function uniqueRooms(rooms: readonly ChatRoomSummary[]): readonly ChatRoomSummary[] {
  return [...new Map(rooms.map((room) => [room.id, room])).values()];
}
